#include "fuzz/mutator/random.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace loadgate::mutator {
namespace {

TEST(MutatorRandomTest, TheChoicesAreTheSameEverywhere) {
  // The first outputs of SplitMix64 for the seed 0.
  Random random(0);
  EXPECT_EQ(random.Bits(), 0xe220a8397b1dcdafu);
  EXPECT_EQ(random.Bits(), 0x6e789e6aa1b965f4u);
}

TEST(MutatorRandomTest, NumbersStayInTheirBounds) {
  Random random(1);
  std::set<uint64_t> below;
  std::set<uint64_t> between;
  std::set<uint64_t> small;
  for (int i = 0; i < 1000; ++i) {
    below.insert(random.Below(3));
    between.insert(random.Between(5, 7));
    small.insert(random.Small(4));
  }
  EXPECT_EQ(below, (std::set<uint64_t>{0, 1, 2}));
  EXPECT_EQ(between, (std::set<uint64_t>{5, 6, 7}));
  EXPECT_EQ(small, (std::set<uint64_t>{0, 1, 2, 3, 4}));
}

TEST(MutatorRandomTest, SharesAreAboutWhatTheySay) {
  Random random(1);
  int one_in_four = 0;
  int percent = 0;
  for (int i = 0; i < 10000; ++i) {
    one_in_four += random.OneIn(4) ? 1 : 0;
    percent += random.Percent(60) ? 1 : 0;
  }
  EXPECT_NEAR(one_in_four, 2500, 200);
  EXPECT_NEAR(percent, 6000, 200);
}

TEST(MutatorRandomTest, PickReturnsEachOfThem) {
  Random random(1);
  const std::array<int, 3> all = {7, 8, 9};
  std::set<int> picked;
  for (int i = 0; i < 100; ++i) picked.insert(random.Pick(all));
  EXPECT_EQ(picked.size(), 3u);
}

}  // namespace
}  // namespace loadgate::mutator
