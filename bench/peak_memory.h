// What judging a file costs in a process of its own, above all in memory.

#ifndef LOADGATE_BENCH_PEAK_MEMORY_H_
#define LOADGATE_BENCH_PEAK_MEMORY_H_

#include <optional>
#include <string>

namespace loadgate::bench {

// ChildCost is what judging one file took.
struct ChildCost {
  double peak_kib = 0;      // The most memory resident at any time.
  double milliseconds = 0;  // Of processor time, the system's included.
  std::string verdict;
};

// JudgeInChild starts this program again to judge the file of that path, and
// returns what the whole process took; nullopt when it ended badly. as_stream
// is as for JudgeFile.
std::optional<ChildCost> JudgeInChild(const std::string& path, bool as_stream);

// JudgeAsChild is what the program does when it was started so: it judges the
// file, prints its cost for JudgeInChild to read, and returns the exit status.
int JudgeAsChild(const std::string& path, bool as_stream);

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_PEAK_MEMORY_H_
