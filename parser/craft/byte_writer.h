// Writing the bytes of a model: the counterpart of Cursor.

#ifndef LOADGATE_CRAFT_BYTE_WRITER_H_
#define LOADGATE_CRAFT_BYTE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "loadgate/bytes.h"

namespace loadgate::craft {

// PutNumber appends the low `width` bytes of `value`, at most 8, to `out` in
// `order`.
void PutNumber(uint64_t value, size_t width, ByteOrder order, std::string* out);

// GetNumber returns the number stored in all of `bytes`, at most 8, in `order`.
uint64_t GetNumber(std::string_view bytes, ByteOrder order);

// SetNumber writes the low bytes of `value` over the `width` bytes at `offset`
// of `bytes`, which must hold them.
void SetNumber(uint64_t value, size_t width, ByteOrder order, size_t offset,
               std::string* bytes);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_BYTE_WRITER_H_
