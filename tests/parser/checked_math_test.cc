#include "loadgate/checked_math.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "tests/naive/wide.h"

namespace loadgate {
namespace {

using naive::Wide;

constexpr uint64_t k2To31 = uint64_t{1} << 31;
constexpr uint64_t k2To32 = uint64_t{1} << 32;
constexpr uint64_t k2To62 = uint64_t{1} << 62;
constexpr uint64_t k2To63 = uint64_t{1} << 63;

// The places where 64-bit arithmetic goes wrong, and their neighbours.
std::vector<uint64_t> Edges() {
  std::vector<uint64_t> edges;
  for (const uint64_t edge : {uint64_t{0}, uint64_t{10}, k2To31, k2To32, k2To62,
                              k2To63, uint64_t{3037000499}}) {
    for (uint64_t step = 0; step < 5; ++step) edges.push_back(edge + step - 2);
  }
  return edges;
}

// The result as the checked functions give it, computed without wrapping.
std::optional<uint64_t> Fitting(Wide exact) {
  if (exact > naive::kMax63) return std::nullopt;
  return static_cast<uint64_t>(exact);
}

TEST(CheckedMathTest, AddAndMulAgreeWithExactArithmetic) {
  for (const uint64_t a : Edges()) {
    for (const uint64_t b : Edges()) {
      EXPECT_EQ(CheckedAdd(a, b), Fitting(Wide{a} + b)) << a << " + " << b;
      EXPECT_EQ(CheckedMul(a, b), Fitting(Wide{a} * b)) << a << " * " << b;
    }
  }
}

TEST(CheckedMathTest, AlignUpAgreesWithExactArithmetic) {
  for (const uint64_t value : Edges()) {
    for (int shift = 0; shift < 64; ++shift) {
      const uint64_t unit = uint64_t{1} << shift;
      const Wide units = (Wide{value} + unit - 1) / unit;
      EXPECT_EQ(CheckedAlignUp(value, unit), Fitting(units * unit))
          << value << " to " << unit;
    }
  }
}

TEST(CheckedMathTest, ResultsUpTo2To63Minus1Fit) {
  EXPECT_EQ(CheckedAdd(kMaxFileSize - 1, 1), kMaxFileSize);
  EXPECT_EQ(CheckedAdd(kMaxFileSize, 1), std::nullopt);
  EXPECT_EQ(CheckedAdd(UINT64_MAX, 1), std::nullopt);
  EXPECT_EQ(CheckedAdd(k2To63, 0), std::nullopt);
  EXPECT_EQ(CheckedMul(kMaxFileSize, 1), kMaxFileSize);
  EXPECT_EQ(CheckedMul(k2To62, 2), std::nullopt);
  EXPECT_EQ(CheckedMul(k2To32, k2To32), std::nullopt);
  EXPECT_EQ(CheckedMul(UINT64_MAX, 0), 0u);
  EXPECT_EQ(CheckedAlignUp(kMaxFileSize - 31, 32), kMaxFileSize - 31);
  EXPECT_EQ(CheckedAlignUp(kMaxFileSize - 30, 32), std::nullopt);
  EXPECT_EQ(CheckedAlignUp(UINT64_MAX, 1), std::nullopt);
}

TEST(CheckedMathTest, SaturatingAddStopsAtTheLargestNumber) {
  EXPECT_EQ(SaturatingAdd(UINT64_MAX - 1, 1), UINT64_MAX);
  EXPECT_EQ(SaturatingAdd(UINT64_MAX, 1), UINT64_MAX);
  EXPECT_EQ(SaturatingAdd(UINT64_MAX, UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(SaturatingAdd(k2To63, k2To62), k2To63 + k2To62);
}

static_assert(CheckedAlignUp(33, 32) == 64u, "usable in constant expressions");

TEST(CheckedMathDeathTest, AligningToAnythingButAPowerOfTwoAborts) {
  for (const uint64_t alignment :
       {uint64_t{0}, uint64_t{3}, uint64_t{24}, k2To63 + 1, UINT64_MAX}) {
    EXPECT_DEATH(static_cast<void>(CheckedAlignUp(1, alignment)),
                 "has_single_bit");
  }
}

}  // namespace
}  // namespace loadgate
