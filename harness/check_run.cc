#include "harness/check_run.h"

#include <algorithm>
#include <utility>

#include "harness/gate/report_text.h"
#include "harness/judge_folder.h"
#include "harness/ordered_work.h"
#include "harness/signals.h"

namespace loadgate {
namespace {

using Kind = PlannedInput::Kind;

bool IsInput(const PlannedInput& step) {
  return step.kind == Kind::kPath || step.kind == Kind::kStandardInput ||
         step.kind == Kind::kEntry || step.kind == Kind::kSets ||
         step.kind == Kind::kProblem;
}

}  // namespace

CheckRun::CheckRun(CheckOptions options, ReportWriter& writer, Output& output,
                   Progress& progress)
    : options_(std::move(options)),
      writer_(writer),
      output_(output),
      progress_(progress) {}

int CheckRun::Run(std::vector<PlannedInput> plan) {
  writer_.Begin();
  counts_.total =
      static_cast<uint64_t>(std::count_if(plan.begin(), plan.end(), IsInput));
  OrderedWork<Judged> work(plan.size(), options_.jobs,
                           [&](size_t i) { return JudgeStep(&plan[i]); });
  for (size_t i = 0; i < plan.size() && output_.ok(); ++i) {
    progress_.Show(counts_, Progress::Clock::now());
    Step(plan[i], work.Take());
  }
  progress_.Clear();
  writer_.End(tally_);
  const std::string ignored = IgnoredWords(tally_);
  if (options_.counts_ignored && !ignored.empty()) {
    PrintError(ignored + "; --format json lists them");
  }
  return output_.Finish(tally_.ExitCode());
}

// All that may be done for several steps at once.
CheckRun::Judged CheckRun::JudgeStep(PlannedInput* step) const {
  Judged judged;
  if (!IsInput(*step)) return judged;
  if (Interrupted()) {
    judged.reports.push_back(InterruptedReport(*step));
    return judged;
  }
  judged.models = TakeModels(options_.input, step);
  if (step->kind == Kind::kSets) {
    judged.reports = JudgeFolder(*step, options_.input);
  } else {
    judged.reports.push_back(JudgeInput(*step, options_.input));
  }
  return judged;
}

void CheckRun::Step(const PlannedInput& step, const Judged& judged) {
  switch (step.kind) {
    case Kind::kIgnored:
      Ignore(step.path);
      return;
    case Kind::kIgnoredFolder:
      tally_.AddIgnoredFolder();
      writer_.Ignored(step.path);
      return;
    case Kind::kDirectoryEnd:
      EndDirectory(step);
      return;
    case Kind::kPath:
    case Kind::kStandardInput:
    case Kind::kEntry:
    case Kind::kSets:
    case Kind::kProblem:
      break;
  }
  ++counts_.done;
  for (const std::string& path : judged.models) Ignore(path);
  for (const InputReport& report : judged.reports) {
    counts_.bytes += report.size.value_or(0);
    if (step.by_content && IsNoModel(report)) {
      Ignore(step.path);
    } else {
      ReportInput(step, report);
    }
  }
}

void CheckRun::EndDirectory(const PlannedInput& directory) {
  if (inputs_in_directory_ == 0) {
    Report(NothingToCheck(directory, options_.recursive));
  }
  inputs_in_directory_ = 0;
}

void CheckRun::Ignore(std::string_view path) {
  tally_.AddIgnored();
  writer_.Ignored(path);
}

void CheckRun::ReportInput(const PlannedInput& input,
                           const InputReport& report) {
  if (input.directory != nullptr) ++inputs_in_directory_;
  Report(report);
}

void CheckRun::Report(const InputReport& report) {
  tally_.Add(report.verdict);
  counts_.rejected = tally_.rejected();
  counts_.undecided = tally_.undecided();
  if (options_.quiet && report.verdict == Verdict::kAccept) return;
  if (options_.shares_terminal) progress_.Clear();
  writer_.Input(report);
  output_.Flush();
}

}  // namespace loadgate
