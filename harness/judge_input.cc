#include "harness/judge_input.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_format.h"
#include "harness/gate/human.h"
#include "harness/reread.h"
#include "harness/signals.h"
#include "harness/worker_task.h"
#include "loadgate/check.h"
#include "loadgate/intake.h"

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
    case Kind::kIgnoredFolder:
    case Kind::kSets:
    case Kind::kDirectoryEnd:
      break;
  }
  LG_CHECK(false);
}

constexpr std::string_view kPickle = "a pickle";
constexpr std::string_view kPickles = "pickles";
constexpr std::string_view kPart =
    "a piece of a model or an unfinished download";
constexpr std::string_view kParts = "pieces of models or unfinished downloads";

// "'a.bin' and 2 other files".
std::string Files(const std::vector<std::string>& names) {
  std::string files = QuotedName(names.front());
  if (names.size() > 1) {
    files += " and " + Counted(names.size() - 1, "other file");
  }
  return files;
}

// `names` are those of files beside a model.
Finding Beside(Code code, std::string_view one, std::string_view more,
               const std::vector<std::string>& names) {
  return MakeFinding(
      code,
      absl::StrFormat(
          "%s %s", Files(names),
          names.size() == 1
              ? absl::StrFormat("lies beside this file and is %s by its name.",
                                one)
              : absl::StrFormat(
                    "lie beside this file and are %s by their names.", more)));
}

InputReport JudgeContent(const PlannedInput& input,
                         const InputOptions& options) {
  OpenResult opened = Open(input);
  if (auto* finding = std::get_if<Finding>(&opened)) {
    return ReportWithout(input.path, std::move(*finding));
  }
  return JudgeOpened(input.path, std::get<OpenedInput>(opened), options);
}

// Whether a file that is a pickle by its name is none. Bytes can begin both as
// a pickle and as a model: only a file that is a model to its end counts.
bool ShowsModel(const InputReport& report) {
  return report.verdict == Verdict::kAccept ||
         std::any_of(report.findings.begin(), report.findings.end(),
                     [](const Finding& finding) {
                       return finding.code == Code::kFileOldGgml;
                     });
}

}  // namespace

InputReport JudgeOpened(const std::string& path, const OpenedInput& file,
                        const InputOptions& options) {
  const WorkerRequest request = {.size = file.size,
                                 .name = path,
                                 .limits = options.limits,
                                 .names = options.names,
                                 .inspect = options.inspect,
                                 .all_values = options.all_values,
                                 .reply_records = options.reply.records,
                                 .reply_bytes = options.reply.bytes};
  InputCollector collector(path);
  const auto sink = [&](const Record& record) {
    collector.Add(record);
    if (options.on_record) options.on_record(record);
  };
  std::optional<Finding> wrong =
      options.judge->Judge(request, file.fd.get(), sink, Interrupted);
  if (!wrong.has_value() && !file.size.has_value() && Interrupted()) {
    // The signal that reached us may have ended the program that fed the
    // stream: what was found at that end was not found at the input's.
    wrong = MakeFinding(Code::kInputInterrupted, "A signal came.");
  }
  if (wrong.has_value()) {
    // What a worker said that did not come to its end counts for nothing.
    InputReport report = ReportWithout(path, *std::move(wrong));
    report.size = file.size;
    return report;
  }
  InputReport report = std::move(collector).Take();
  if (std::optional<Finding> change = FindChange(file)) {
    AddFinding(*std::move(change), &report);
  } else if (file.size.has_value() && report.verdict == Verdict::kAccept &&
             !report.header.has_value()) {
    AddFinding(WithoutDigest(), &report);
  } else if (std::optional<Finding> differs =
                 FindOtherBytes(file, options.limits, report.header)) {
    AddFinding(*std::move(differs), &report);
  }
  return report;
}

InputReport JudgeInput(const PlannedInput& input, const InputOptions& options) {
  InputReport report = JudgeContent(input, options);
  AddBeside(input, &report);
  return report;
}

void AddBeside(const PlannedInput& input, InputReport* report) {
  if (!input.pickles.empty()) {
    AddFinding(
        Beside(Code::kPickleBesideModel, kPickle, kPickles, input.pickles),
        report);
  }
  if (!input.parts.empty()) {
    AddFinding(Beside(Code::kPartBesideModel, kPart, kParts, input.parts),
               report);
  }
}

std::vector<std::string> TakeModels(const InputOptions& options,
                                    PlannedInput* input) {
  std::vector<std::string> models;
  InputOptions alone;
  alone.judge = options.judge;
  alone.limits = options.limits;
  const auto is_model = [&](const std::string& name) {
    const auto beside = [&name](const std::string& path) {
      return path.substr(0, path.rfind('/') + 1) + name;
    };
    PlannedInput file;
    file.kind = Kind::kEntry;
    file.directory = input->directory;
    file.path = beside(input->path);
    file.relative = beside(input->relative);
    if (!ShowsModel(JudgeContent(file, alone))) return false;
    models.push_back(std::move(file.path));
    return true;
  };
  std::erase_if(input->pickles, is_model);
  return models;
}

InputReport NothingToCheck(const PlannedInput& directory, bool recursive) {
  const bool known = !directory.pickles.empty() || !directory.parts.empty();
  std::string what = known ? "No whole model in a safe format was found in it"
                           : "No model file was found in it";
  if (!known && recursive) what += " or its subdirectories";
  std::string_view between = ": ";
  const auto add = [&](const std::vector<std::string>& names,
                       std::string_view one, std::string_view more) {
    if (names.empty()) return;
    const bool is_one = names.size() == 1;
    what += absl::StrFormat("%s%s %s %s by %s", between, Files(names),
                            is_one ? "is" : "are", is_one ? one : more,
                            is_one ? "its name" : "their names");
    between = ", ";
  };
  add(directory.pickles, kPickle, kPickles);
  add(directory.parts, kPart, kParts);
  if (!recursive) what += "; --recursive looks into its subdirectories too";
  return ReportWithout(directory.path,
                       MakeFinding(Code::kInputNothingToCheck, what + "."));
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
