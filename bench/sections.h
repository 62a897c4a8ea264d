// The parts of the benchmark. Each measures one thing, adds its table to the
// report, and the bars that hang on it.

#ifndef LOADGATE_BENCH_SECTIONS_H_
#define LOADGATE_BENCH_SECTIONS_H_

#include <optional>
#include <string>

#include "bench/peers/ggml.h"
#include "bench/report.h"

namespace loadgate::bench {

struct Settings {
  int repetitions = 20;
  // Leaves out what takes minutes.
  bool quick = false;
  // Where files may be written.
  std::string work_dir;
  // The peer, if it is there.
  std::optional<Ggml> ggml;
};

// MeasurePeers reads the same headers with loadgate and with ggml, in turn.
void MeasurePeers(const Settings& settings, Report* report);

// MeasureGrowth compares the time an element takes with that at a tenth of the
// number.
void MeasureGrowth(const Settings& settings, Report* report);

// MeasureLargeFile judges a file of 140 GB, and one that has the same header in
// front of hardly any data.
void MeasureLargeFile(const Settings& settings, Report* report);

// MeasureWorstCases judges files of 1 MiB, each full of one slow thing.
void MeasureWorstCases(const Settings& settings, Report* report);

// MeasurePeakMemory judges the same files at 100 MiB, in a process each.
void MeasurePeakMemory(const Settings& settings, Report* report);

// MeasureSafetensors reads headers of many tensors with loadgate and with a
// bare JSON reader, in turn, and judges hostile headers of 100 MB, in a process
// each.
void MeasureSafetensors(const Settings& settings, Report* report);

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_SECTIONS_H_
