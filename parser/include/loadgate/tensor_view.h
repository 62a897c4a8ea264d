// TensorView: a row-major tensor in somebody's memory, to be written to a file.
//
// Files hold tensors without holes, the last dimension varying fastest.
// Frameworks hold transposed, sliced and broadcast ones too, as strides.

#ifndef LOADGATE_TENSOR_VIEW_H_
#define LOADGATE_TENSOR_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/bytes.h"
#include "loadgate/safetensors_dtype.h"

namespace loadgate {

// TensorView is a tensor as its owner holds it. `bytes` begins with the element
// whose indices are all 0 and must outlive the view.
struct TensorView {
  std::string name = {};
  const SafetensorsDtype* dtype = nullptr;
  // Row-major: the last dimension varies fastest. Empty is one element.
  std::vector<uint64_t> shape = {};
  // How many elements lie between neighbours in each dimension, 0 for one that
  // repeats; empty for a contiguous tensor. Where there are strides the bytes
  // may go on behind the last element; without, they are exactly the tensor's.
  // Types of less than a byte have none.
  std::vector<uint64_t> strides = {};
  ByteSpan bytes = {};
};

// ContiguousBytes returns how many bytes the tensor takes in a file, if all of
// its elements lie in `view.bytes`: InvalidArgument says which rule it breaks.
absl::StatusOr<uint64_t> ContiguousBytes(const TensorView& view);

// ForEachPiece hands the bytes of the tensor as they stand in a file to `take`,
// in order and in pieces, and stops at the first error. A contiguous tensor is
// one piece, not copied; of another no more than 64 KiB are held at a time.
absl::Status ForEachPiece(const TensorView& view,
                          const std::function<absl::Status(ByteSpan)>& take);

// MakeContiguous returns those bytes as a whole. A view that repeats elements
// can be of any size whatever memory there is: one of more than `max_bytes` is
// ResourceExhausted, and nothing was allocated.
absl::StatusOr<std::vector<std::byte>> MakeContiguous(const TensorView& view,
                                                      uint64_t max_bytes);

}  // namespace loadgate

#endif  // LOADGATE_TENSOR_VIEW_H_
