// DigestingSource: a digest of the bytes that a verdict rests on.
//
// The front of a file is read once, forward, and used as it was read; so the
// bytes that the reader saw are hashed as they come, and nobody has to believe
// that a second reading gives the same ones.

#ifndef HARNESS_WORKER_DIGESTING_SOURCE_H_
#define HARNESS_WORKER_DIGESTING_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "harness/sha256.h"
#include "loadgate/byte_source.h"

namespace loadgate {

// DigestingSource passes everything on to another source, which outlives it.
class DigestingSource : public ByteSource {
 public:
  explicit DigestingSource(ByteSource& source) : source_(source) {}
  std::optional<uint64_t> size() const override { return source_.size(); }
  absl::StatusOr<size_t> ReadSome(uint64_t offset, std::span<std::byte> out,
                                  size_t least) override;

  // bytes returns how many bytes from the front on were read without a gap.
  // Those behind, which are looked at here and there, are not counted.
  uint64_t bytes() const { return bytes_; }

  // Digest returns the SHA-256 of exactly these.
  Sha256Digest Digest() const { return sha256_.Digest(); }

 private:
  ByteSource& source_;
  Sha256 sha256_;
  uint64_t bytes_ = 0;
};

}  // namespace loadgate

#endif  // HARNESS_WORKER_DIGESTING_SOURCE_H_
