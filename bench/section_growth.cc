#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "bench/judging.h"
#include "bench/model_files.h"
#include "bench/sections.h"
#include "bench/timing.h"

namespace loadgate::bench {
namespace {

constexpr double kMostGrowth = 1.5;

struct Kind {
  std::string name;
  ModelFile (*build)(uint64_t n);
  std::vector<uint64_t> sizes;
};

// Every size is run so often that a repetition reads as many elements as of the
// largest; all have their turn in each repetition.
std::vector<Timing> Measure(const Kind& kind, int repetitions) {
  std::vector<ModelFile> models;
  for (const uint64_t n : kind.sizes) models.push_back(kind.build(n));
  std::vector<Contender> contenders;
  for (size_t i = 0; i < models.size(); ++i) {
    contenders.push_back({[&model = models[i]] { ReadHeader(model); },
                          static_cast<int>(kind.sizes.back() / kind.sizes[i])});
  }
  return TimeInTurn(contenders, repetitions);
}

// Adds the rows of one kind and returns the largest step between two sizes.
double AddRows(const Kind& kind, int repetitions, Table* table) {
  const std::vector<Timing> timings = Measure(kind, repetitions);
  double before = 0;
  double largest = 0;
  for (size_t i = 0; i < timings.size(); ++i) {
    const auto n = static_cast<double>(kind.sizes[i]);
    const double each = timings[i].median / n;
    const double growth = before > 0 ? each / before : 1;
    table->rows.push_back(
        {{"input", absl::StrCat(kind.sizes[i], " ", kind.name)},
         {"ns_each", each, 1},
         {"min_ns_each", timings[i].min / n, 1},
         {"of_a_tenth", growth}});
    if (i > 0) largest = std::max(largest, growth);
    before = each;
  }
  return largest;
}

}  // namespace

void MeasureGrowth(const Settings& settings, Report* report) {
  const std::vector<Kind> kinds = {
      {"tensors", WithTensors, {1000, 10000, 100000}},
      {"keys", WithKeys, {1000, 10000, 100000}},
      {"strings", WithStrings, {1000, 10000, 100000, 1000000}}};
  Table table = {.name = "growth",
                 .title = "Time an element, and times that of a tenth as many",
                 .rows = {}};
  std::vector<Bar> bars;
  for (const Kind& kind : kinds) {
    const double growth = AddRows(kind, settings.repetitions, &table);
    bars.push_back(
        {.promise = "ten times as many " + kind.name + ": times the time each",
         .value = growth,
         .limit = kMostGrowth});
  }
  report->Add(std::move(table));
  for (Bar& bar : bars) report->AddBar(std::move(bar));
}

}  // namespace loadgate::bench
