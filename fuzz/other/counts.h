// Counts: what came of a campaign's files.

#ifndef FUZZ_OTHER_COUNTS_H_
#define FUZZ_OTHER_COUNTS_H_

#include <cstdint>
#include <string>

#include "fuzz/other/inputs.h"

namespace loadgate::other {

// Counts are of the files that were made. Those of the corpus are counted in
// `corpus` alone, and in `crashes` and `hangs`.
struct Counts {
  uint64_t corpus = 0;
  uint64_t made = 0;
  uint64_t accepted = 0;
  // Of those accepted, by what they hold; see depth.h.
  uint64_t with_pair = 0;
  uint64_t with_array = 0;
  uint64_t with_tensor = 0;
  uint64_t with_three = 0;   // Three pairs and three tensors at least.
  uint64_t deep = 0;         // A header that counts.
  uint64_t new_headers = 0;  // Of these, with one that none had before.
  uint64_t refused = 0;
  uint64_t crashes = 0;
  uint64_t hangs = 0;
  double seconds = 0;  // For the files that were made.
};

// TableOf returns the counts for people, a row a line.
std::string TableOf(Format format, const Counts& counts);

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_COUNTS_H_
