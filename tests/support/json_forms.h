// JSON text at random, in every form that JSON allows and in a few that it does
// not.

#ifndef LOADGATE_TESTS_SUPPORT_JSON_FORMS_H_
#define LOADGATE_TESTS_SUPPORT_JSON_FORMS_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loadgate::testing_support {

// JsonForms writes one text. `wrong` of a thousand choices are wrong.
class JsonForms {
 public:
  JsonForms(uint64_t seed, uint32_t wrong) : random_(seed), wrong_(wrong) {}

  // std's distributions differ between libraries.
  uint64_t Below(uint64_t n) { return random_() % n; }
  bool Once(uint64_t in) { return Below(in) == 0; }
  bool Wrong() { return Below(1000) < wrong_; }
  template <typename T, size_t N>
  T OneOf(const T (&items)[N]) {
    return items[Below(N)];
  }
  template <typename T>
  void Shuffle(std::vector<T>* items) {
    for (size_t i = items->size(); i > 1; --i) {
      std::swap((*items)[i - 1], (*items)[Below(i)]);
    }
  }

  // Space writes white space or none; Punct that character, and space around
  // it.
  void Space();
  void Punct(char c);

  // String and PlainString write a string, each character in one of its forms.
  void String(std::u32string_view text);
  void PlainString(std::string_view text);

  // Size writes a number of a shape or of offsets; there is one good form.
  void Size(uint64_t value);

  // Value writes any value. `left` levels may still be opened; `size` bounds
  // what it holds.
  void Value(uint64_t left, uint64_t size);

  // Name returns a name that was not there before, or hardly ever.
  std::u32string Name();

  // Raw writes `text` as it is; text is what was written.
  void Raw(std::string_view text) { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  struct OpenObject {
    uint64_t members = 0;
    uint64_t left = 0;
    uint64_t size = 0;
    uint64_t written = 0;  // Of its members.
  };

  void HexUnit(uint32_t unit);
  void Character(char32_t c);
  void OtherNumber();
  void BeginValue(uint64_t left, uint64_t size, std::vector<OpenObject>* open);
  void Nested(uint64_t left);

  std::mt19937_64 random_;
  uint32_t wrong_;
  uint64_t unique_ = 0;
  std::string text_;
};

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_JSON_FORMS_H_
