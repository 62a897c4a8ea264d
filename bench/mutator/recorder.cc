#include "bench/mutator/recorder.h"

#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <string>

#include "base/canary.h"

namespace loadgate::bench {
namespace {

// Between looks at the clock.
constexpr uint64_t kExecutions = 128;

double CpuSeconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) / 1e9;
}

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Recorder::Recorder(std::string_view format) {
  log_ = std::fopen(Variable("LG_CANARY_LOG").c_str(), "w");
  most_seconds_ = std::strtod(Variable("LG_CANARY_SECONDS").c_str(), nullptr);
  if (log_ == nullptr || most_seconds_ <= 0) {
    std::fprintf(stderr,
                 "LG_CANARY_LOG must name a file that can be written, and "
                 "LG_CANARY_SECONDS be a number above 0\n");
    ::_exit(2);
  }
  const auto rows = canary::Rows();
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].format == format) waiting_.push_back(i);
  }
}

void Recorder::Executed() {
  ++executions_;
  const size_t triggered = std::erase_if(waiting_, [this](size_t i) {
    if (canary::Counts()[i].triggered == 0) return false;
    Write(canary::Rows()[i].name);
    return true;
  });
  if (triggered > 0 && waiting_.empty()) End();
  if (executions_ % kExecutions == 0 && CpuSeconds() > most_seconds_) End();
}

void Recorder::Write(std::string_view fault) {
  std::fprintf(log_, "%.*s\t%llu\t%.3f\n", static_cast<int>(fault.size()),
               fault.data(), static_cast<unsigned long long>(executions_),
               CpuSeconds());
  std::fflush(log_);
}

void Recorder::End() {
  Write("end");
  ::_exit(0);
}

}  // namespace loadgate::bench
