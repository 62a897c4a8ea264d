#include <unistd.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/descriptor_limit.h"
#include "harness/gate/inspect_json.h"
#include "harness/gate/inspect_text.h"
#include "harness/gate/verdict.h"
#include "harness/judge_folder.h"
#include "harness/judge_input.h"
#include "harness/one_model.h"
#include "harness/output.h"
#include "harness/verb.h"
#include "harness/walk.h"
#include "harness/worker_options.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

constexpr std::array kOptions = {
    OptionSpec{"format", 0, "text|json", "for people (the default), or JSON"},
    OptionSpec{"all", 'a', "", "print long values and arrays whole"},
    OptionSpec{"max-findings", 0, "N", "keep at most N findings"},
    OptionSpec{"limit", 0, "NAME=N",
               "raise or lower a limit: one of loadgate check --help, or "
               "what is taken of a worker, reply-records (16M by default) and "
               "reply-bytes (1G)"},
    kTimeoutOption,
    kSandboxOption,
    kHelpOption,
};

constexpr VerbSpec kVerb = {
    .name = "inspect",
    .synopsis = "loadgate inspect [options] PATH",
    .purpose =
        "Shows what is in a model: metadata, tensors with their shapes as "
        "stored, and the layout with byte ranges. PATH is a file, - for "
        "standard input, or a set: its index, the first file of a split, or a "
        "directory with one model. Of a set, each tensor is shown with the "
        "file that holds it. A file that is not accepted is shown as far as it "
        "could be read. The exit code is that of loadgate check.",
    .options = kOptions,
    .examples =
        "  loadgate inspect model.gguf\n"
        "  loadgate inspect --all model.gguf | less\n"
        "  loadgate inspect --format json model.gguf\n",
};

// How what is inspected is printed.
struct Style {
  bool is_json = false;
  bool all = false;
  std::string sandbox;
};

std::unique_ptr<InspectWriter> MakeWriter(const Style& style,
                                          const std::string& path,
                                          std::vector<std::string> files,
                                          TextSink sink) {
  if (style.is_json) {
    return MakeInspectJson(path, std::move(sink), style.sandbox,
                           std::move(files));
  }
  InspectTextOptions options;
  options.style.color = WantsColor(STDOUT_FILENO);
  options.all = style.all;
  options.files = std::move(files);
  return MakeInspectText(options, std::move(sink));
}

InputReport Judge(const PlannedInput& input, const InputOptions& options) {
  if (input.kind != PlannedInput::Kind::kSets)
    return JudgeInput(input, options);
  std::vector<InputReport> reports = JudgeFolder(input, options);
  // The plan was for one set.
  LG_CHECK(reports.size() == 1);
  return std::move(reports.front());
}

int Inspect(const PlannedInput& input, InputOptions options, const Style& style,
            Output& output) {
  std::unique_ptr<InspectWriter> writer;
  // Which files a set has is known when they were opened.
  const auto begin = [&](const std::string& path,
                         const std::vector<std::string>& files) {
    if (writer == nullptr) {
      writer = MakeWriter(style, path, files, output.Sink());
    }
  };
  options.inspect = true;
  options.on_files = begin;
  options.on_record = [&](const Record& record) {
    begin(input.path, {});
    writer->Add(record);
  };
  const InputReport report = Judge(input, options);
  begin(input.path, {});
  writer->End(report);
  Tally tally;
  tally.Add(report.verdict);
  return output.Finish(tally.ExitCode());
}

}  // namespace

int RunInspect(Arguments arguments) {
  ParsedLine line;
  Output output(STDOUT_FILENO);
  if (const auto ended = BeginVerb(kVerb, arguments, output, &line)) {
    return *ended;
  }
  InputOptions options;
  options.all_values = line.Has("all");
  WorkerSettings settings = DefaultWorkerSettings();
  if (auto error = ApplyLimits(line, &options.limits, &settings.limits,
                               &options.reply)) {
    return UsageError(kVerb.name, *error);
  }
  if (auto error = ReadWorkerOptions(line, &settings)) {
    return UsageError(kVerb.name, *error);
  }
  if (line.operands.size() != 1) {
    return UsageError(kVerb.name,
                      "inspect takes one file or directory, or - for standard "
                      "input");
  }
  const std::string format = line.Last("format").value_or("text");
  if (format != "text" && format != "json") {
    return FormatError(kVerb, "text or json", format);
  }
  RaiseDescriptorLimit();
  Workers workers(std::move(settings));
  options.judge = &workers;
  workers.Start();
  if (!workers.warning().empty()) PrintError(workers.warning());
  std::variant<PlannedInput, std::string> input =
      PlanOneModel(line.operands.front());
  if (const auto* error = std::get_if<std::string>(&input)) {
    return UsageError(kVerb.name, *error);
  }
  const Style style = {.is_json = format == "json",
                       .all = options.all_values,
                       .sandbox = std::string(workers.sandbox())};
  return Inspect(std::get<PlannedInput>(input), std::move(options), style,
                 output);
}

}  // namespace loadgate
