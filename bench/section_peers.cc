#include <functional>
#include <utility>

#include "absl/strings/str_format.h"
#include "bench/judging.h"
#include "bench/model_files.h"
#include "bench/sections.h"
#include "bench/timing.h"
#include "loadgate/check.h"

namespace loadgate::bench {
namespace {

constexpr double kLeastTimesFaster = 5;

struct Input {
  std::string name;
  std::function<ModelFile()> build;
  bool takes_ggml_minutes = false;
};

std::vector<Input> Inputs() {
  constexpr uint64_t kThousand = 1000;
  return {
      {"header of a 7B-like model", [] { return Model(ModelShape()); }},
      {"the same in ASCII",
       [] { return Model(ModelShape{.text = Text::kAscii}); }},
      {"1,000 tensors", [] { return WithTensors(kThousand); }},
      {"10,000 tensors", [] { return WithTensors(10 * kThousand); }},
      {"100,000 tensors", [] { return WithTensors(100 * kThousand); }, true},
      {"1,000 keys", [] { return WithKeys(kThousand); }},
      {"10,000 keys", [] { return WithKeys(10 * kThousand); }},
      {"100,000 keys", [] { return WithKeys(100 * kThousand); }, true},
      {"1,000,000 strings", [] { return WithStrings(1000 * kThousand); }},
  };
}

// How both did on one input. Without a peer the second is empty.
struct Pair {
  Timing ours;
  Timing theirs;

  double ratio() const { return theirs.median / ours.median; }
};

void ReadWithGgml(const Ggml& ggml, const ModelFile& model) {
  const std::optional<Ggml::Items> items = ggml.Read(model.header);
  LG_CHECK(items.has_value() &&
           static_cast<uint64_t>(items->key_values) == model.key_values &&
           static_cast<uint64_t>(items->tensors) == model.tensors);
}

Pair Measure(const Input& input, const ModelFile& model,
             const Settings& settings) {
  std::vector<Contender> contenders = {{[&] { ReadHeader(model); }}};
  if (settings.ggml.has_value() &&
      !(settings.quick && input.takes_ggml_minutes)) {
    contenders.push_back({[&] { ReadWithGgml(*settings.ggml, model); }});
  }
  std::vector<Timing> timings = TimeInTurn(contenders, settings.repetitions);
  timings.resize(2);
  return Pair{.ours = timings[0], .theirs = timings[1]};
}

Field Milliseconds(std::string name, double nanoseconds) {
  return {std::move(name), nanoseconds / 1e6, 3};
}

Row RowOf(const Input& input, const ModelFile& model, const Pair& pair) {
  const Timing& theirs = pair.theirs;
  Row row = {{"input", input.name},
             {"bytes", static_cast<double>(model.header.size()), 0},
             Milliseconds("loadgate_ms", pair.ours.median),
             Milliseconds("min_ms", pair.ours.min),
             Milliseconds("ggml_ms", theirs.median),
             Milliseconds("ggml_min_ms", theirs.min),
             {"ggml_runs", static_cast<double>(theirs.runs), 0},
             {"times_faster", pair.ratio(), 1}};
  if (theirs.runs > 0) return row;
  for (const size_t i : {4, 5, 7}) row[i].value = std::string("-");
  return row;
}

}  // namespace

void MeasurePeers(const Settings& settings, Report* report) {
  Table table = {.name = "beside_ggml",
                 .title = "Headers in memory, beside ggml's reader (medians)",
                 .rows = {}};
  double model_ratio = 0;
  for (const Input& input : Inputs()) {
    const ModelFile model = input.build();
    const Pair pair = Measure(input, model, settings);
    if (table.rows.empty()) model_ratio = pair.ratio();
    table.rows.push_back(RowOf(input, model, pair));
  }
  report->Add(std::move(table));
  report->AddBar({.promise = "header of a 7B-like model: times faster",
                  .value = model_ratio,
                  .limit = kLeastTimesFaster,
                  .at_least = true,
                  .skipped = settings.ggml.has_value() ? std::string()
                                                       : "skipped: no ggml"});
}

}  // namespace loadgate::bench
