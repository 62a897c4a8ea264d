#include "inspect/judge_safetensors.h"

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "loadgate/safetensors_reader.h"

namespace loadgate {
namespace {

// Reads a stream to its end from `offset` on, and throws the bytes away.
absl::Status PassData(HeaderWindow& window, uint64_t offset) {
  uint64_t got = kStreamStep;
  while (got == kStreamStep) {
    const auto bytes = window.Fetch(offset, kStreamStep);
    if (!bytes.ok()) return bytes.status();
    got = bytes->size();
    offset += got;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SafetensorsFile> JudgeSafetensors(HeaderWindow& window,
                                                 ByteSource& source,
                                                 const JudgeOptions& options,
                                                 FindingSink* sink) {
  const bool is_stream = !source.size().has_value();
  SafetensorsReader reader(options.limits, options.hash_key);
  ReadResult result;
  do {
    const absl::Status status = window.GrowTo(result.need);
    if (!status.ok()) return status;
    result = reader.ReadInPlace(window.mutable_bytes(), source.size(), sink);
  } while (result.status == ReadStatus::kNeedBytes);
  if (is_stream) {
    window.Decide(reader.wanted().value_or(kSafetensorsLengthBytes));
  }
  if (result.status == ReadStatus::kNeedSize) {
    const absl::Status status = PassData(window, window.bytes().size());
    if (!status.ok()) return status;
    reader.ReadInPlace(window.mutable_bytes(), source.size(), sink);
  }
  return std::move(reader).TakePartial(window.bytes());
}

}  // namespace loadgate
