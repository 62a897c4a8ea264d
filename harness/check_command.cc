#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "harness/check_run.h"
#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/descriptor_limit.h"
#include "harness/gate/report_json.h"
#include "harness/gate/report_jsonl.h"
#include "harness/gate/report_text.h"
#include "harness/output.h"
#include "harness/progress.h"
#include "harness/verb.h"
#include "harness/walk.h"
#include "harness/worker_options.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

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
               "key-values, tensors, shards, probes, probe-bytes, memory, "
               "cpu-seconds; N may end in K, M or G"},
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
        "extension if they hold a model. The shards of a model are judged "
        "together, with their index: in a directory, and where PATH is an "
        "index or the first file of a split. Exit code 0: all accepted. 1: at "
        "least one rejected, all decided. 2: at least one undecided, or bad "
        "usage.",
    .options = kOptions,
    .examples =
        "  loadgate check model.gguf\n"
        "  loadgate check --recursive --quiet uploads/\n"
        "  loadgate check --format json model.gguf > report.json\n"
        "  curl -s https://example.org/model.gguf | loadgate check -\n",
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

std::unique_ptr<ReportWriter> MakeWriter(std::string_view format, bool quiet,
                                         std::string_view sandbox,
                                         TextSink sink) {
  if (format == "json") {
    return MakeJsonReport(std::move(sink), std::string(sandbox));
  }
  if (format == "jsonl") {
    return MakeJsonLinesReport(std::move(sink), std::string(sandbox));
  }
  const TextStyle style = {.color = WantsColor(STDOUT_FILENO), .quiet = quiet};
  return MakeTextReport(style, std::move(sink));
}

// The command line, understood.
struct CheckLine {
  std::string format;
  CheckOptions options;
  WorkerSettings settings = DefaultWorkerSettings();
};

// Returns what is wrong with the line, or nothing. The format may be any.
std::optional<std::string> Understand(const ParsedLine& line,
                                      CheckLine* understood) {
  CheckOptions& options = understood->options;
  WorkerSettings& settings = understood->settings;
  understood->format = line.Last("format").value_or("text");
  options.quiet = line.Has("quiet");
  options.recursive = line.Has("recursive");
  options.counts_ignored = understood->format == "jsonl";
  if (auto error = ApplyLimits(line, &options.input.limits, &settings.limits)) {
    return error;
  }
  if (auto error = ReadWorkerOptions(line, &settings)) return error;
  if (line.operands.empty()) {
    return "nothing to check: name a file, a directory or - for standard input";
  }
  if (std::count(line.operands.begin(), line.operands.end(), "-") > 1) {
    return "- is given twice, but standard input can be read once";
  }
  const std::optional<size_t> jobs = ReadJobs(line);
  if (!jobs.has_value()) {
    return absl::StrFormat("--jobs needs a whole number from 1 to %u, not '%s'",
                           kMostJobs, Escaped(*line.Last("jobs")));
  }
  options.jobs = *jobs;
  return std::nullopt;
}

}  // namespace

int RunCheck(Arguments arguments) {
  ParsedLine line;
  Output output(STDOUT_FILENO);
  if (const auto ended = BeginVerb(kVerb, arguments, output, &line)) {
    return *ended;
  }
  CheckLine understood;
  if (const auto error = Understand(line, &understood)) {
    return UsageError(kVerb.name, *error);
  }
  const auto& [format, options, settings] = understood;
  const bool known = format == "text" || format == "json" || format == "jsonl";
  if (!known) return FormatError(kVerb, "text, json or jsonl", format);
  if (const auto told = FitJobs(&understood.options.jobs)) PrintError(*told);
  Workers workers(settings);
  understood.options.input.judge = &workers;
  understood.options.shares_terminal = ::isatty(STDOUT_FILENO) == 1;
  workers.Start();
  if (!workers.warning().empty()) PrintError(workers.warning());
  const std::unique_ptr<ReportWriter> writer =
      MakeWriter(format, options.quiet, workers.sandbox(), output.Sink());
  Progress progress(STDERR_FILENO, ::isatty(STDERR_FILENO) == 1,
                    Progress::Clock::now());
  return CheckRun(options, *writer, output, progress)
      .Run(PlanInputs(line.operands, options.recursive));
}

}  // namespace loadgate
