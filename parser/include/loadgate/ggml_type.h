// The tensor types of ggml: what an id in a GGUF file means.
//
// ggml numbers its types and never reuses a number, but it adds types several
// times a year, and forks add others under numbers of their own. The table is
// therefore dated, and an id it lacks is "unknown", never "corrupt".

#ifndef LOADGATE_GGML_TYPE_H_
#define LOADGATE_GGML_TYPE_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace loadgate {

// kGgmlTypeTableDate is the day of the ggml source the table was taken from.
inline constexpr std::string_view kGgmlTypeTableDate = "2026-08-21";

// GgmlType is one row. A tensor's first dimension is made of blocks of
// `block_elements` elements, each stored in `block_bytes` bytes; a type that is
// not quantised has blocks of one. A removed type is known by name alone: its
// sizes are 0, and nothing may divide by them.
struct GgmlType {
  uint32_t id;
  std::string_view name;
  uint32_t block_elements;
  uint32_t block_bytes;

  // removed returns whether ggml no longer reads or writes the type.
  bool removed() const { return block_elements == 0; }

  // quantised returns whether a block holds more than one element.
  bool quantised() const { return block_elements > 1; }
};

// AllGgmlTypes returns the table, in order of id. The rows live for ever.
std::span<const GgmlType> AllGgmlTypes();

// FindGgmlType returns the row of `id`, removed types included, or nullptr.
const GgmlType* FindGgmlType(uint32_t id);

}  // namespace loadgate

#endif  // LOADGATE_GGML_TYPE_H_
