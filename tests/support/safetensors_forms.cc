#include "tests/support/safetensors_forms.h"

#include <array>
#include <cstddef>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/safetensors_dtype.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

// Characters of one to four bytes, what has an escape of its own, and what has
// no other form than an escape.
constexpr std::u32string_view kCharacters =
    U"ab.0 /\"\\\b\f\n\r\t\001\037\177\u0080\u00e9\u07ff\u0800\u2028\ud7ff"
    U"\ue000\ufeff\uffff\U00010000\U0001f600\U0010ffff";

void AppendUtf8(char32_t c, std::string* text) {
  const auto put = [text](char32_t byte) {
    text->push_back(static_cast<char>(byte));
  };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | c >> 6);
    put(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    put(0xe0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3f));
    put(0x80 | (c & 0x3f));
  } else {
    put(0xf0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3f));
    put(0x80 | (c >> 6 & 0x3f));
    put(0x80 | (c & 0x3f));
  }
}

// The letter behind the backslash, for characters that have one.
char ShortEscape(char32_t c) {
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  const size_t i =
      c < 0x80 ? kMeanings.find(static_cast<char>(c)) : std::string_view::npos;
  return i == std::string_view::npos ? '\0' : kLetters[i];
}

class Writer {
 public:
  Writer(uint64_t seed, uint32_t wrong) : random_(seed), wrong_(wrong) {}

  SafetensorsBytes Run();

 private:
  struct Tensor {
    std::u32string name;
    std::string dtype;
    std::vector<uint64_t> shape;
    uint64_t begin = 0;
    uint64_t end = 0;
  };

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

  void Space();
  void Punct(char c);
  void HexUnit(uint32_t unit);
  void Character(char32_t c);
  void String(std::u32string_view text);
  void PlainString(std::string_view text);
  void Size(uint64_t value);
  void OtherNumber();
  void Value(uint64_t left, uint64_t size);
  void Nested(uint64_t left);
  void Object(uint64_t left, uint64_t size);
  void Sizes(const std::vector<uint64_t>& sizes);
  void Field(const Tensor& tensor, size_t which);
  void Entry(const Tensor& tensor);
  void Metadata();
  std::u32string Name();
  std::vector<Tensor> Tensors();

  std::mt19937_64 random_;
  uint32_t wrong_;
  uint64_t unique_ = 0;
  std::string text_;
};

void Writer::Space() {
  if (Wrong()) text_ += OneOf({"\v", "\f", "\xc2\xa0", "//", "\xff", ","});
  if (Once(2000)) text_ += std::string(Below(300), ' ');
  while (Once(4)) text_ += OneOf({' ', '\t', '\n', '\r'});
}

void Writer::Punct(char c) {
  Space();
  if (!Wrong()) text_ += c;
  if (Wrong()) text_ += OneOf({'{', '}', '[', ']', ':', ',', '"', '\0'});
  Space();
}

void Writer::HexUnit(uint32_t unit) {
  constexpr std::string_view kLower = "0123456789abcdef";
  constexpr std::string_view kUpper = "0123456789ABCDEF";
  text_ += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) {
    const std::string_view digits = Once(2) ? kLower : kUpper;
    text_ += digits[unit >> shift & 0xf];
    if (Wrong()) text_ += OneOf({"g", "", " ", "\""});
  }
}

// One character of a string, in one of its forms.
void Writer::Character(char32_t c) {
  if (Wrong()) {
    text_ += OneOf({"\\ud83d", "\\udc00", "\\x41", "\\", "\"", "\n", "\xc3",
                    "\xed\xa0\x80", "\\u12", "\\U0041", "\x1f"});
  }
  const char letter = ShortEscape(c);
  const bool must = c < 0x20 || c == '"' || c == '\\';
  if (letter != '\0' && Once(2)) {
    text_ += '\\';
    text_ += letter;
  } else if (!must && !Once(4)) {
    AppendUtf8(c, &text_);
  } else if (c < 0x10000) {
    HexUnit(static_cast<uint32_t>(c));
  } else {
    const auto rest = static_cast<uint32_t>(c - 0x10000);
    HexUnit(0xd800 | rest >> 10);
    HexUnit(0xdc00 | (rest & 0x3ff));
  }
}

