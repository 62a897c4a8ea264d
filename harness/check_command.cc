#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/gate/report_json.h"
#include "harness/gate/report_jsonl.h"
#include "harness/gate/report_text.h"
#include "harness/gate/verdict.h"
#include "harness/judge_input.h"
#include "harness/output.h"
#include "harness/progress.h"
#include "harness/signals.h"
#include "harness/verb.h"
#include "harness/walk.h"

namespace loadgate {
namespace {

using Kind = PlannedInput::Kind;

constexpr std::array kOptions = {
    OptionSpec{"recursive", 'r', "", "look into subdirectories too"},
    OptionSpec{"format", 0, "text|json|jsonl",
               "the form of the report: for people (the default), one JSON "
               "object, or one JSON object a line for each input"},
    OptionSpec{"quiet", 'q', "", "report only what is not accepted"},
    OptionSpec{"max-findings", 0, "N",
               "keep at most N findings an input, and of one code (100 and 10 "
               "by default); the rest is counted"},
    OptionSpec{"limit", 0, "NAME=N",
               "raise or lower a limit of loadgate's own: header-bytes, "
               "key-values, tensors, probes, probe-bytes; N may end in K, M or "
               "G"},
    kHelpOption,
};

constexpr VerbSpec kVerb = {
    .name = "check",
    .synopsis = "loadgate check [options] PATH...",
    .purpose =
        "Judges model files: a PATH is a file, a directory, or - for standard "
        "input. In a directory *.gguf, *.safetensors and "
        "*.safetensors.index.json files are judged, and files without an "
        "extension if they hold a model. Exit code 0: all accepted. 1: at "
        "least one rejected, all decided. 2: at least one undecided, or bad "
        "usage.",
    .options = kOptions,
    .examples =
        "  loadgate check model.gguf\n"
        "  loadgate check --recursive --quiet uploads/\n"
        "  loadgate check --format json model.gguf > report.json\n"
        "  curl -s https://example.org/model.gguf | loadgate check -\n",
};

// CheckOptions is the command line, understood.
struct CheckOptions {
  bool quiet = false;
  bool jsonl = false;
  bool recursive = false;
  InputOptions input;
};

// Returns nullptr for a format that does not exist.
std::unique_ptr<ReportWriter> MakeWriter(std::string_view format, bool quiet,
                                         TextSink sink) {
  if (format == "json") return MakeJsonReport(std::move(sink));
  if (format == "jsonl") return MakeJsonLinesReport(std::move(sink));
  if (format != "text") return nullptr;
  const TextStyle style = {.color = WantsColor(STDOUT_FILENO), .quiet = quiet};
  return MakeTextReport(style, std::move(sink));
}

// One run of `check` over a plan.
class CheckRun {
 public:
  CheckRun(CheckOptions options, ReportWriter& writer, Output& output)
      : options_(std::move(options)),
        writer_(writer),
        output_(output),
        progress_(STDERR_FILENO, ::isatty(STDERR_FILENO) == 1,
                  Progress::Clock::now()) {}

  // Returns the exit code.
  int Run(std::vector<PlannedInput> plan) {
    writer_.Begin();
    for (size_t i = 0; i < plan.size() && output_.ok(); ++i) {
      progress_.Show(i + 1, plan.size(), plan[i].path, Progress::Clock::now());
      Step(&plan[i]);
    }
    progress_.Clear();
    writer_.End(tally_);
    const std::string ignored = IgnoredWords(tally_);
    if (options_.jsonl && !ignored.empty()) {
      PrintError(ignored + "; --format json lists them");
    }
    return output_.Finish(tally_.ExitCode());
  }

 private:
  void Step(PlannedInput* step) {
    const PlannedInput& input = *step;
    switch (input.kind) {
      case Kind::kIgnored:
        Ignore(input.path);
        return;
      case Kind::kIgnoredFolder:
        tally_.AddIgnoredFolder();
        writer_.Ignored(input.path);
        return;
      case Kind::kDirectoryEnd:
        EndDirectory(input);
        return;
      case Kind::kPath:
      case Kind::kStandardInput:
      case Kind::kEntry:
      case Kind::kProblem:
        break;
    }
    if (Interrupted()) {
      ReportInput(input, InterruptedReport(input));
      return;
    }
    for (const std::string& path : TakeModels(options_.input, step)) {
      Ignore(path);
    }
    const InputReport report = JudgeInput(input, options_.input);
    if (input.by_content && IsNoModel(report)) {
      Ignore(input.path);
    } else {
      ReportInput(input, report);
    }
  }

  void EndDirectory(const PlannedInput& directory) {
    if (inputs_in_directory_ == 0) {
      Report(NothingToCheck(directory, options_.recursive));
    }
    inputs_in_directory_ = 0;
  }

  void Ignore(std::string_view path) {
    tally_.AddIgnored();
    writer_.Ignored(path);
  }

  void ReportInput(const PlannedInput& input, const InputReport& report) {
    if (input.directory != nullptr) ++inputs_in_directory_;
    Report(report);
  }

  void Report(const InputReport& report) {
    tally_.Add(report.verdict);
    if (options_.quiet && report.verdict == Verdict::kAccept) return;
    progress_.Clear();
    writer_.Input(report);
    output_.Flush();
  }

  CheckOptions options_;
  ReportWriter& writer_;
  Output& output_;
  Progress progress_;
  Tally tally_;
  size_t inputs_in_directory_ = 0;
};

}  // namespace

int RunCheck(Arguments arguments) {
  ParsedLine line;
  Output output(STDOUT_FILENO);
  if (const auto ended = BeginVerb(kVerb, arguments, output, &line)) {
    return *ended;
  }
  CheckOptions options;
  options.quiet = line.Has("quiet");
  options.recursive = line.Has("recursive");
  const std::string format = line.Last("format").value_or("text");
  options.jsonl = format == "jsonl";
  const std::unique_ptr<ReportWriter> writer =
      MakeWriter(format, options.quiet, output.Sink());
  if (writer == nullptr) {
    return FormatError(kVerb, "text, json or jsonl", format);
  }
  if (auto error = ApplyLimits(line, &options.input.limits)) {
    return UsageError(kVerb.name, *error);
  }
  if (line.operands.empty()) {
    return UsageError(kVerb.name,
                      "nothing to check: name a file, a directory "
                      "or - for standard input");
  }
  if (std::count(line.operands.begin(), line.operands.end(), "-") > 1) {
    return UsageError(kVerb.name,
                      "- is given twice, but standard input can be read once");
  }
  const bool recursive = options.recursive;
  return CheckRun(std::move(options), *writer, output)
      .Run(PlanInputs(line.operands, recursive));
}

}  // namespace loadgate
