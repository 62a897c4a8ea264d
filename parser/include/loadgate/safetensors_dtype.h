// The data types of safetensors.
//
// Source: safetensors' tensor.rs, enum Dtype, and its README. The format has no
// version: types were added over the years, so a name the table lacks is
// "unknown", and the table carries the date it was taken.

#ifndef LOADGATE_SAFETENSORS_DTYPE_H_
#define LOADGATE_SAFETENSORS_DTYPE_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace loadgate {

// kSafetensorsDtypeTableDate is the day of the source the table was taken from.
inline constexpr std::string_view kSafetensorsDtypeTableDate = "2026-05-12";

// SafetensorsDtype is one row: the name as it stands in a header and the bits
// an element takes. Types of fewer than 8 bits are packed.
struct SafetensorsDtype {
  std::string_view name;
  uint32_t bits;
};

// AllSafetensorsDtypes returns the table, in the reference's order. The rows
// live for ever.
std::span<const SafetensorsDtype> AllSafetensorsDtypes();

// FindSafetensorsDtype returns the row whose name is exactly `name`, or
// nullptr.
const SafetensorsDtype* FindSafetensorsDtype(std::string_view name);

}  // namespace loadgate

#endif  // LOADGATE_SAFETENSORS_DTYPE_H_