void Writer::String(std::u32string_view text) {
  text_ += '"';
  for (const char32_t c : text) Character(c);
  text_ += '"';
}

void Writer::PlainString(std::string_view text) {
  String(std::u32string(text.begin(), text.end()));
}

// A number of a shape or of offsets. There is one good form.
void Writer::Size(uint64_t value) {
  if (Wrong()) value = OneOf({value + 1, value - 1, uint64_t{1} << 63});
  const std::string digits = std::to_string(value);
  if (!Wrong()) {
    text_ += digits;
    return;
  }
  text_ += OneOf({"-" + digits, "0" + digits, digits + ".0", digits + "e0",
                  digits + "E-0", "+" + digits, "\"" + digits + "\"", "null"s,
                  digits + "0000000000000000000000", "[" + digits + "]"});
}

// A number that nobody reads: any form is good.
void Writer::OtherNumber() {
  if (Once(2)) text_ += '-';
  const uint64_t digits = Once(8) ? Below(40) : 0;
  text_ += digits == 0 ? std::to_string(Below(300)) : "1";
  for (uint64_t i = 0; i < digits; ++i) text_ += OneOf({'0', '5', '9'});
  if (Once(2)) text_ += "." + std::to_string(Below(1000));
  if (Once(2)) {
    text_ += OneOf({"e", "E", "e+", "E-", "e-"});
    text_ += OneOf({"0", "00", "7", "0017", "200"});
  }
  if (Wrong()) text_ += OneOf({"e", ".", "e999", "-", "x", "e+", "0"});
}

// Any value. `left` levels may still be opened; `size` bounds what it holds.
void Writer::Value(uint64_t left, uint64_t size) {
  switch (Below(size > 0 ? 7 : 5)) {
    case 0:
      text_ += OneOf({"null", "true", "false"});
      if (Wrong()) text_ += OneOf({"e", "L", "null"});
      return;
    case 1:
      return String(Name());
    case 2:
    case 3:
      return OtherNumber();
    case 4:
      text_ += OneOf({"{}", "[]", "{ }", "[\n]", "\"\""});
      return;
    case 5:
      return Nested(left);
    default:
      return Object(left - 1, size - 1);
  }
}

// Arrays in arrays, now and then as deep as they may lie.
void Writer::Nested(uint64_t left) {
  const uint64_t levels =
      Once(4) ? left + (Wrong() || Wrong() ? 1 : 0) : Below(9);
  text_ += std::string(levels, '[') + "1" + std::string(levels, ']');
}

void Writer::Object(uint64_t left, uint64_t size) {
  Punct('{');
  const uint64_t members = Below(Once(20) ? 30 : 4);
  for (uint64_t i = 0; i < members; ++i) {
    if (i > 0) Punct(',');
    String(Name());
    Punct(':');
    Value(left, size);
  }
  Punct('}');
}

// A name that was not there before, or hardly ever.
std::u32string Writer::Name() {
  std::u32string name = U"n";
  for (const char c : std::to_string(Wrong() ? 0 : unique_++)) name += c;
  name += U'-';
  const uint64_t more = Once(50) ? Below(300) : Below(5);
  for (uint64_t i = 0; i < more; ++i) {
    name += kCharacters[Below(kCharacters.size())];
  }
  if (Wrong()) name += OneOf({U'\0', U'a'});
  return name;
}

void Writer::Sizes(const std::vector<uint64_t>& sizes) {
  Punct('[');
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (i > 0) Punct(',');
    Size(sizes[i]);
  }
  if (Wrong()) text_ += OneOf({",", ",0", "[]"});
  Punct(']');
}

