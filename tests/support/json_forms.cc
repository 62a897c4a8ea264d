#include "tests/support/json_forms.h"

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

}  // namespace

void JsonForms::Space() {
  if (Wrong()) text_ += OneOf({"\v", "\f", "\xc2\xa0", "//", "\xff", ","});
  if (Once(2000)) text_ += std::string(Below(300), ' ');
  while (Once(4)) text_ += OneOf({' ', '\t', '\n', '\r'});
}

void JsonForms::Punct(char c) {
  Space();
  if (!Wrong()) text_ += c;
  if (Wrong()) text_ += OneOf({'{', '}', '[', ']', ':', ',', '"', '\0'});
  Space();
}

void JsonForms::HexUnit(uint32_t unit) {
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
void JsonForms::Character(char32_t c) {
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

void JsonForms::String(std::u32string_view text) {
  text_ += '"';
  for (const char32_t c : text) Character(c);
  text_ += '"';
}

void JsonForms::PlainString(std::string_view text) {
  String(std::u32string(text.begin(), text.end()));
}

// A number of a shape or of offsets. There is one good form.
void JsonForms::Size(uint64_t value) {
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
void JsonForms::OtherNumber() {
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
void JsonForms::Value(uint64_t left, uint64_t size) {
  std::vector<OpenObject> open;
  BeginValue(left, size, &open);
  while (!open.empty()) {
    OpenObject& object = open.back();
    if (object.written == object.members) {
      Punct('}');
      open.pop_back();
      continue;
    }
    if (object.written++ > 0) Punct(',');
    String(Name());
    Punct(':');
    BeginValue(object.left, object.size, &open);
  }
}

// Writes a value, or the brace that opens it.
void JsonForms::BeginValue(uint64_t left, uint64_t size,
                           std::vector<OpenObject>* open) {
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
      Punct('{');
      open->push_back({.members = Below(Once(20) ? 30 : 4),
                       .left = left - 1,
                       .size = size - 1});
  }
}

// Arrays in arrays, now and then as deep as they may lie.
void JsonForms::Nested(uint64_t left) {
  const uint64_t levels =
      Once(4) ? left + (Wrong() || Wrong() ? 1 : 0) : Below(9);
  text_ += std::string(levels, '[') + "1" + std::string(levels, ']');
}

// A name that was not there before, or hardly ever.
std::u32string JsonForms::Name() {
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

}  // namespace loadgate::testing_support
