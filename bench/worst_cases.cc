#include "bench/worst_cases.h"

#include <iterator>
#include <string_view>
#include <utility>

namespace loadgate::bench {

std::vector<WorstCase> AllWorstCases() {
  std::vector<WorstCase> all = WorstStrings();
  for (std::vector<WorstCase> more : {WorstKeys(), WorstTensors()}) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

std::string UniqueName(uint64_t i, uint64_t length) {
  constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz-_";
  constexpr size_t kNumDigits = 4;
  std::string name(static_cast<size_t>(length), 'a');
  for (size_t digit = 1; digit <= kNumDigits; ++digit) {
    name[name.size() - digit] = kDigits[i % kDigits.size()];
    i /= kDigits.size();
  }
  return name;
}

}  // namespace loadgate::bench
