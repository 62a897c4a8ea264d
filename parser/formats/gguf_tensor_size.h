// How large a GGUF tensor is: elements and bytes from shape and type.
//
// Source: the GGUF specification, "File Structure", gguf_tensor_info_t; ggml's
// ggml_row_size and ggml_nbytes for the order of the steps: whole blocks of the
// first dimension, then bytes, so that a size is never rounded.

#ifndef LOADGATE_FORMATS_GGUF_TENSOR_SIZE_H_
#define LOADGATE_FORMATS_GGUF_TENSOR_SIZE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "loadgate/finding.h"
#include "loadgate/ggml_type.h"
#include "loadgate/gguf_file.h"

namespace loadgate {

// GgufTensorSize is a size, or the rule that keeps it from being computed.
struct GgufTensorSize {
  // Where in the tensor info the value at fault stands.
  enum class Field : uint8_t { kDimension, kType };
  struct Fault {
    Code code;
    Field field = Field::kDimension;
    size_t dimension = 0;  // Index, where the field is a dimension.
    std::string what;
  };

  std::optional<Fault> fault;
  uint64_t elements = 0;
  uint64_t bytes = 0;
  // The first dimension that is zero, and whether the others would make an
  // impossible size without it.
  std::optional<size_t> zero_dimension;
  bool absurd = false;
};

// MeasureGgufTensor returns the size of a tensor of dimensions `ne` (those past
// the rank are 1) and type `type_id`. No step can wrap.
GgufTensorSize MeasureGgufTensor(
    const std::array<uint64_t, kGgufMaxDimensions>& ne, uint32_t type_id);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_TENSOR_SIZE_H_
