#include "formats/pair_bins.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loadgate {
namespace {

std::vector<uint32_t> Drained(PairBins* bins, size_t bin) {
  std::vector<uint32_t> numbers;
  bins->Drain(bin, [&](NumberPair pair) {
    EXPECT_EQ(pair.b, pair.a + 1);
    numbers.push_back(pair.a);
  });
  return numbers;
}

void AddUpTo(uint32_t end, PairBins* bins, size_t bin) {
  for (uint32_t i = 0; i < end; ++i) bins->Add(bin, {.a = i, .b = i + 1});
}

std::vector<uint32_t> UpTo(uint32_t end) {
  std::vector<uint32_t> numbers;
  for (uint32_t i = 0; i < end; ++i) numbers.push_back(i);
  return numbers;
}

TEST(PairBinsTest, AListKeepsItsOrderAcrossChunks) {
  for (const uint32_t count : {0u, 1u, 62u, 63u, 64u, 126u, 127u, 1000u}) {
    PairBins bins(2);
    AddUpTo(count, &bins, 1);
    EXPECT_TRUE(bins.empty(0));
    EXPECT_EQ(bins.empty(1), count == 0);
    EXPECT_EQ(Drained(&bins, 1), UpTo(count)) << count;
    EXPECT_TRUE(bins.empty(1));
    EXPECT_EQ(Drained(&bins, 1), UpTo(0)) << "a list is drained once";
  }
}

TEST(PairBinsTest, ListsThatGrowInTurnDoNotMix) {
  PairBins bins(3);
  for (uint32_t i = 0; i < 500; ++i) {
    for (size_t bin = 0; bin < 3; ++bin) bins.Add(bin, {.a = i, .b = i + 1});
  }
  for (size_t bin = 0; bin < 3; ++bin) {
    EXPECT_EQ(Drained(&bins, bin), UpTo(500)) << bin;
  }
}

TEST(PairBinsTest, PairsMayBeMovedToAnotherListWhileTheirsIsDrained) {
  PairBins bins(2);
  AddUpTo(1000, &bins, 0);
  bins.Drain(0, [&](NumberPair pair) { bins.Add(1, pair); });
  EXPECT_TRUE(bins.empty(0));
  AddUpTo(200, &bins, 0);
  EXPECT_EQ(Drained(&bins, 1), UpTo(1000));
  EXPECT_EQ(Drained(&bins, 0), UpTo(200)) << "in chunks that were used before";
}

}  // namespace
}  // namespace loadgate
