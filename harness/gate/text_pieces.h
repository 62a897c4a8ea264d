// How much of a text the worker sends, and in what pieces.

#ifndef LOADGATE_HARNESS_TEXT_PIECES_H_
#define LOADGATE_HARNESS_TEXT_PIECES_H_

#include <cstddef>
#include <string_view>

namespace loadgate {

// kFirstTextBytes is what is sent of a text where not all of it is wanted, and
// kTextChunkBytes what one record carries of it: well under the 65,536 bytes
// that a record may have once it goes over a socket.
inline constexpr size_t kFirstTextBytes = 256;
inline constexpr size_t kTextChunkBytes = 32768;

// WholeCharacters returns the length of a front part of `text`, of at most
// `wanted` bytes, that does not end inside a UTF-8 sequence.
size_t WholeCharacters(std::string_view text, size_t wanted);

}  // namespace loadgate

#endif  // LOADGATE_HARNESS_TEXT_PIECES_H_
