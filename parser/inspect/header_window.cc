#include "inspect/header_window.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "loadgate/checked_math.h"
#include "loadgate/cursor.h"

namespace loadgate {

uint64_t HeaderWindow::NextSize(uint64_t wanted) const {
  const uint64_t present = present_;
  const std::optional<uint64_t> file_size = source_.size();
  // A stream is believed nothing: a length of 200 MiB in it takes memory only
  // as the bytes arrive.
  if (!file_size.has_value()) return present + kStreamStep;
  const uint64_t step = std::max(present, kStreamStep);
  const uint64_t target = std::max(wanted, std::min(present + step, most_));
  return std::min(target, *file_size);
}

absl::Status HeaderWindow::GrowTo(uint64_t wanted) {
  if (wanted > SIZE_MAX) {
    return absl::ResourceExhaustedError("the header does not fit in memory");
  }
  while (present_ < wanted) {
    const bool size_known = source_.size().has_value();
    const auto target = static_cast<size_t>(NextSize(wanted));
    if (target <= present_) return absl::OkStatus();
    // The step is chosen above; a vector left alone would double again.
    if (target > bytes_.capacity() && size_known) bytes_.reserve(target);
    // A step of a stream that did not fill the last one's room goes on in it.
    if (target > bytes_.size()) bytes_.resize(target);
    const auto room = std::span(bytes_).subspan(present_, target - present_);
    const uint64_t missing = std::min<uint64_t>(wanted - present_, room.size());
    const size_t least =
        size_known ? room.size() : static_cast<size_t>(missing);
    const absl::StatusOr<size_t> got = source_.ReadSome(present_, room, least);
    if (!got.ok()) return got.status();
    present_ += *got;
    if (*got >= least) continue;
    return size_known ? absl::DataLossError(
                            "the file became shorter while it was read")
                      : absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::byte>> HeaderWindow::Fetch(uint64_t offset,
                                                           uint64_t length) {
  std::vector<std::byte> out;
  Cursor window(bytes());
  if (window.Skip(offset)) {
    const ByteSpan rest = window.rest();
    const uint64_t there = std::min<uint64_t>(length, rest.size());
    const ByteSpan present = rest.first(static_cast<size_t>(there));
    out.assign(present.begin(), present.end());
  }
  const size_t present = out.size();
  if (present == length) return out;
  out.resize(static_cast<size_t>(length));
  const absl::StatusOr<size_t> got = source_.ReadAt(
      SaturatingAdd(offset, present), std::span(out).subspan(present));
  if (!got.ok()) return got.status();
  out.resize(present + *got);
  return out;
}

std::vector<std::byte> HeaderWindow::Release() && {
  bytes_.resize(present_);
  return std::move(bytes_);
}

}  // namespace loadgate
