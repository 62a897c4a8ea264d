#include <algorithm>
#include <utility>

#include "bench/peak_memory.h"
#include "bench/sections.h"
#include "bench/work_file.h"
#include "bench/worst_cases.h"
#include "loadgate/check.h"

namespace loadgate::bench {
namespace {

constexpr uint64_t kBytes = uint64_t{100} << 20;
constexpr double kMostMib = 300;

double PeakOf(const WorkFile& file, bool as_stream) {
  const std::optional<ChildCost> cost = JudgeInChild(file.path(), as_stream);
  LG_CHECK(cost.has_value());
  return cost->peak_kib / 1024;
}

}  // namespace

void MeasurePeakMemory(const Settings& settings, Report* report) {
  Table table = {.name = "peak_memory",
                 .title = "Files of 100 MiB, each judged in its own process",
                 .rows = {}};
  double most = 0;
  for (const WorstCase& one : AllWorstCases()) {
    const WorkFile file(settings.work_dir + "/peak.gguf");
    if (!file.Write(one.build(kBytes))) {
      report->AddBar({.promise = "peak memory for 100 MiB",
                      .skipped = "skipped: no room for a file of 100 MiB"});
      return;
    }
    const double as_file = PeakOf(file, false);
    const double as_stream = PeakOf(file, true);
    table.rows.push_back({{"input", one.name},
                          {"file_MiB", as_file, 1},
                          {"stream_MiB", as_stream, 1}});
    most = std::max({most, as_file, as_stream});
  }
  report->Add(std::move(table));
  report->AddBar({.promise = "peak memory for 100 MiB: MiB",
                  .value = most,
                  .limit = kMostMib});
}

}  // namespace loadgate::bench
