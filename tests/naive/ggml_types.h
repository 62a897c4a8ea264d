#ifndef LOADGATE_TESTS_NAIVE_GGML_TYPES_H_
#define LOADGATE_TESTS_NAIVE_GGML_TYPES_H_

#include <cstdint>

namespace naive {

// A tensor type of ggml: `block` elements are stored together in `bytes` bytes.
// A type that was taken out of the format has a block of 0.
struct GgmlType {
  uint32_t id;
  uint32_t block;
  uint32_t bytes;
};

// FindGgmlType returns the row of `id`, or null for an id nobody has given out.
const GgmlType* FindGgmlType(uint32_t id);

}  // namespace naive

#endif  // LOADGATE_TESTS_NAIVE_GGML_TYPES_H_
