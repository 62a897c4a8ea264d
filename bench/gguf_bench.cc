// The benchmark: loadgate alone, beside ggml and a bare JSON reader, and
// against its own bars. Run it with scripts/bench, which finds the peer for it.
//
// Exit status: 0 when all bars that were measured are met, 1 when one is not, 2
// when something could not be done.

#include <thread>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "bench/peak_memory.h"
#include "bench/sections.h"
#include "loadgate/version.h"

ABSL_FLAG(std::string, ggml, "", "libggml-base.so to measure against");
ABSL_FLAG(std::string, work_dir, ".", "directory for files of up to 100 MiB");
ABSL_FLAG(std::string, json, "", "file for the results");
ABSL_FLAG(std::string, commit, "unknown", "what the results are of");
ABSL_FLAG(int, repetitions, 20, "how often each thing is measured");
ABSL_FLAG(bool, quick, false, "leave out what takes minutes");
ABSL_FLAG(std::string, only, "", "measure only this format");
ABSL_FLAG(std::string, judge_file, "", "used by the program itself");
ABSL_FLAG(std::string, judge_stream, "", "used by the program itself");

namespace loadgate::bench {
namespace {

Settings SettingsOfFlags() {
  Settings settings;
  settings.repetitions = absl::GetFlag(FLAGS_repetitions);
  settings.quick = absl::GetFlag(FLAGS_quick);
  settings.work_dir = absl::GetFlag(FLAGS_work_dir);
  const std::string path = absl::GetFlag(FLAGS_ggml);
  if (path.empty()) return settings;
  std::string error;
  settings.ggml = Ggml::Load(path, &error);
  if (!settings.ggml.has_value()) {
    absl::FPrintF(stderr, "== ggml is left out: %s\n", error);
  }
  return settings;
}

void SetFacts(const Settings& settings, Report* report) {
  report->SetFact("commit", absl::GetFlag(FLAGS_commit));
  report->SetFact(
      "date", absl::FormatTime("%Y-%m-%d", absl::Now(), absl::UTCTimeZone()));
  report->SetFact("compiler", __VERSION__);
  report->SetFact("cores", absl::StrCat(std::thread::hardware_concurrency()));
  report->SetFact("repetitions", absl::StrCat(settings.repetitions));
}

void MeasureGguf(const Settings& settings, Report* report) {
  MeasurePeers(settings, report);
  MeasureGrowth(settings, report);
  MeasureLargeFile(settings, report);
  MeasureWorstCases(settings, report);
  if (!settings.quick) MeasurePeakMemory(settings, report);
}

int Run() {
  const Settings settings = SettingsOfFlags();
  Report report;
  SetFacts(settings, &report);
  const std::string only = absl::GetFlag(FLAGS_only);
  if (only != "safetensors") MeasureGguf(settings, &report);
  if (only != "gguf") MeasureSafetensors(settings, &report);
  const bool met = report.FinishBars();
  const std::string json = absl::GetFlag(FLAGS_json);
  if (!json.empty() && !report.WriteJson(json)) {
    absl::FPrintF(stderr, "cannot write %s\n", json);
    return 2;
  }
  return met ? 0 : 1;
}

int Main() {
  const std::string file = absl::GetFlag(FLAGS_judge_file);
  if (!file.empty()) return JudgeAsChild(file, false);
  const std::string stream = absl::GetFlag(FLAGS_judge_stream);
  if (!stream.empty()) return JudgeAsChild(stream, true);
  return Run();
}

}  // namespace
}  // namespace loadgate::bench

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("measures loadgate; see scripts/bench --help");
  absl::ParseCommandLine(argc, argv);
  return loadgate::bench::Main();
}
