#include "fuzz/mutator/numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace loadgate::mutator {
namespace {

constexpr int kRuns = 20000;

// The 128 bits of a product, in halves: there is no type for them on i386.
struct Product {
  uint64_t high = 0;
  uint64_t low = 0;
};

Product Multiply(uint64_t a, uint64_t b) {
  const uint64_t a1 = a >> 32;
  const uint64_t a0 = a & UINT32_MAX;
  const uint64_t b1 = b >> 32;
  const uint64_t b0 = b & UINT32_MAX;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const uint64_t other = a0 * b1 + (middle & UINT32_MAX);
  return {a1 * b1 + (middle >> 32) + (other >> 32), a * b};
}

// Whether `n` passes 2^64 when it is rounded up to 32.
bool PaddingPasses(uint64_t n) { return n > UINT64_MAX - 31; }

TEST(MutatorNumbersTest, TheTestsMultiplyRight) {
  const auto is = [](Product product, uint64_t high, uint64_t low) {
    return product.high == high && product.low == low;
  };
  EXPECT_TRUE(is(Multiply(UINT64_MAX, UINT64_MAX), UINT64_MAX - 1, 1));
  EXPECT_TRUE(is(Multiply(1ull << 32, 1ull << 32), 1, 0));
  EXPECT_TRUE(is(Multiply(0xffffffff, 0xffffffff), 0, 0xfffffffe00000001));
  EXPECT_TRUE(is(Multiply(UINT64_MAX, 4), 3, UINT64_MAX - 3));
}

TEST(MutatorNumbersTest, EdgesOfEveryWidthAreMet) {
  for (const size_t width : {1u, 2u, 4u, 8u}) {
    const uint64_t most = width == 8 ? UINT64_MAX : (1ull << 8 * width) - 1;
    Random random(1);
    std::set<uint64_t> met;
    for (int i = 0; i < kRuns; ++i) met.insert(EdgeNumber(width, &random));
    EXPECT_LE(*met.rbegin(), most);
    for (const uint64_t edge :
         {uint64_t{0}, uint64_t{1}, most / 2, most / 2 + 1, most - 1, most}) {
      EXPECT_TRUE(met.contains(edge)) << width << ": " << edge;
    }
  }
}

TEST(MutatorNumbersTest, ALieIsOftenNearTheTruthOrWhatRemains) {
  Random random(1);
  const Surroundings about = {
      .truth = 1000, .remaining = 5000, .unit = 32, .width = 8};
  std::set<uint64_t> met;
  int lies = 0;
  for (int i = 0; i < kRuns; ++i) {
    const uint64_t number = LyingNumber(about, &random);
    met.insert(number);
    if (number != about.truth) ++lies;
  }
  EXPECT_GT(lies, kRuns * 8 / 10);
  for (const uint64_t wanted :
       {999u, 1001u, 992u, 1024u, 4999u, 5000u, 5001u, 156u, 157u}) {
    EXPECT_TRUE(met.contains(wanted)) << wanted;
  }
}

TEST(MutatorNumbersTest, ALieFitsItsField) {
  Random random(1);
  const Surroundings about = {.truth = 255, .remaining = 1 << 20, .width = 1};
  for (int i = 0; i < kRuns; ++i) {
    EXPECT_LE(LyingNumber(about, &random), 255u);
  }
}

TEST(MutatorNumbersTest, ANumberThatIsCutOffIsTheTruthAgain) {
  Random random(1);
  std::set<unsigned> kept;
  for (int i = 0; i < kRuns; ++i) {
    const uint64_t number = CutNumber(1000, 8, &random);
    for (const unsigned bits : {16u, 32u, 63u}) {
      const uint64_t low = number & ((uint64_t{1} << bits) - 1);
      if (number > 1000 && low == 1000) kept.insert(bits);
    }
    EXPECT_LE(CutNumber(1000, 4, &random), UINT32_MAX);
    EXPECT_EQ(CutNumber(200, 1, &random), 200u);
  }
  EXPECT_EQ(kept, (std::set<unsigned>{16, 32, 63}));
}

TEST(MutatorNumbersTest, UnitsComeToThePowersWhereProductsAreCut) {
  Random random(1);
  bool small_in_32_bits = false;
  bool small_in_64_bits = false;
  bool last_multiple = false;
  for (int i = 0; i < kRuns; ++i) {
    const uint64_t number = EdgeOfUnits(12, 8, &random);
    const auto [high, low] = Multiply(number, 12);
    small_in_32_bits = small_in_32_bits || (high == 0 && low >> 32 == 1 &&
                                            (low & UINT32_MAX) < 100);
    small_in_64_bits = small_in_64_bits || (high == 1 && low < 100);
    last_multiple =
        last_multiple || (number % 12 == 0 && number > UINT64_MAX - 12);
    EXPECT_LE(EdgeOfUnits(4, 4, &random), UINT32_MAX);
  }
  EXPECT_TRUE(small_in_32_bits);
  EXPECT_TRUE(small_in_64_bits);
  EXPECT_TRUE(last_multiple);
}

TEST(MutatorNumbersTest, PairsWrapInEveryWay) {
  Random random(1);
  int to_zero = 0;
  int to_small = 0;
  int negative = 0;
  int past = 0;
  for (int i = 0; i < kRuns; ++i) {
    const auto [a, b] = WrappingPair(&random);
    const auto [high, wrapped] = Multiply(a, b);
    if (high == 0 && wrapped >> 63 == 0) continue;
    ++past;
    to_zero += wrapped == 0 ? 1 : 0;
    to_small += wrapped > 0 && wrapped < (1u << 20) ? 1 : 0;
    negative += wrapped >> 63 ? 1 : 0;
  }
  EXPECT_GT(past, kRuns / 2);
  EXPECT_GT(to_zero, kRuns / 100);
  EXPECT_GT(to_small, kRuns / 200);
  EXPECT_GT(negative, kRuns / 100);
}

TEST(MutatorNumbersTest, FarNumbersAreOfThoseThatFloatsRound) {
  Random random(1);
  bool past_float = false;
  bool past_double = false;
  for (int i = 0; i < kRuns; ++i) {
    const uint64_t number = FarNumber(8, 8, &random);
    const auto rounded = static_cast<double>(number);
    past_double = past_double || static_cast<uint64_t>(rounded) != number;
    past_float = past_float || number == (uint64_t{1} << 24) + 9;
    EXPECT_LE(FarNumber(8, 4, &random), UINT32_MAX);
    EXPECT_EQ(FarNumber(8, 2, &random), 8u);
  }
  EXPECT_TRUE(past_float);
  EXPECT_TRUE(past_double);
}

TEST(MutatorNumbersTest, ACountPassesAPowerInAnotherTypeOnly) {
  Random random(1);
  int in_32_bits = 0;
  int in_64_bits = 0;
  for (int i = 0; i < kRuns; ++i) {
    const uint64_t count = ConvertedCount(32, &random);
    EXPECT_EQ(count % 32, 0u);
    EXPECT_EQ(Multiply(count, 1).high, 0u);
    const auto [high, low] = Multiply(count, 4);
    in_64_bits += high == 1 && low < 1000 ? 1 : 0;
    in_32_bits +=
        high == 0 && low >> 32 == 1 && (low & UINT32_MAX) < 1000 ? 1 : 0;
  }
  EXPECT_GT(in_32_bits, kRuns / 100);
  EXPECT_GT(in_64_bits, kRuns / 10);
}

TEST(MutatorNumbersTest, ACountIsSplitIntoDimensions) {
  Random random(1);
  for (int i = 0; i < kRuns; ++i) {
    const auto shape = SplitCount(1000, 3, &random);
    ASSERT_EQ(shape.size(), 3u);
    uint64_t product = 1;
    for (const uint64_t n : shape) product *= n;
    EXPECT_GE(product, 1000u);
  }
  EXPECT_EQ(SplitCount(7, 1, &random), std::vector<uint64_t>{7});
}

TEST(MutatorNumbersTest, FloatsHaveEdgesOfTheirOwn) {
  Random random(1);
  std::set<uint64_t> met;
  for (int i = 0; i < kRuns; ++i) {
    met.insert(EdgeFloat(4, &random));
    EXPECT_LE(EdgeFloat(4, &random), UINT32_MAX);
    met.insert(EdgeFloat(8, &random));
  }
  for (const uint64_t bits :
       {uint64_t{0}, uint64_t{0x80000000}, uint64_t{0x7f800000},
        uint64_t{0xffc00000}, uint64_t{0x4340000000000000}}) {
    EXPECT_TRUE(met.contains(bits)) << bits;
  }
}

TEST(MutatorNumbersTest, PairsWrapIn32Bits) {
  Random random(1);
  int to_small = 0;
  for (int i = 0; i < kRuns; ++i) {
    const auto [a, b] = SmallWrappingPair(&random);
    EXPECT_LE(std::max(a, b), (uint64_t{1} << 32) + 2);
    to_small += a * b > UINT32_MAX && (a * b & UINT32_MAX) < 100000 ? 1 : 0;
  }
  EXPECT_GT(to_small, kRuns / 20);
}

TEST(MutatorNumbersTest, SizesWrapInBytesOrWhenTheyArePadded) {
  Random random(1);
  int in_bytes = 0;
  int in_padding = 0;
  for (int i = 0; i < kRuns; ++i) {
    const uint64_t elements = WrappingSize(32, 18, 32, &random);
    const auto [high, bytes] = Multiply(elements / 32, 18);
    if (high != 0) {
      ++in_bytes;
    } else if (PaddingPasses(bytes) ||
               (bytes < 1ull << 63 && bytes + 31 >= 1ull << 63)) {
      ++in_padding;
    }
  }
  EXPECT_GT(in_bytes + in_padding, kRuns / 20);
}

TEST(MutatorNumbersTest, FourByteElementsPassBothLimitsWhenPadded) {
  Random random(1);
  bool below = false;
  bool past = false;
  for (int i = 0; i < kRuns; ++i) {
    const auto [high, bytes] = Multiply(WrappingSize(1, 4, 32, &random), 4);
    below = below || (high == 0 && PaddingPasses(bytes));
    past = past || high != 0;
  }
  EXPECT_TRUE(below);
  EXPECT_TRUE(past);
}

}  // namespace
}  // namespace loadgate::mutator
