#include "tests/naive/shape.h"

#include <algorithm>

namespace naive {

Wide CountElements(const std::vector<uint64_t>& ne) {
  if (std::find(ne.begin(), ne.end(), 0) != ne.end()) return 0;
  Wide count = 1;
  for (const uint64_t dim : ne) {
    count *= dim;
    if (count > kMax63) return count;
  }
  return count;
}

bool HidesAbsurdDims(const std::vector<uint64_t>& ne, const GgmlType& type) {
  std::vector<uint64_t> others = ne;
  if (std::erase(others, 0) == 0) return false;
  const Wide count = CountElements(others);
  return count > kMax63 || count * type.bytes > kMax63 * type.block;
}

Wide RoundUp(Wide value, Wide unit) { return (value + unit - 1) / unit * unit; }

}  // namespace naive
