// Judging one GGUF file: header, padding, end and tail.

#ifndef LOADGATE_INSPECT_JUDGE_GGUF_H_
#define LOADGATE_INSPECT_JUDGE_GGUF_H_

#include <optional>

#include "absl/status/statusor.h"
#include "inspect/header_window.h"
#include "loadgate/byte_source.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/judge.h"

namespace loadgate {

// JudgeGguf reads the file in `window` and `source` as GGUF and reports into
// `*sink`. It returns what was read, which views the window's bytes: they must
// not grow any more. An error status means that bytes could not be had.
absl::StatusOr<GgufFile> JudgeGguf(HeaderWindow& window, ByteSource& source,
                                   const JudgeOptions& options,
                                   FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_INSPECT_JUDGE_GGUF_H_
