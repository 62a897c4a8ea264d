// Recorder: when a fuzzing run first triggered each fault.

#ifndef BENCH_MUTATOR_RECORDER_H_
#define BENCH_MUTATOR_RECORDER_H_

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

namespace loadgate::bench {

// Recorder writes a table of tab-separated lines to the file that the
// environment's LG_CANARY_LOG names:
//
//   fault <tab> executions until it was triggered, this one included <tab>
//   CPU seconds of the process until then
//
// and a last line of that form for the fault "end". It ends the process, with
// 0, when all faults of the format are triggered or LG_CANARY_SECONDS of CPU
// time are used up, and with 2 when it has nowhere to write.
class Recorder {
 public:
  // Recorder records the faults of `format`, Gguf or Safetensors.
  explicit Recorder(std::string_view format);

  // Executed is called after each execution.
  void Executed();

 private:
  [[noreturn]] void End();
  void Write(std::string_view fault);

  std::FILE* log_ = nullptr;
  double most_seconds_ = 0;
  uint64_t executions_ = 0;
  std::vector<size_t> waiting_ = {};  // Rows of the table not triggered yet.
};

}  // namespace loadgate::bench

#endif  // BENCH_MUTATOR_RECORDER_H_
