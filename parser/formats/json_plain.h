// Characters that stand for themselves in a JSON string.

#ifndef LOADGATE_FORMATS_JSON_PLAIN_H_
#define LOADGATE_FORMATS_JSON_PLAIN_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/byte_words.h"
#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate {

// IsPlainInJson returns whether `c` is printable ASCII other than a quote and a
// backslash, or DEL: nothing that ends, escapes or may break a string.
constexpr bool IsPlainInJson(char c) {
  return c >= 0x20 && c != '"' && c != '\\';
}

// IsJsonWhiteSpace returns whether `c` is one of the four.
constexpr bool IsJsonWhiteSpace(char c) {
  // Most characters are above, and are told by one comparison.
  return static_cast<uint8_t>(c) <= ' ' &&
         (c == ' ' || c == '\n' || c == '\r' || c == '\t');
}

// CountPlainInJson returns how many plain characters `text` begins with. It
// looks at eight at a time.
inline size_t CountPlainInJson(std::string_view text) {
  Cursor rest(AsBytes(text));
  uint64_t word = 0;
  while (rest.Peek(&word)) {
    const uint64_t special = BytesBelow(0x20, word) | BytesEqual('"', word) |
                             BytesEqual('\\', word) | (word & kWordHighBits);
    if (special != 0) {
      return text.size() - rest.remaining() + LowestMark(special);
    }
    if (!rest.Skip(sizeof(word))) break;
  }
  size_t count = text.size() - rest.remaining();
  while (count < text.size() && IsPlainInJson(text[count])) ++count;
  return count;
}

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_PLAIN_H_
