// UTF-8 and the bytes in text that cause trouble.
//
// Well-formedness is that of the Unicode Standard, table 3-7: no overlong
// forms, no surrogates, nothing above U+10FFFF.

#ifndef LOADGATE_UTF8_H_
#define LOADGATE_UTF8_H_

#include <cstddef>
#include <string_view>

namespace loadgate {

// DecodeUtf8 decodes the first character of `text`. It returns how many bytes
// the character takes, 1 to 4, and stores it in `*out`; or returns 0 and stores
// nothing when `text` is empty or does not begin with a well-formed sequence.
size_t DecodeUtf8(std::string_view text, char32_t* out);

// Utf8PrefixLength returns the length of the longest well-formed front part of
// `text`: where the first byte stands that is no UTF-8, or `text.size()`.
size_t Utf8PrefixLength(std::string_view text);

// IsUtf8 returns whether all of `text` is well-formed.
bool IsUtf8(std::string_view text);

// TextTraits is what a rule asks of a text.
struct TextTraits {
  bool ascii = true;     // No byte is 80 to FF.
  bool utf8 = true;      // Well-formed; true of ASCII text.
  bool has_nul = false;  // Some byte is 00.
};

// ScanText returns the traits of `text` in one pass. For ASCII text it looks at
// eight bytes at a time.
TextTraits ScanText(std::string_view text);

// IsControlByte returns whether `c` is a control byte: 00 to 1F, or 7F.
constexpr bool IsControlByte(char c) {
  return (c >= 0 && c < 0x20) || c == 0x7f;
}

// HasControlByte returns whether some byte of `text` is a control byte.
bool HasControlByte(std::string_view text);

}  // namespace loadgate

#endif  // LOADGATE_UTF8_H_
