// Characters that stand for themselves in a JSON string.

#ifndef LOADGATE_FORMATS_JSON_PLAIN_H_
#define LOADGATE_FORMATS_JSON_PLAIN_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate {

// IsPlainInJson returns whether `c` is printable ASCII other than a quote and a
// backslash, or DEL: nothing that ends, escapes or may break a string.
constexpr bool IsPlainInJson(char c) {
  return c >= 0x20 && c != '"' && c != '\\';
}

// CountPlainInJson returns how many plain characters `text` begins with. It
// looks at eight at a time.
inline size_t CountPlainInJson(std::string_view text) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kHighBits = kOnes * 0x80;
  Cursor rest(AsBytes(text));
  uint64_t word = 0;
  while (rest.Peek(&word)) {
    // A high bit marks each byte that is below 20, a quote, a backslash or not
    // ASCII. A borrow can mark bytes behind the first wrongly, never before it.
    const uint64_t quote = word ^ (kOnes * '"');
    const uint64_t backslash = word ^ (kOnes * '\\');
    const uint64_t special =
        (((word - kOnes * 0x20) & ~word) | ((quote - kOnes) & ~quote) |
         ((backslash - kOnes) & ~backslash) | word) &
        kHighBits;
    if (special != 0) {
      return text.size() - rest.remaining() +
             static_cast<size_t>(std::countr_zero(special)) / 8;
    }
    if (!rest.Skip(sizeof(word))) break;
  }
  size_t count = text.size() - rest.remaining();
  while (count < text.size() && IsPlainInJson(text[count])) ++count;
  return count;
}

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_PLAIN_H_
