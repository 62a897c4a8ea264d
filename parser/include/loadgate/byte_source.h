// ByteSource: where a file's bytes come from.
//
// The readers are pure and take bytes; a ByteSource fetches them. A header is
// always fetched into memory of our own, never mapped, so that nobody can
// change it between the moment it is checked and the moment it is used. From
// here up, Abseil's Status says that an operation could not go on.

#ifndef LOADGATE_BYTE_SOURCE_H_
#define LOADGATE_BYTE_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "loadgate/bytes.h"

namespace loadgate {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // size returns how many bytes there are, or nullopt while the end of a stream
  // has not been seen.
  virtual std::optional<uint64_t> size() const = 0;

  // ReadAt fills `out` with the bytes from `offset` on and returns how many it
  // stored: fewer than asked for only where the bytes end. A stream can only go
  // forward: an `offset` before what was read already is FailedPrecondition.
  // Errors of the operating system come out as absl::ErrnoToStatus makes them.
  virtual absl::StatusOr<size_t> ReadAt(uint64_t offset,
                                        std::span<std::byte> out) = 0;
};

// MemorySource serves bytes that are in memory and outlive it.
class MemorySource : public ByteSource {
 public:
  explicit MemorySource(ByteSpan bytes) : bytes_(bytes) {}
  std::optional<uint64_t> size() const override { return bytes_.size(); }
  absl::StatusOr<size_t> ReadAt(uint64_t offset,
                                std::span<std::byte> out) override;

 private:
  ByteSpan bytes_;
};

// FileSource serves a plain file by pread(2). It borrows the descriptor, whose
// file position it neither uses nor moves, and trusts `size`, the caller's
// fstat: bytes that have gone by the time they are read come out as too few.
class FileSource : public ByteSource {
 public:
  FileSource(int fd, uint64_t size) : fd_(fd), size_(size) {}
  std::optional<uint64_t> size() const override { return size_; }
  absl::StatusOr<size_t> ReadAt(uint64_t offset,
                                std::span<std::byte> out) override;

 private:
  int fd_;
  uint64_t size_;
};

// StreamSource serves a pipe or socket by read(2), forward only. It borrows the
// descriptor. Bytes between two reads are read and thrown away.
class StreamSource : public ByteSource {
 public:
  explicit StreamSource(int fd) : fd_(fd) {}
  std::optional<uint64_t> size() const override { return size_; }
  absl::StatusOr<size_t> ReadAt(uint64_t offset,
                                std::span<std::byte> out) override;

 private:
  absl::StatusOr<size_t> ReadOn(std::span<std::byte> out);

  int fd_;
  uint64_t position_ = 0;
  std::optional<uint64_t> size_;  // Known once read(2) has returned 0.
};

}  // namespace loadgate

#endif  // LOADGATE_BYTE_SOURCE_H_
