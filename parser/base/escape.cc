#include "loadgate/escape.h"

#include <algorithm>
#include <cstdint>

#include "loadgate/utf8.h"

namespace loadgate {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// From the Unicode Character Database: C1 controls, Bidi_Control, line and
// paragraph separators, and Default_Ignorable_Code_Point except variation
// selectors, which emoji need and which change no meaning.
constexpr Range kEscapedRanges[] = {
    {0x0080, 0x009f},    // C1 controls
    {0x00ad, 0x00ad},    // soft hyphen
    {0x034f, 0x034f},    // combining grapheme joiner
    {0x061c, 0x061c},    // Arabic letter mark
    {0x115f, 0x1160},    // Hangul fillers
    {0x17b4, 0x17b5},    // Khmer inherent vowels
    {0x180b, 0x180f},    // Mongolian selectors and vowel separator
    {0x200b, 0x200f},    // zero width, left-to-right and right-to-left marks
    {0x2028, 0x202e},    // separators, embeddings and overrides
    {0x2060, 0x206f},    // invisible operators, isolates
    {0x3164, 0x3164},    // Hangul filler
    {0xfeff, 0xfeff},    // byte-order mark
    {0xffa0, 0xffa0},    // half-width Hangul filler
    {0xfff0, 0xfffb},    // unassigned ignorables, annotations
    {0x1bca0, 0x1bca3},  // shorthand format controls
    {0x1d173, 0x1d17a},  // musical format controls
    {0xe0000, 0xe0fff},  // tags
};

// `value` in lower-case hexadecimal, with `least` digits or more.
std::string Hex(uint32_t value, size_t least) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  while (value != 0 || digits.size() < least) {
    digits.insert(digits.begin(), kDigits[value % 16]);
    value /= 16;
  }
  return digits;
}

// Takes the first character off `*text`, which is not empty, and appends its
// escaped form to `*out`.
void EscapeOne(std::string_view* text, std::string* out) {
  const char byte = text->front();
  char32_t c = 0;
  const size_t length = DecodeUtf8(*text, &c);
  if (byte == '\\') {
    *out += "\\\\";
  } else if (byte == '\n') {
    *out += "\\n";
  } else if (byte == '\r') {
    *out += "\\r";
  } else if (byte == '\t') {
    *out += "\\t";
  } else if (length == 0 || IsControlByte(byte)) {
    *out += "\\x" + Hex(static_cast<unsigned char>(byte), 2);
  } else if (MustEscape(c)) {
    *out += "\\u{" + Hex(static_cast<uint32_t>(c), 1) + "}";
  } else {
    *out += text->substr(0, length);
  }
  text->remove_prefix(length == 0 ? 1 : length);
}

}  // namespace

bool MustEscape(char32_t c) {
  return std::any_of(
      std::begin(kEscapedRanges), std::end(kEscapedRanges),
      [c](const Range& r) { return c >= r.first && c <= r.last; });
}

std::string Escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) EscapeOne(&text, &out);
  return out;
}

std::string EscapedQuoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : Escaped(text)) {
    if (c == '"') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string EscapedPrefix(std::string_view text, size_t max_characters) {
  std::string out;
  for (size_t i = 0; i < max_characters && !text.empty(); ++i) {
    EscapeOne(&text, &out);
  }
  if (!text.empty()) out += "...";
  return out;
}

}  // namespace loadgate
