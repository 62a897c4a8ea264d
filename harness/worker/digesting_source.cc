#include "harness/worker/digesting_source.h"

namespace loadgate {

absl::StatusOr<size_t> DigestingSource::ReadSome(uint64_t offset,
                                                 std::span<std::byte> out,
                                                 size_t least) {
  const absl::StatusOr<size_t> got = source_.ReadSome(offset, out, least);
  if (got.ok() && offset == bytes_) {
    sha256_.Add(out.first(*got));
    bytes_ += *got;
  }
  return got;
}

}  // namespace loadgate
