// HeaderWindow: the front of a file, fetched as far as it is wanted.

#ifndef LOADGATE_INSPECT_HEADER_WINDOW_H_
#define LOADGATE_INSPECT_HEADER_WINDOW_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/attributes.h"
#include "loadgate/byte_source.h"
#include "loadgate/bytes.h"

namespace loadgate {

// kStreamStep is how much of a stream is taken at once at most, in bytes.
inline constexpr uint64_t kStreamStep = 64 * 1024;

class HeaderWindow {
 public:
  // HeaderWindow fetches from `source`, which outlives it, and keeps at most
  // `most` bytes.
  HeaderWindow(ByteSource& source, uint64_t most)
      : source_(source), most_(most) {}

  // bytes views the bytes present. Growing the window moves them.
  ByteSpan bytes() const LG_LIFETIME_BOUND {
    return ByteSpan(bytes_).first(present_);
  }

  // mutable_bytes gives the bytes present to a reader that unescapes in place.
  std::span<std::byte> mutable_bytes() LG_LIFETIME_BOUND {
    return std::span(bytes_).first(present_);
  }

  // GrowTo fetches until at least `wanted` bytes are present, or all the
  // file's. A file is fetched in steps that double, so that a header costs few
  // calls and no byte is copied often. Of a stream, what has arrived is taken,
  // up to kStreamStep at once, and nothing is waited for beyond `wanted`: bytes
  // that decide are not held up by those behind them, and less than kStreamStep
  // is taken beyond `wanted`.
  absl::Status GrowTo(uint64_t wanted);

  // Fetch returns the `length` bytes at `offset`, or fewer where the file ends,
  // from the window and the source. Of a stream, it waits for all of them, and
  // offsets must not go back behind what was fetched from it already.
  absl::StatusOr<std::vector<std::byte>> Fetch(uint64_t offset,
                                               uint64_t length);

  // deciding views the bytes present, or the first `count` of them once Decide
  // was called: those that a verdict on a stream rests on, whichever others had
  // arrived with them.
  ByteSpan deciding() const LG_LIFETIME_BOUND {
    return bytes().first(std::min(present_, deciding_));
  }
  void Decide(uint64_t count) {
    deciding_ = static_cast<size_t>(std::min<uint64_t>(count, SIZE_MAX));
  }

  // Release gives the bytes away.
  std::vector<std::byte> Release() &&;

 private:
  uint64_t NextSize(uint64_t wanted) const;

  ByteSource& source_;
  uint64_t most_;
  std::vector<std::byte> bytes_;  // The bytes present, and room for a step.
  size_t present_ = 0;
  size_t deciding_ = SIZE_MAX;
};

}  // namespace loadgate

#endif  // LOADGATE_INSPECT_HEADER_WINDOW_H_
