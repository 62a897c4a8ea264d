#include "harness/judge_input.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "harness/intake.h"
#include "harness/signals.h"
#include "harness/worker.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

using Kind = PlannedInput::Kind;

OpenResult Open(const PlannedInput& input) {
  switch (input.kind) {
    case Kind::kPath:
      return OpenPath(input.path);
    case Kind::kStandardInput:
      return OpenStandardInput();
    case Kind::kEntry:
      return OpenEntry(*input.directory, input.relative);
    case Kind::kProblem:
      return *input.problem;
    case Kind::kIgnored:
    case Kind::kDirectoryEnd:
      break;
  }
  LG_CHECK(false);
}

}  // namespace

InputReport JudgeInput(const PlannedInput& input, const InputOptions& options) {
  OpenResult opened = Open(input);
  if (auto* finding = std::get_if<Finding>(&opened)) {
    return ReportWithout(input.path, std::move(*finding));
  }
  const OpenedInput& file = std::get<OpenedInput>(opened);
  const WorkerRequest request = {.fd = file.fd.get(),
                                 .size = file.size,
                                 .name = input.path,
                                 .limits = options.limits,
                                 .inspect = options.inspect,
                                 .all_values = options.all_values};
  std::optional<SignalEndsStream> ends;
  if (!file.size.has_value()) ends.emplace(file.fd.get());
  InputCollector collector(input.path);
  RunWorker(request, [&](const Record& record) {
    collector.Add(record);
    if (options.on_record) options.on_record(record);
  });
  InputReport report = std::move(collector).Take();
  if (std::optional<Finding> change = FindChange(file)) {
    AddFinding(*std::move(change), &report);
  }
  // The signal that reached us may have ended the program that fed the stream,
  // so its end need not be the input's.
  if (!file.size.has_value() && Interrupted()) {
    AddFinding(MakeFinding(Code::kInputInterrupted, "A signal came."), &report);
  }
  return report;
}

bool IsNoModel(const InputReport& report) {
  return report.verdict == Verdict::kReject &&
         std::any_of(report.findings.begin(), report.findings.end(),
                     [](const Finding& finding) {
                       return finding.code == Code::kFormatUnknown ||
                              finding.code == Code::kFileEmpty;
                     });
}

InputReport InterruptedReport(const PlannedInput& input) {
  return ReportWithout(input.path,
                       MakeFinding(Code::kInputInterrupted, "A signal came."));
}

}  // namespace loadgate
