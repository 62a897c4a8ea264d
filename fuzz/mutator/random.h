// Random: the mutator's only source of choice.
//
// The same seed gives the same choices on every machine and with every standard
// library, so that a campaign can be repeated. Nothing here is secret.
//
// Source: SplitMix64, Steele, Lea and Flood, "Fast Splittable Pseudorandom
// Number Generators", 2014.

#ifndef FUZZ_MUTATOR_RANDOM_H_
#define FUZZ_MUTATOR_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "loadgate/check.h"

namespace loadgate::mutator {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  // Bits returns 64 random bits.
  uint64_t Bits() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // Below returns a number below `n`, which is not 0.
  uint64_t Below(uint64_t n) {
    LG_CHECK(n > 0);
    return Bits() % n;
  }

  // Between returns a number from `low` to `high`, both included.
  uint64_t Between(uint64_t low, uint64_t high) {
    return low + Below(high - low + 1);
  }

  // Small returns a number up to `most`, smaller ones more often.
  uint64_t Small(uint64_t most) { return Below(Below(most + 1) + 1); }

  // OneIn returns true once in `n` times.
  bool OneIn(uint64_t n) { return Below(n) == 0; }

  // Percent returns true `share` times in a hundred.
  bool Percent(uint64_t share) { return Below(100) < share; }

  // Pick returns one of `all`, a view or a container, which are not none.
  template <typename Range>
  auto& Pick(Range&& all) {
    return all[static_cast<size_t>(Below(std::size(all)))];
  }

 private:
  uint64_t state_;
};

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_RANDOM_H_
