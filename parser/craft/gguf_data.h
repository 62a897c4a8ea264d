// Dealing out what stands behind a GGUF header: padding, each tensor's data and
// padding, and the tail.

#ifndef LOADGATE_CRAFT_GGUF_DATA_H_
#define LOADGATE_CRAFT_GGUF_DATA_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "craft/gguf_model.h"

namespace loadgate::craft {

// DealData gives `behind`, the bytes behind the header, to the model's padding,
// its tensors in their order, and its tail. It stops at a tensor that does not
// say where it is, whose offset is not the running sum of the padded sizes, or
// that has no size; all from there on is tail. Where `behind` ends early, what
// would stand past the end is empty.
void DealData(std::string_view behind, GgufModel* model);

// GgufIsWhole returns whether nothing of the pair is absent; or no item of the
// header, so that something can stand behind it.
bool GgufIsWhole(const GgufPair& pair);
bool GgufIsWhole(const GgufModel& model);

// GgufNumberType returns the type that a number of `width` bytes is of: the
// declared one, if that is of so many bytes, or else an unsigned integer.
GgufValueType GgufNumberType(std::optional<uint32_t> declared, size_t width);

// NextOffset returns the offset behind a tensor of `bytes` at `offset`, padded
// to `alignment`, or nullopt where no file has room for it.
std::optional<uint64_t> NextOffset(uint64_t offset, uint64_t bytes,
                                   uint64_t alignment);

// PaddingTo returns how many bytes lie between `offset` and the next multiple
// of `alignment`, a power of two.
uint64_t PaddingTo(uint64_t offset, uint64_t alignment);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_GGUF_DATA_H_
