#ifndef LOADGATE_TESTS_NAIVE_SHAPE_H_
#define LOADGATE_TESTS_NAIVE_SHAPE_H_

#include <cstdint>
#include <vector>

#include "tests/naive/ggml_types.h"
#include "tests/naive/wide.h"

namespace naive {

// CountElements multiplies the dimensions, each below 2^63, from left to right.
// A shape with a zero has no elements, whatever stands beside it. Above 2^63-1
// it stops and returns what it has, which is then no true count.
Wide CountElements(const std::vector<uint64_t>& ne);

// HidesAbsurdDims says whether a zero in the shape covers up for dimensions
// whose product passes what any file could hold.
bool HidesAbsurdDims(const std::vector<uint64_t>& ne, const GgmlType& type);

// RoundUp returns the least multiple of `unit` that is not below `value`.
Wide RoundUp(Wide value, Wide unit);

}  // namespace naive

#endif  // LOADGATE_TESTS_NAIVE_SHAPE_H_