void Writer::Field(const Tensor& tensor, size_t which) {
  PlainString(std::array{"dtype", "shape", "data_offsets", "x"}[which]);
  Punct(':');
  switch (which) {
    case 0:
      return Wrong() ? Value(125, 1) : PlainString(tensor.dtype);
    case 1:
      return Wrong() ? Value(125, 1) : Sizes(tensor.shape);
    case 2:
      return Wrong() ? Value(125, 1) : Sizes({tensor.begin, tensor.end});
    default:
      return Value(125, 3);
  }
}

void Writer::Entry(const Tensor& tensor) {
  String(tensor.name);
  Punct(':');
  if (Wrong()) return Value(126, 1);
  std::vector<size_t> fields = {0, 1, 2};
  if (Once(3)) fields.push_back(3);
  if (Wrong()) fields.push_back(Below(4));
  Shuffle(&fields);
  if (Wrong()) fields.pop_back();
  Punct('{');
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) Punct(',');
    Field(tensor, fields[i]);
  }
  Punct('}');
}

void Writer::Metadata() {
  PlainString("__metadata__");
  Punct(':');
  if (Wrong()) return Value(126, 1);
  Punct('{');
  const uint64_t pairs = Below(5);
  for (uint64_t i = 0; i < pairs; ++i) {
    if (i > 0) Punct(',');
    String(Name());
    Punct(':');
    if (Wrong()) {
      Value(125, 1);
    } else {
      String(Name());
    }
  }
  Punct('}');
}

// Tensors that tile their data.
std::vector<Writer::Tensor> Writer::Tensors() {
  std::vector<Tensor> tensors(Once(30) ? Below(40) : Below(5));
  uint64_t end = 0;
  for (Tensor& tensor : tensors) {
    const std::span<const SafetensorsDtype> dtypes = AllSafetensorsDtypes();
    const SafetensorsDtype& dtype = dtypes[Below(dtypes.size())];
    tensor.name = Once(10) && &tensor == tensors.data() ? U"" : Name();
    tensor.dtype = dtype.name;
    uint64_t bits = dtype.bits;
    const uint64_t rank = Below(4);
    for (uint64_t i = 0; i < rank; ++i) tensor.shape.push_back(Below(5));
    if (bits % 8 != 0) tensor.shape.push_back(4);
    for (const uint64_t size : tensor.shape) bits *= size;
    if (Wrong()) end += OneOf({1, 8});
    if (end > 0 && Wrong()) --end;
    tensor.begin = end;
    end += bits / 8;
    tensor.end = end;
  }
  return tensors;
}

SafetensorsBytes Writer::Run() {
  std::vector<Tensor> tensors = Tensors();
  const uint64_t data_bytes = tensors.empty() ? 0 : tensors.back().end;
  Shuffle(&tensors);
  const size_t metadata = Below(tensors.size() + 3);
  if (Wrong()) text_ += "\xef\xbb\xbf";
  Punct('{');
  for (size_t i = 0; i <= tensors.size(); ++i) {
    if (i == metadata) {
      if (i > 0) Punct(',');
      Metadata();
    }
    if (i == tensors.size()) break;
    if (i > 0 || metadata == 0) Punct(',');
    Entry(tensors[i]);
  }
  Punct('}');
  if (Wrong()) text_ += OneOf({"{}"s, "\0"s, "null"s, "x"s});
  SafetensorsBytes file = {.json = text_, .data_bytes = data_bytes};
  if (Wrong()) file.data_bytes += Below(3);
  if (Wrong()) file.declared_length = text_.size() + 1 - Below(3);
  return file;
}

}  // namespace

SafetensorsBytes RandomSafetensors(uint64_t seed, uint32_t wrong) {
  return Writer(seed, wrong).Run();
}

}  // namespace loadgate::testing_support
