// CheckRun: what `check` does with a plan.
//
// Judges its inputs, several at once if that is wanted, and writes the report
// in the order of the plan.

#ifndef HARNESS_CHECK_RUN_H_
#define HARNESS_CHECK_RUN_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/input_report.h"
#include "harness/gate/report_writer.h"
#include "harness/gate/verdict.h"
#include "harness/judge_input.h"
#include "harness/output.h"
#include "harness/progress.h"
#include "harness/walk.h"

namespace loadgate {

// CheckOptions is how.
struct CheckOptions {
  // Whether only what is not accepted is reported.
  bool quiet = false;
  // Whether subdirectories were looked into as well.
  bool recursive = false;
  // Whether the report names no ignored files: then standard error counts them.
  bool counts_ignored = false;
  // Whether the report goes to the terminal that the progress is shown on.
  bool shares_terminal = false;
  // How many inputs are judged at once; at least 1.
  size_t jobs = 1;
  InputOptions input;
};

class CheckRun {
 public:
  // CheckRun writes through `writer`, whose sink is that of `output`. It
  // borrows all three.
  CheckRun(CheckOptions options, ReportWriter& writer, Output& output,
           Progress& progress);

  // Run carries the plan out, once, and returns the exit code.
  int Run(std::vector<PlannedInput> plan);

 private:
  // What became of a step that is an input.
  struct Judged {
    std::vector<std::string> models;   // Pickles by their names that are none.
    std::vector<InputReport> reports;  // One, but of sets.
  };

  Judged JudgeStep(PlannedInput* step) const;
  void Step(const PlannedInput& step, const Judged& judged);
  void EndDirectory(const PlannedInput& directory);
  void Ignore(std::string_view path);
  void ReportInput(const PlannedInput& input, const InputReport& report);
  void Report(const InputReport& report);

  CheckOptions options_;
  ReportWriter& writer_;
  Output& output_;
  Progress& progress_;
  ProgressCounts counts_;
  Tally tally_;
  size_t inputs_in_directory_ = 0;
};

}  // namespace loadgate

#endif  // HARNESS_CHECK_RUN_H_
