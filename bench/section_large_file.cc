#include <utility>

#include "bench/judging.h"
#include "bench/model_files.h"
#include "bench/sections.h"
#include "bench/timing.h"
#include "bench/work_file.h"
#include "loadgate/check.h"

namespace loadgate::bench {
namespace {

constexpr double kMostTimes = 1.2;

// A model of 70 billion parameters, in f16: 141 GB.
constexpr ModelShape kLarge = {
    .layers = 80, .width = 8192, .key_width = 1024, .inner_width = 28672};

Bar BarOf(double ratio, std::string skipped) {
  return {.promise = "140 GB: times the time of its header alone",
          .value = ratio,
          .limit = kMostTimes,
          .skipped = std::move(skipped)};
}

Row RowOf(std::string name, uint64_t bytes, const Timing& timing) {
  return {{"input", std::move(name)},
          {"file_bytes", static_cast<double>(bytes), 0},
          {"ms", timing.median / 1e6, 3},
          {"min_ms", timing.min / 1e6, 3}};
}

}  // namespace

void MeasureLargeFile(const Settings& settings, Report* report) {
  ModelShape tiny_shape = kLarge;
  tiny_shape.tiny_tensors = true;
  const ModelFile large = Model(kLarge);
  const ModelFile tiny = Model(tiny_shape);
  LG_CHECK(large.header.size() == tiny.header.size());
  const WorkFile large_file(settings.work_dir + "/large.gguf");
  const WorkFile tiny_file(settings.work_dir + "/tiny.gguf");
  if (!large_file.Write(large.header, large.file_size) ||
      !tiny_file.Write(tiny.header, tiny.file_size)) {
    report->AddBar(BarOf(0, "skipped: the file system has no room for holes"));
    return;
  }
  const auto accept = [](const WorkFile& file) {
    LG_CHECK(JudgeFile(file.path()) == Verdict::kAccept);
  };
  const std::vector<Timing> timings = TimeInTurn({{[&] { accept(large_file); }},
                                                  {[&] { accept(tiny_file); }},
                                                  {[&] { ReadHeader(large); }}},
                                                 settings.repetitions);
  report->Add(
      {.name = "large_file",
       .title = "Files judged from end to end, and the header alone",
       .rows = {
           RowOf("sparse file, 723 tensors", large.file_size, timings[0]),
           RowOf("small file, the same header", tiny.file_size, timings[1]),
           RowOf("the header in memory", large.header.size(), timings[2])}});
  report->AddBar(BarOf(timings[0].median / timings[1].median, ""));
}

}  // namespace loadgate::bench
