// ByteSink: where a writer's bytes go.
//
// A model's tensor data is larger than memory, so a writer hands bytes on as it
// gets them. The counterpart of ByteSource.

#ifndef LOADGATE_BYTE_SINK_H_
#define LOADGATE_BYTE_SINK_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "loadgate/attributes.h"
#include "loadgate/bytes.h"

namespace loadgate {

class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;

  // Write takes all of `bytes`, behind those it took before. After an error
  // nobody knows how many it took: give up what was being written. Errors of
  // the operating system come out as absl::ErrnoToStatus makes them.
  virtual absl::Status Write(ByteSpan bytes) = 0;

  // CopyRange takes `length` bytes from `offset` on of the plain file `fd`,
  // whose file position it neither uses nor moves. A file that ends before is
  // DataLoss. Memory is a small constant whatever the length.
  virtual absl::Status CopyRange(int fd, uint64_t offset, uint64_t length);
};

// MemorySink keeps what it takes.
class MemorySink : public ByteSink {
 public:
  absl::Status Write(ByteSpan bytes) override;

  // bytes returns all that was taken so far.
  const std::vector<std::byte>& bytes() const LG_LIFETIME_BOUND {
    return bytes_;
  }

 private:
  std::vector<std::byte> bytes_;
};

// DescriptorSink writes to a file, pipe or socket by write(2), over short
// writes and interruptions. It borrows the descriptor. Between two plain files
// CopyRange has the kernel copy, by copy_file_range(2), where it can.
class DescriptorSink : public ByteSink {
 public:
  explicit DescriptorSink(int fd) : fd_(fd) {}
  absl::Status Write(ByteSpan bytes) override;
  absl::Status CopyRange(int fd, uint64_t offset, uint64_t length) override;

 private:
  int fd_;
};

}  // namespace loadgate

#endif  // LOADGATE_BYTE_SINK_H_
