#ifndef LOADGATE_TESTS_NAIVE_TAIL_H_
#define LOADGATE_TESTS_NAIVE_TAIL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace naive {

// A tail is what follows the last byte a model file accounts for. One that is
// also a program or an archive makes the file two things at once: the scanner
// sees a model, the next tool something it unpacks or runs.

// NameTail names the kind of file that begins at the tail's first byte, or
// returns "" for none. A tail under 64 bytes is too short to be any.
std::string NameTail(std::span<const uint8_t> tail);

// FindZipEnd returns where in `file` a ZIP end record stands that lies wholly
// behind `tail_start` and ends with the file. Archive tools look for it from
// the end, so what the tail begins with does not matter to them.
std::optional<size_t> FindZipEnd(std::span<const uint8_t> file,
                                 size_t tail_start);

}  // namespace naive

#endif  // LOADGATE_TESTS_NAIVE_TAIL_H_
