// Characters that stand for themselves in a JSON string.

#ifndef LOADGATE_FORMATS_JSON_PLAIN_H_
#define LOADGATE_FORMATS_JSON_PLAIN_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/byte_words.h"
#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate {

// IsPlainInJson returns whether `c` is printable ASCII other than a quote and a
// backslash, or DEL: nothing that ends, escapes or may break a string.
constexpr bool IsPlainInJson(char c) {
  return c >= 0x20 && c != '"' && c != '\\';
}

// FetchAhead has the processor fetch what stands a page behind `at`. It goes
// ahead by itself only up to the end of a page, and the next page's address has
// to be looked up first: in a header of many pages that is a quarter of the
// time.
inline void FetchAhead(std::string_view text, size_t at) {
  constexpr size_t kPage = 4096;
  if (text.size() - at > kPage) __builtin_prefetch(&text[at + kPage]);
}

// IsJsonWhiteSpace returns whether `c` is one of the four.
constexpr bool IsJsonWhiteSpace(char c) {
  // Most characters are above, and are told by one comparison.
  return static_cast<uint8_t>(c) <= ' ' &&
         (c == ' ' || c == '\n' || c == '\r' || c == '\t');
}

// CountPlainInJson returns how many plain characters `text` begins with. It
// looks at sixteen at a time.
inline size_t CountPlainInJson(std::string_view text) {
  Cursor rest(AsBytes(text));
  ByteSpan block;
  while (rest.ReadBytes(sizeof(ByteBlock), &block)) {
    // Compared as signed numbers, what is not ASCII is below 20 too.
    const ByteBlock bytes = LoadBlock(block.first<sizeof(ByteBlock)>());
    const size_t plain =
        FirstInBlock((bytes < 0x20) | (bytes == '"') | (bytes == '\\'));
    if (plain < sizeof(ByteBlock)) {
      return text.size() - rest.remaining() - sizeof(ByteBlock) + plain;
    }
  }
  size_t count = text.size() - rest.remaining();
  while (count < text.size() && IsPlainInJson(text[count])) ++count;
  return count;
}

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_PLAIN_H_
