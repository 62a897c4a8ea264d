// Timing: several ways of doing one thing, measured in turn.
//
// Other work on the machine comes and goes. Contenders that are to be compared
// are therefore run in turn, one repetition after the other, and judged by
// their medians, and time is that of the processor, not of the clock: nothing
// measured here waits for anything.

#ifndef LOADGATE_BENCH_TIMING_H_
#define LOADGATE_BENCH_TIMING_H_

#include <functional>
#include <vector>

namespace loadgate::bench {

// Timing is what one contender took, in nanoseconds. Without runs all is 0.
struct Timing {
  int runs = 0;
  double median = 0;
  double min = 0;
  double max = 0;
};

// Contender is one way of doing the thing. A run calls `run` `loops` times and
// counts as their mean: for work so short that the clock would show. What
// `before` does before each run is not measured.
struct Contender {
  std::function<void()> run;
  int loops = 1;
  std::function<void()> before = {};
};

// TimeInTurn runs every contender `repetitions` times, in turn, and returns
// their timings in the same order. A contender that takes more than 2 s runs
// three times at most, one that takes more than 30 s once.
std::vector<Timing> TimeInTurn(const std::vector<Contender>& contenders,
                               int repetitions);

// TimeAlone is TimeInTurn for a single contender.
Timing TimeAlone(const Contender& contender, int repetitions);

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_TIMING_H_
