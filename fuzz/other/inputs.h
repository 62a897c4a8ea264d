// Inputs: the files of a campaign, one after the other.

#ifndef FUZZ_OTHER_INPUTS_H_
#define FUZZ_OTHER_INPUTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/mutator/random.h"

namespace loadgate::other {

enum class Format {
  kGguf,
  kSafetensors,
};

// Inputs makes each file out of those it was told to keep. The same seed and
// the same files kept give the same inputs.
class Inputs {
 public:
  // Inputs makes files of at most `max_size` bytes, with the mutator that knows
  // the format or, where `structured` is not set, by changing bytes.
  Inputs(Format format, bool structured, size_t max_size, uint64_t seed)
      : format_(format),
        structured_(structured),
        max_size_(max_size),
        random_(seed) {}

  // Next returns another file. With nothing kept it begins from nothing.
  std::string Next();

  // Keep adds a file to those that others are made of. There are at most
  // kMostKept; then it takes the place of one of them.
  void Keep(std::string file);

  size_t kept() const { return pool_.size(); }

  static constexpr size_t kMostKept = 1024;

 private:
  std::string NextStructured();

  Format format_;
  bool structured_;
  size_t max_size_;
  mutator::Random random_;
  std::vector<std::string> pool_ = {};
};

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_INPUTS_H_
