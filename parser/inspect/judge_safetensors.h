// Judging one safetensors file: header, layout and end.

#ifndef LOADGATE_INSPECT_JUDGE_SAFETENSORS_H_
#define LOADGATE_INSPECT_JUDGE_SAFETENSORS_H_

#include "absl/status/statusor.h"
#include "inspect/header_window.h"
#include "loadgate/byte_source.h"
#include "loadgate/finding.h"
#include "loadgate/judge.h"
#include "loadgate/safetensors_file.h"

namespace loadgate {

// JudgeSafetensors reads the file in `window` and `source` as safetensors and
// reports into `*sink`. It returns what was read, which views the window's
// bytes, unescaped in place: they must not grow any more. An error status means
// that bytes could not be had.
absl::StatusOr<SafetensorsFile> JudgeSafetensors(HeaderWindow& window,
                                                 ByteSource& source,
                                                 const JudgeOptions& options,
                                                 FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_INSPECT_JUDGE_SAFETENSORS_H_
