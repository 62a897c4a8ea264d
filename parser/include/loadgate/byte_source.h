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

  // ReadSome stores bytes from `offset` on into `out` and returns how many: no
  // fewer than `least`, which is at most out.size(), unless the bytes end
  // before. Where more are to be had without waiting it may store them too, as
  // far as `out` goes; it never waits for them. So `least` is what the caller
  // cannot do without and `out` what it can make use of, and only a result
  // below `least` says that the end was met.
  //
  // A stream can only go forward: an `offset` before what was read already is
  // FailedPrecondition. Errors of the operating system come out as
  // absl::ErrnoToStatus makes them.
  virtual absl::StatusOr<size_t> ReadSome(uint64_t offset,
                                          std::span<std::byte> out,
                                          size_t least) = 0;

  // ReadAt is ReadSome that fills `out`: it returns fewer bytes than that only
  // where they end.
  absl::StatusOr<size_t> ReadAt(uint64_t offset, std::span<std::byte> out) {
    return ReadSome(offset, out, out.size());
  }
};

// MemorySource serves bytes that are in memory and outlive it.
class MemorySource : public ByteSource {
 public:
  explicit MemorySource(ByteSpan bytes) : bytes_(bytes) {}
  std::optional<uint64_t> size() const override { return bytes_.size(); }
  absl::StatusOr<size_t> ReadSome(uint64_t offset, std::span<std::byte> out,
                                  size_t least) override;

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
  absl::StatusOr<size_t> ReadSome(uint64_t offset, std::span<std::byte> out,
                                  size_t least) override;

 private:
  int fd_;
  uint64_t size_;
};

// StreamSource serves a pipe or socket by read(2), forward only. It borrows the
// descriptor. Bytes between two reads are read and thrown away. Its end is
// known once read(2) has returned 0: a writer that pauses is not the end.
class StreamSource : public ByteSource {
 public:
  explicit StreamSource(int fd) : fd_(fd) {}
  std::optional<uint64_t> size() const override { return size_; }
  absl::StatusOr<size_t> ReadSome(uint64_t offset, std::span<std::byte> out,
                                  size_t least) override;

 private:
  absl::StatusOr<size_t> ReadOn(std::span<std::byte> out, size_t least);

  int fd_;
  uint64_t position_ = 0;
  std::optional<uint64_t> size_;
};

}  // namespace loadgate

#endif  // LOADGATE_BYTE_SOURCE_H_
