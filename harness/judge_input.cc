#include "harness/judge_input.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_format.h"
#include "harness/gate/human.h"
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

// A file's name between quotes that it does not hold, or holds doubled.
std::string QuotedName(std::string_view name) {
  const bool single = name.find('\'') == std::string_view::npos;
  const char quote = single ? '\'' : '"';
  std::string text(1, quote);
  for (const char c : name) text.append(c == quote ? 2 : 1, c);
  return text + quote;
}

// `names` are those of the pickles beside a model.
Finding PickleBeside(const std::vector<std::string>& names) {
  const std::string others =
      names.size() == 1
          ? " lies beside this file and is a pickle by its name."
          : absl::StrFormat(
                " and %s lie beside this file and are pickles by their names.",
                Counted(names.size() - 1, "other file"));
  return MakeFinding(Code::kPickleBesideModel,
                     QuotedName(names.front()) + others);
}

InputReport JudgeContent(const PlannedInput& input,
                         const InputOptions& options) {
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
  if (file.size.has_value() || !Interrupted()) return report;
  // The signal that reached us may have ended the program that fed the stream,
  // or our reading: what was found at that end was not found at the input's.
  if (report.size.has_value()) return InterruptedReport(input);
  AddFinding(MakeFinding(Code::kInputInterrupted, "A signal came."), &report);
  return report;
}

}  // namespace

InputReport JudgeInput(const PlannedInput& input, const InputOptions& options) {
  InputReport report = JudgeContent(input, options);
  if (!input.pickles.empty()) {
    AddFinding(PickleBeside(input.pickles), &report);
  }
  return report;
}

bool IsNoModel(const InputReport& report) {
  // A file of no known format was seen by the worker and is empty, unknown or
  // recognised as something else; one that was never seen has no size.
  return report.verdict == Verdict::kReject && report.format == "unknown" &&
         report.size.has_value();
}

InputReport InterruptedReport(const PlannedInput& input) {
  return ReportWithout(input.path,
                       MakeFinding(Code::kInputInterrupted, "A signal came."));
}

}  // namespace loadgate
