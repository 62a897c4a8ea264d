// Depth: what a file holds, for how deep it gets a reader that accepts it.

#ifndef FUZZ_OTHER_DEPTH_H_
#define FUZZ_OTHER_DEPTH_H_

#include <cstddef>
#include <string_view>

#include "fuzz/other/inputs.h"

namespace loadgate::other {

// Depth goes by what the file holds, not by what a reader says of it. Pairs are
// GGUF's key-values, and the metadata of safetensors.
struct Depth {
  size_t pairs = 0;
  size_t arrays = 0;  // Of the pairs, those whose value is an array.
  size_t tensors = 0;
  // The header of a file that, once accepted, got the reader past its first
  // fields: one of GGUF with a pair and a tensor, one of safetensors with a
  // tensor. Of another file it is empty. A view of the file.
  std::string_view header = {};
};

Depth DepthOf(Format format, std::string_view file);

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_DEPTH_H_
