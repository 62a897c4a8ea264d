#include <unistd.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/gate/inspect_json.h"
#include "harness/gate/inspect_text.h"
#include "harness/gate/verdict.h"
#include "harness/judge_input.h"
#include "harness/output.h"
#include "harness/verb.h"
#include "harness/walk.h"
#include "harness/worker_options.h"

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
        "Shows what is in a file: metadata, tensors with their shapes as "
        "stored, and the layout with byte ranges. PATH is a file, or - for "
        "standard input. A file that is not accepted is shown as far as it "
        "could be read. The exit code is that of loadgate check.",
    .options = kOptions,
    .examples =
        "  loadgate inspect model.gguf\n"
        "  loadgate inspect --all model.gguf | less\n"
        "  loadgate inspect --format json model.gguf\n",
};

// Returns nullptr for a format that does not exist.
std::unique_ptr<InspectWriter> MakeWriter(std::string_view format, bool all,
                                          const std::string& path,
                                          std::string_view sandbox,
                                          TextSink sink) {
  if (format == "json") {
    return MakeInspectJson(path, std::move(sink), std::string(sandbox));
  }
  if (format != "text") return nullptr;
  InspectTextOptions options;
  options.style.color = WantsColor(STDOUT_FILENO);
  options.all = all;
  return MakeInspectText(options, std::move(sink));
}

int Inspect(const PlannedInput& input, InputOptions options,
            InspectWriter& writer, Output& output) {
  options.inspect = true;
  options.on_record = [&writer](const Record& record) { writer.Add(record); };
  const InputReport report = JudgeInput(input, options);
  writer.End(report);
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
                      "inspect takes one file, or - for standard "
                      "input");
  }
  const std::string format = line.Last("format").value_or("text");
  if (format != "text" && format != "json") {
    return FormatError(kVerb, "text or json", format);
  }
  Workers workers(std::move(settings));
  options.judge = &workers;
  workers.Start();
  if (!workers.warning().empty()) PrintError(workers.warning());
  const std::unique_ptr<InspectWriter> writer =
      MakeWriter(format, options.all_values, line.operands.front(),
                 workers.sandbox(), output.Sink());
  PlannedInput input;
  input.path = line.operands.front();
  if (input.path == "-") input.kind = PlannedInput::Kind::kStandardInput;
  return Inspect(input, std::move(options), *writer, output);
}

}  // namespace loadgate
