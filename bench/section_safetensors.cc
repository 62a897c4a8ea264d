#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/judging.h"
#include "bench/peak_memory.h"
#include "bench/peers/rapidjson.h"
#include "bench/safetensors_files.h"
#include "bench/sections.h"
#include "bench/timing.h"
#include "bench/work_file.h"
#include "loadgate/bytes.h"
#include "loadgate/check.h"
#include "loadgate/safetensors_reader.h"

namespace loadgate::bench {
namespace {

constexpr double kMostTimesAsLong = 1.7;
constexpr double kMostGrowth = 1.5;
constexpr double kMostMilliseconds = 1500;
constexpr double kMostMb = 300;
constexpr int kHostileRuns = 3;

struct Input {
  uint64_t tensors = 0;
  Listing listing = Listing::kAsTheyLie;
  std::string name;
};

// How both did on one input, in place and not.
struct Timings {
  Timing ours;
  Timing theirs;
  Timing ours_copying;
  Timing theirs_copying;

  double ratio() const { return ours.median / theirs.median; }
};

Timings Measure(const SafetensorsModel& model, int repetitions) {
  const std::string text(AsText(model.header).substr(kSafetensorsLengthBytes));
  std::vector<std::byte> bytes;
  std::string in_place;
  const std::vector<Timing> timings =
      TimeInTurn({{.run = [&] { ReadSafetensorsInPlace(bytes, model); },
                   .before = [&] { bytes = model.header; }},
                  {.run = [&] { PassWithRapidJsonInPlace(&in_place); },
                   .before = [&] { in_place = text; }},
                  {.run = [&] { ReadSafetensors(model); }},
                  {.run = [&] { PassWithRapidJson(text); }}},
                 repetitions);
  return {timings[0], timings[1], timings[2], timings[3]};
}

Row RowOf(const Input& input, const SafetensorsModel& model,
          const Timings& timings) {
  const auto tensors = static_cast<double>(input.tensors);
  return {{"input", input.name},
          {"bytes", static_cast<double>(model.header.size()), 0},
          {"in_place_ms", timings.ours.median / 1e6, 1},
          {"rapidjson_ms", timings.theirs.median / 1e6, 1},
          {"times_as_long", timings.ratio()},
          {"copying_ms", timings.ours_copying.median / 1e6, 1},
          {"rapidjson_copying_ms", timings.theirs_copying.median / 1e6, 1},
          {"times_as_long_copying",
           timings.ours_copying.median / timings.theirs_copying.median},
          {"ns_each", timings.ours.median / tensors, 0}};
}

void MeasureHeaders(const Settings& settings, Report* report) {
  const std::vector<Input> inputs = {
      {60'000, Listing::kAsTheyLie, "60,000 tensors"},
      {500'000, Listing::kAsTheyLie, "500,000 tensors"},
      {60'000, Listing::kShuffled, "60,000 in no order"},
      {500'000, Listing::kShuffled, "500,000 in no order"}};
  Table table = {.name = "safetensors_beside_rapidjson",
                 .title =
                     "Safetensors headers in memory, beside RapidJSON "
                     "with an empty handler (medians)",
                 .rows = {}};
  std::vector<Bar> bars;
  double each_before = 0;
  for (const Input& input : inputs) {
    const SafetensorsModel model =
        SafetensorsWithTensors(input.tensors, input.listing);
    const Timings timings = Measure(model, settings.repetitions);
    table.rows.push_back(RowOf(input, model, timings));
    if (input.listing != Listing::kAsTheyLie) continue;
    bars.push_back({.promise = absl::StrCat("safetensors, ", input.name,
                                            ": times RapidJSON's time"),
                    .value = timings.ratio(),
                    .limit = kMostTimesAsLong});
    const double each =
        timings.ours.median / static_cast<double>(input.tensors);
    if (each_before > 0) {
      bars.push_back({.promise = "500,000 for 60,000: times the time each",
                      .value = each / each_before,
                      .limit = kMostGrowth});
    }
    each_before = each;
  }
  report->Add(std::move(table));
  for (Bar& bar : bars) report->AddBar(std::move(bar));
}

// What several runs took: the median time, and the most memory.
ChildCost CostOf(const WorkFile& file) {
  std::vector<ChildCost> costs;
  for (int i = 0; i < kHostileRuns; ++i) {
    const std::optional<ChildCost> cost = JudgeInChild(file.path(), false);
    LG_CHECK(cost.has_value());
    costs.push_back(*cost);
  }
  const double peak =
      std::ranges::max(costs, {}, &ChildCost::peak_kib).peak_kib;
  std::ranges::sort(costs, {}, &ChildCost::milliseconds);
  ChildCost middle = costs[costs.size() / 2];
  middle.peak_kib = peak;
  return middle;
}

void MeasureHostileHeaders(const Settings& settings, Report* report) {
  Table table = {.name = "hostile_safetensors",
                 .title =
                     "Hostile safetensors headers, each judged in its own "
                     "process",
                 .rows = {}};
  Bar time = {.promise = "slowest hostile header of 100 MB: ms",
              .limit = kMostMilliseconds};
  Bar memory = {.promise = "peak memory for one: MB", .limit = kMostMb};
  for (const HostileHeader& one : AllHostileHeaders()) {
    const SafetensorsModel model = one.build();
    LG_CHECK(model.header.size() <=
             kSafetensorsMaxHeader + kSafetensorsLengthBytes);
    const WorkFile file(settings.work_dir + "/hostile.safetensors");
    if (!file.Write(model.header, model.file_size)) {
      report->AddBar({.promise = "hostile headers of 100 MB",
                      .skipped = "skipped: no room for a file of 100 MB"});
      return;
    }
    const ChildCost cost = CostOf(file);
    const double mb = cost.peak_kib * 1024 / 1e6;
    table.rows.push_back(
        {{"input", one.name},
         {"bytes", static_cast<double>(model.header.size()), 0},
         {"ms", cost.milliseconds, 0},
         {"peak_MB", mb, 0},
         {"verdict", cost.verdict}});
    time.value = std::max(time.value, cost.milliseconds);
    memory.value = std::max(memory.value, mb);
  }
  report->Add(std::move(table));
  report->AddBar(std::move(time));
  report->AddBar(std::move(memory));
}

}  // namespace

void MeasureSafetensors(const Settings& settings, Report* report) {
  MeasureHeaders(settings, report);
  MeasureHostileHeaders(settings, report);
}

}  // namespace loadgate::bench
