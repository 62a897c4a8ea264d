// TensorStream: writes a model file's bytes in order, header first.
//
// A writer (GgufWriter, SafetensorsWriter) lays a file out without seeing any
// tensor data: FileLayout is the result. A TensorStream then takes the data, in
// any pieces, and sees to it that each tensor gets exactly the bytes it was
// laid out for. It holds none of them.

#ifndef LOADGATE_TENSOR_STREAM_H_
#define LOADGATE_TENSOR_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/attributes.h"
#include "loadgate/byte_sink.h"
#include "loadgate/bytes.h"
#include "loadgate/tensor_view.h"

namespace loadgate {

// TensorExtent is the place of one tensor's data. Extents stand in the order of
// the data, which need not be that in which tensors were added.
struct TensorExtent {
  std::string name;
  size_t added = 0;      // Its number in the order of adding, from 0.
  uint64_t offset = 0;   // From the start of the data section.
  uint64_t bytes = 0;    // Without padding.
  uint64_t padding = 0;  // Zeros behind it.
};

// FileLayout is a whole file but for its tensors' bytes.
struct FileLayout {
  // All that stands before the data section, and how many zeros behind it.
  std::vector<std::byte> header;
  uint64_t header_padding = 0;
  std::vector<TensorExtent> tensors;
  // The size of the whole file.
  uint64_t file_bytes = 0;
};

class TensorStream {
 public:
  // TensorStream will write to `*sink` what `*layout` describes. Both must
  // outlive it.
  TensorStream(const FileLayout* layout LG_LIFETIME_BOUND,
               ByteSink* sink LG_LIFETIME_BOUND);

  // Begin writes the header and its padding. It comes first, once.
  absl::Status Begin();

  // Write takes the next bytes of tensor `i` of the layout. Every tensor before
  // must be whole, and the bytes must fit in what the tensor still wants;
  // anything else is FailedPrecondition or InvalidArgument, and nothing is
  // written. Padding is written when a tensor is whole. Empty tensors need no
  // call. After an error of the sink all further calls return that error.
  absl::Status Write(size_t i, ByteSpan piece);

  // WriteTensor takes all of tensor `i` from a view, strided or not, of which
  // its dtype and shape must make the tensor's size.
  absl::Status WriteTensor(size_t i, const TensorView& view);

  // CopyRange is Write of `length` bytes from `offset` on of the plain file
  // `fd`.
  absl::Status CopyRange(size_t i, int fd, uint64_t offset, uint64_t length);

  // Finish returns OK if every tensor is whole. It comes last; the sink has
  // then been given exactly the layout's `file_bytes`.
  absl::Status Finish();

 private:
  absl::Status Admit(size_t i, uint64_t length);
  absl::Status Took(uint64_t length);
  absl::Status PassWholeTensors();
  absl::Status WriteZeros(uint64_t length);
  absl::Status Note(absl::Status status);
  std::string Missing() const;

  const FileLayout* layout_;
  ByteSink* sink_;
  absl::Status failure_;
  bool begun_ = false;
  size_t tensor_ = 0;   // The one whose bytes are wanted.
  uint64_t taken_ = 0;  // Of its bytes.
};

}  // namespace loadgate

#endif  // LOADGATE_TENSOR_STREAM_H_
