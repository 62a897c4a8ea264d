#include "formats/safetensors_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>
#include <utility>
#include <vector>

namespace loadgate {
namespace {

using Entry = SafetensorsTables::Entry;
using Range = std::pair<uint64_t, uint64_t>;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::deque<Entry> EntriesOf(const std::vector<Range>& ranges) {
  std::deque<Entry> entries;
  for (const auto& [begin, end] : ranges) {
    entries.push_back(Entry{.name = {}, .begin = begin, .end = end});
  }
  return entries;
}

std::vector<uint32_t> Order(const std::vector<Range>& ranges) {
  std::vector<uint32_t> numbers;
  for (const SafetensorsPlace& place : OrderSafetensors(EntriesOf(ranges))) {
    EXPECT_EQ(place.begin, ranges.at(place.number).first);
    numbers.push_back(place.number);
  }
  return numbers;
}

TEST(SafetensorsOrderTest, NoEntriesAreInOrder) {
  EXPECT_THAT(Order({}), IsEmpty());
}

TEST(SafetensorsOrderTest, TheOneThatBeginsFirstComesFirst) {
  EXPECT_THAT(Order({{5, 6}}), ElementsAre(0));
  EXPECT_THAT(Order({{9, 20}, {0, 4}, {4, 9}}), ElementsAre(1, 2, 0));
}

TEST(SafetensorsOrderTest, OfThoseThatBeginTogetherTheShorterComesFirst) {
  EXPECT_THAT(Order({{4, 9}, {4, 4}, {0, 4}}), ElementsAre(2, 1, 0));
  EXPECT_THAT(Order({{0, 3}, {0, 2}, {0, 1}, {0, 0}}), ElementsAre(3, 2, 1, 0));
}

TEST(SafetensorsOrderTest, EqualOnesKeepTheOrderOfTheHeader) {
  EXPECT_THAT(Order({{7, 7}, {0, 7}, {7, 7}, {7, 9}, {7, 7}}),
              ElementsAre(1, 0, 2, 4, 3));
}

TEST(SafetensorsOrderTest, EveryBitOfAnOffsetCounts) {
  std::vector<Range> ranges;
  for (unsigned bit = 64; bit-- > 0;) {
    ranges.emplace_back(uint64_t{1} << bit, UINT64_MAX);
  }
  std::vector<uint32_t> reversed;
  for (uint32_t number = 64; number-- > 0;) reversed.push_back(number);
  EXPECT_EQ(Order(ranges), reversed);
}

TEST(SafetensorsOrderTest, AgreesWithAComparisonSort) {
  std::mt19937_64 random(1);
  for (const uint64_t spread : {uint64_t{3}, uint64_t{1000}, UINT64_MAX}) {
    std::vector<Range> ranges;
    for (int i = 0; i < 5000; ++i) {
      const uint64_t begin = random() % spread;
      ranges.emplace_back(begin, begin + random() % 3);
    }
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < ranges.size(); ++i) expected.push_back(i);
    std::ranges::sort(expected, [&](uint32_t a, uint32_t b) {
      return std::pair(ranges[a], a) < std::pair(ranges[b], b);
    });
    EXPECT_EQ(Order(ranges), expected) << spread;
  }
}

TEST(SafetensorsOrderTest, LiesBeforeIsTheSameOrder) {
  const auto lies_before = [](Range a, Range b) {
    return LiesBefore(Entry{.name = {}, .begin = a.first, .end = a.second},
                      Entry{.name = {}, .begin = b.first, .end = b.second});
  };
  EXPECT_TRUE(lies_before({0, 9}, {1, 2}));
  EXPECT_FALSE(lies_before({1, 2}, {0, 9}));
  EXPECT_TRUE(lies_before({4, 4}, {4, 9}));
  EXPECT_FALSE(lies_before({4, 9}, {4, 4}));
  EXPECT_FALSE(lies_before({4, 9}, {4, 9}));
}

}  // namespace
}  // namespace loadgate
