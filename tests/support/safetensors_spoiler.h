// The parts that make the defects of safetensors_defects.h.

#ifndef LOADGATE_TESTS_SUPPORT_SAFETENSORS_SPOILER_H_
#define LOADGATE_TESTS_SUPPORT_SAFETENSORS_SPOILER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/safetensors_bytes.h"
#include "tests/support/safetensors_defects.h"

namespace loadgate::testing_support {

// kJsonStructure is the characters that are tokens by themselves.
inline constexpr std::string_view kJsonStructure = "{}[]:,";

// Spoiler makes the defects of one file. Its parts are defined where their
// ideas are: what is done to the file as a whole and to the values of objects,
// to single tokens, and to the fields of entries.
class Spoiler {
 public:
  explicit Spoiler(const GoodSafetensors& good)
      : good_(good), tokens_(JsonTokens(good.file.json)) {}

  // Run returns them all. It may be called once.
  std::vector<SafetensorsDefect> Run();

 private:
  char First(const JsonToken& token) const { return good_.file.json[token.at]; }
  std::string Text(const JsonToken& token) const {
    return good_.file.json.substr(token.at, token.length);
  }

  void Add(std::string kind, std::string what, SafetensorsBytes file);

  // Puts `text` in the place of a token.
  void Replace(std::string kind, const JsonToken& token,
               const std::string& text);

  void Lengths();
  void DataSizes();
  void Structure(const JsonToken& token);
  void Spaces(size_t at);
  void Strings(const JsonToken& token);
  void Numbers(const JsonToken& token);
  void Objects(size_t i);
  void Members(size_t i);
  void Fields();
  void Offsets();
  void Shapes();
  JsonToken ValueAt(size_t i) const;
  std::vector<JsonToken> ValuesOf(std::string_view field) const;

  const GoodSafetensors& good_;
  std::vector<JsonToken> tokens_;
  std::vector<SafetensorsDefect> defects_;
};

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SAFETENSORS_SPOILER_H_
