#include <algorithm>
#include <utility>

#include "bench/judging.h"
#include "bench/sections.h"
#include "bench/timing.h"
#include "bench/worst_cases.h"
#include "loadgate/check.h"

namespace loadgate::bench {
namespace {

constexpr uint64_t kBytes = uint64_t{1} << 20;
constexpr double kMostMilliseconds = 50;
constexpr int kMostRepetitions = 20;

}  // namespace

void MeasureWorstCases(const Settings& settings, Report* report) {
  Table table = {.name = "worst_cases",
                 .title = "Files of 1 MiB, judged from end to end",
                 .rows = {}};
  double slowest = 0;
  for (const WorstCase& one : AllWorstCases()) {
    const std::vector<std::byte> bytes = one.build(kBytes);
    LG_CHECK(bytes.size() <= kBytes);
    Verdict verdict = Verdict::kAccept;
    const Timing timing =
        TimeAlone({[&] { verdict = JudgeBytes(bytes); }},
                  std::min(settings.repetitions, kMostRepetitions));
    const double median = timing.median / 1e6;
    table.rows.push_back({{"input", one.name},
                          {"ms", median},
                          {"max_ms", timing.max / 1e6},
                          {"verdict", std::string(VerdictName(verdict))}});
    slowest = std::max(slowest, median);
  }
  report->Add(std::move(table));
  report->AddBar({.promise = "slowest file of 1 MiB: ms",
                  .value = slowest,
                  .limit = kMostMilliseconds});
}

}  // namespace loadgate::bench
