#include "fuzz/mutator/numbers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace loadgate::mutator {
namespace {

constexpr int kRuns = 20000;

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

TEST(MutatorNumbersTest, PairsWrapInEveryWay) {
  Random random(1);
  int to_zero = 0;
  int to_small = 0;
  int negative = 0;
  int past = 0;
  for (int i = 0; i < kRuns; ++i) {
    const auto [a, b] = WrappingPair(&random);
    const auto product = static_cast<unsigned __int128>(a) * b;
    const auto wrapped = static_cast<uint64_t>(product);
    if (product >> 63 == 0) continue;
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

TEST(MutatorNumbersTest, SizesWrapInBytesOrWhenTheyArePadded) {
  Random random(1);
  int in_bytes = 0;
  int in_padding = 0;
  for (int i = 0; i < kRuns; ++i) {
    const uint64_t elements = WrappingSize(32, 18, 32, &random);
    const auto bytes = static_cast<unsigned __int128>(elements) / 32 * 18;
    if (bytes >> 64 != 0) {
      ++in_bytes;
    } else if ((bytes + 31) >> 64 != 0 ||
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
    const auto bytes =
        static_cast<unsigned __int128>(WrappingSize(1, 4, 32, &random)) * 4;
    below = below || (bytes >> 64 == 0 && (bytes + 31) >> 64 != 0);
    past = past || bytes >> 64 != 0;
  }
  EXPECT_TRUE(below);
  EXPECT_TRUE(past);
}

}  // namespace
}  // namespace loadgate::mutator
