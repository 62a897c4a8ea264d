#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/gate/report_json.h"
#include "harness/gate/report_jsonl.h"
#include "harness/gate/report_text.h"
#include "harness/gate/verdict.h"
#include "harness/judge_input.h"
#include "harness/ordered_work.h"
#include "harness/output.h"
#include "harness/progress.h"
#include "harness/signals.h"
#include "harness/verb.h"
#include "harness/walk.h"
#include "harness/worker_options.h"
#include "loadgate/escape.h"

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
               "key-values, tensors, probes, probe-bytes, memory, cpu-seconds; "
               "N may end in K, M or G"},
    OptionSpec{"jobs", 'j', "N",
               "judge up to N inputs at once (1 by default); the report is in "
               "the order of the inputs all the same"},
    kTimeoutOption,
    kSandboxOption,
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
  size_t jobs = 1;
  InputOptions input;
};

constexpr uint64_t kMostJobs = 256;

// Returns nullopt for what is no number of jobs.
std::optional<size_t> ReadJobs(const ParsedLine& line) {
  const auto jobs = ParseNumber(line.Last("jobs").value_or("1"));
  if (!jobs.has_value() || *jobs == 0 || *jobs > kMostJobs) {
    return std::nullopt;
  }
  return static_cast<size_t>(*jobs);
}

// Returns nullptr for a format that does not exist.
std::unique_ptr<ReportWriter> MakeWriter(std::string_view format, bool quiet,
                                         std::string_view sandbox,
                                         TextSink sink) {
  if (format == "json") {
    return MakeJsonReport(std::move(sink), std::string(sandbox));
  }
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
    OrderedWork<Judged> work(plan.size(), options_.jobs,
                             [&](size_t i) { return JudgeStep(&plan[i]); });
    for (size_t i = 0; i < plan.size() && output_.ok(); ++i) {
      progress_.Show(i + 1, plan.size(), plan[i].path, Progress::Clock::now());
      Step(plan[i], work.Take());
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
  // What became of a step that is an input.
  struct Judged {
    std::vector<std::string> models;  // Pickles by their names that are none.
    std::optional<InputReport> report;
  };

  static bool IsInput(const PlannedInput& step) {
    return step.kind == Kind::kPath || step.kind == Kind::kStandardInput ||
           step.kind == Kind::kEntry || step.kind == Kind::kProblem;
  }

  // All that may be done for several steps at once.
  Judged JudgeStep(PlannedInput* step) const {
    Judged judged;
    if (!IsInput(*step)) return judged;
    if (Interrupted()) {
      judged.report = InterruptedReport(*step);
      return judged;
    }
    judged.models = TakeModels(options_.input, step);
    judged.report = JudgeInput(*step, options_.input);
    return judged;
  }

  void Step(const PlannedInput& step, const Judged& judged) {
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
      case Kind::kProblem:
        break;
    }
    for (const std::string& path : judged.models) Ignore(path);
    if (step.by_content && IsNoModel(*judged.report)) {
      Ignore(step.path);
    } else {
      ReportInput(step, *judged.report);
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
  WorkerSettings settings = DefaultWorkerSettings();
  if (auto error = ApplyLimits(line, &options.input.limits, &settings.limits)) {
    return UsageError(kVerb.name, *error);
  }
  if (auto error = ReadWorkerOptions(line, &settings)) {
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
  const std::optional<size_t> jobs = ReadJobs(line);
  if (!jobs.has_value()) {
    return UsageError(kVerb.name,
                      absl::StrFormat("--jobs needs a whole number from 1 to "
                                      "%u, not '%s'",
                                      kMostJobs, Escaped(*line.Last("jobs"))));
  }
  options.jobs = *jobs;
  Workers workers(std::move(settings));
  options.input.judge = &workers;
  const bool known = format == "text" || format == "json" || format == "jsonl";
  if (!known) return FormatError(kVerb, "text, json or jsonl", format);
  workers.Start();
  if (!workers.warning().empty()) PrintError(workers.warning());
  const std::unique_ptr<ReportWriter> writer =
      MakeWriter(format, options.quiet, workers.sandbox(), output.Sink());
  const bool recursive = options.recursive;
  return CheckRun(std::move(options), *writer, output)
      .Run(PlanInputs(line.operands, recursive));
}

}  // namespace loadgate
