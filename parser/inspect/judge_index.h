// Judging the index of a checkpoint by itself: what it says, and not whether it
// is so.

#ifndef LOADGATE_INSPECT_JUDGE_INDEX_H_
#define LOADGATE_INSPECT_JUDGE_INDEX_H_

#include <optional>

#include "absl/status/statusor.h"
#include "inspect/header_window.h"
#include "loadgate/byte_source.h"
#include "loadgate/finding.h"
#include "loadgate/judge.h"
#include "loadgate/safetensors_index.h"

namespace loadgate {

// JudgeIndex reads all of `source` into `window` as an index and reports into
// `*sink`. It returns what was read, which views the window's bytes, unescaped
// in place: they must not grow any more. An error status means that bytes could
// not be had.
absl::StatusOr<std::optional<SafetensorsIndex>> JudgeIndex(
    HeaderWindow& window, ByteSource& source, const JudgeOptions& options,
    FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_INSPECT_JUDGE_INDEX_H_
