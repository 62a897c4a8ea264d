// JudgeInput: one input, from its name to its report.
//
// Opens it, has a worker judge it, and compares its state before and after. The
// report is undecided whenever any of the three did not go to its end.

#ifndef HARNESS_JUDGE_INPUT_H_
#define HARNESS_JUDGE_INPUT_H_

#include <functional>
#include <string>
#include <vector>

#include "harness/file_judge.h"
#include "harness/gate/input_report.h"
#include "harness/gate/record.h"
#include "harness/gate/reply_format.h"
#include "harness/walk.h"
#include "loadgate/limits.h"

namespace loadgate {

// InputOptions is how; WorkerRequest says what those behind `judge` mean.
struct InputOptions {
  // Who judges; outlives every call.
  const FileJudge* judge = nullptr;
  Limits limits;
  bool inspect = false;
  bool all_values = false;
  // Whether the input is an index, the names in which are wanted.
  bool names = false;
  // What a reply may have, if `inspect`.
  ReplyLimits reply = kInspectReply;
  // Given every record of the reply, if set; of a set that of all its files.
  RecordSink on_record;
  // Told before that, if set, that the input at `path` is a set of the files
  // that have these names, by number.
  std::function<void(const std::string& path,
                     const std::vector<std::string>& names)>
      on_files;
};

// JudgeInput judges an input of the kinds kPath, kStandardInput, kEntry or
// kProblem.
InputReport JudgeInput(const PlannedInput& input, const InputOptions& options);

// JudgeOpened judges what was opened as `path`.
InputReport JudgeOpened(const std::string& path, const OpenedInput& file,
                        const InputOptions& options);

// AddBeside adds what lies beside the input, the first model of its directory.
void AddBeside(const PlannedInput& input, InputReport* report);

// TakeModels takes off the names of pickles beside `*input` those of files that
// their content shows to be none: GGUF or safetensors files that are well
// formed, and those of an older ggml format. It returns their paths.
std::vector<std::string> TakeModels(const InputOptions& options,
                                    PlannedInput* input);

// NothingToCheck returns the report on a directory without an input, whose
// subdirectories were looked into too if `recursive`.
InputReport NothingToCheck(const PlannedInput& directory, bool recursive);

// IsNoModel returns whether the report is about a file that is no model at all.
// A file that was looked at for its content only is then no input.
bool IsNoModel(const InputReport& report);

// InterruptedReport returns the report on an input that was not decided before
// the run was interrupted.
InputReport InterruptedReport(const PlannedInput& input);

}  // namespace loadgate

#endif  // HARNESS_JUDGE_INPUT_H_
