#include "bench/peak_memory.h"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "bench/judging.h"

namespace loadgate::bench {
namespace {

// The line VmHWM of the process's status: its peak, in KiB.
std::optional<double> OwnPeakKib() {
  std::FILE* status = std::fopen("/proc/self/status", "r");
  if (status == nullptr) return std::nullopt;
  std::array<char, 256> line = {};
  std::optional<double> peak;
  while (std::fgets(line.data(), line.size(), status) != nullptr) {
    double kib = 0;
    if (std::sscanf(line.data(), "VmHWM: %lf kB", &kib) == 1) peak = kib;
  }
  std::fclose(status);
  return peak;
}

double Milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 +
         static_cast<double>(time.tv_usec) / 1e3;
}

// Starts this program with an option more, its output into a pipe. Returns the
// pipe's end to read from, or -1.
int StartChild(std::string option, pid_t* child) {
  std::array<int, 2> ends = {-1, -1};
  if (pipe(ends.data()) != 0) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  std::string name = "loadgate_bench";
  const std::array<char*, 3> arguments = {name.data(), option.data(), nullptr};
  const int error = posix_spawn(child, "/proc/self/exe", &actions, nullptr,
                                arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error == 0) return ends[0];
  close(ends[0]);
  return -1;
}

}  // namespace

std::optional<ChildCost> JudgeInChild(const std::string& path, bool as_stream) {
  pid_t child = 0;
  const int fd = StartChild(
      absl::StrCat(as_stream ? "--judge_stream=" : "--judge_file=", path),
      &child);
  if (fd < 0) return std::nullopt;
  std::FILE* output = fdopen(fd, "r");
  ChildCost cost;
  std::array<char, 16> verdict = {};
  const bool read =
      output != nullptr &&
      std::fscanf(output, "%lf %15s", &cost.peak_kib, verdict.data()) == 2;
  if (output != nullptr) std::fclose(output);
  int status = 0;
  rusage usage = {};
  if (wait4(child, &status, 0, &usage) != child || status != 0 || !read) {
    return std::nullopt;
  }
  cost.milliseconds =
      Milliseconds(usage.ru_utime) + Milliseconds(usage.ru_stime);
  cost.verdict = verdict.data();
  return cost;
}

int JudgeAsChild(const std::string& path, bool as_stream) {
  const std::string verdict(VerdictName(JudgeFile(path, as_stream)));
  const std::optional<double> peak = OwnPeakKib();
  if (!peak.has_value()) return 2;
  std::printf("%.0f %s\n", *peak, verdict.c_str());
  return 0;
}

}  // namespace loadgate::bench
