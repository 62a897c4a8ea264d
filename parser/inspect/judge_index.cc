#include "inspect/judge_index.h"

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"

namespace loadgate {
namespace {

// An index says nowhere how long it is: all there is of it is read, and of one
// that is over the limit no more than it takes to see that.
absl::Status FetchAll(HeaderWindow& window, const ByteSource& source,
                      uint64_t limit) {
  const uint64_t most = limit < UINT64_MAX ? limit + 1 : limit;
  if (source.size().has_value()) {
    return window.GrowTo(std::min(*source.size(), most));
  }
  absl::Status status;
  uint64_t present = 0;
  do {
    present = window.bytes().size();
    status = window.GrowTo(std::min(present + kStreamStep, most));
  } while (status.ok() && present < window.bytes().size() && present < most);
  return status;
}

}  // namespace

absl::StatusOr<std::optional<SafetensorsIndex>> JudgeIndex(
    HeaderWindow& window, ByteSource& source, const JudgeOptions& options,
    FindingSink* sink) {
  const absl::Status status =
      FetchAll(window, source, options.limits.header_bytes);
  if (!status.ok()) return status;
  auto index = ReadSafetensorsIndex(window.mutable_bytes(), options.limits,
                                    options.hash_key, sink);
  if (!options.in_set && sink->verdict() == Verdict::kAccept) {
    sink->Report(Code::kIndexAlone, 0, [] {
      return FindingText{"file", "Only the index was given."};
    });
  }
  return index;
}

}  // namespace loadgate
