#include "bench/timing.h"

#include <time.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace loadgate::bench {
namespace {

constexpr double kSlow = 2e9;
constexpr double kVerySlow = 30e9;

// The time that this thread has had on a processor.
double Now() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 +
         static_cast<double>(now.tv_nsec);
}

double RunOnce(const Contender& contender) {
  if (contender.before) contender.before();
  const double start = Now();
  for (int i = 0; i < contender.loops; ++i) contender.run();
  return (Now() - start) / contender.loops;
}

// How often a contender runs, going by its slowest run so far.
int RunsAllowed(const std::vector<double>& samples, int repetitions) {
  if (samples.empty()) return repetitions;
  const double slowest = *std::max_element(samples.begin(), samples.end());
  if (slowest > kVerySlow) return 1;
  return slowest > kSlow ? std::min(3, repetitions) : repetitions;
}

Timing Summarise(std::vector<double> samples) {
  if (samples.empty()) return Timing();
  std::sort(samples.begin(), samples.end());
  const size_t middle = samples.size() / 2;
  const double median = samples.size() % 2 == 1
                            ? samples[middle]
                            : (samples[middle - 1] + samples[middle]) / 2;
  return Timing{.runs = static_cast<int>(samples.size()),
                .median = median,
                .min = samples.front(),
                .max = samples.back()};
}

}  // namespace

std::vector<Timing> TimeInTurn(const std::vector<Contender>& contenders,
                               int repetitions) {
  std::vector<std::vector<double>> samples(contenders.size());
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (size_t i = 0; i < contenders.size(); ++i) {
      if (repetition < RunsAllowed(samples[i], repetitions)) {
        samples[i].push_back(RunOnce(contenders[i]));
      }
    }
  }
  std::vector<Timing> timings;
  for (std::vector<double>& of_one : samples) {
    timings.push_back(Summarise(std::move(of_one)));
  }
  return timings;
}

Timing TimeAlone(const Contender& contender, int repetitions) {
  return TimeInTurn({contender}, repetitions).front();
}

}  // namespace loadgate::bench
