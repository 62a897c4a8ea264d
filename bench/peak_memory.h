// The most memory that judging a file takes, in a process of its own.

#ifndef LOADGATE_BENCH_PEAK_MEMORY_H_
#define LOADGATE_BENCH_PEAK_MEMORY_H_

#include <optional>
#include <string>

namespace loadgate::bench {

// PeakMemory starts this program again to judge the file of that path, and
// returns the most memory that it had resident at any time, in MiB; nullopt
// when it ended badly. as_stream is as for JudgeFile.
std::optional<double> PeakMemory(const std::string& path, bool as_stream);

// JudgeAsChild is what the program does when it was started so: it judges the
// file, prints its peak for PeakMemory to read, and returns the exit status.
int JudgeAsChild(const std::string& path, bool as_stream);

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_PEAK_MEMORY_H_
