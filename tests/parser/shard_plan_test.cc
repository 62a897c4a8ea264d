#include "loadgate/shard_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace loadgate {
namespace {

using ::testing::ElementsAre;
using Sizes = std::vector<uint64_t>;

TEST(ShardPlanTest, AShardIsFullBeforeItPassesItsBytes) {
  EXPECT_THAT(
      PlanShards(Sizes{40, 60, 1, 99, 100}, {.max_bytes = 100}),
      ElementsAre(ShardRange{0, 2}, ShardRange{2, 2}, ShardRange{4, 1}));
}

TEST(ShardPlanTest, ATensorOverTheBoundStandsAlone) {
  EXPECT_THAT(
      PlanShards(Sizes{1, 500, 1, 1}, {.max_bytes = 100}),
      ElementsAre(ShardRange{0, 1}, ShardRange{1, 1}, ShardRange{2, 2}));
}

TEST(ShardPlanTest, AShardIsFullAtItsNumberOfTensors) {
  EXPECT_THAT(
      PlanShards(Sizes{1, 1, 1, 1, 1}, {.max_tensors = 2}),
      ElementsAre(ShardRange{0, 2}, ShardRange{2, 2}, ShardRange{4, 1}));
  EXPECT_THAT(
      PlanShards(Sizes{1, 9, 1}, {.max_bytes = 9, .max_tensors = 2}),
      ElementsAre(ShardRange{0, 1}, ShardRange{1, 1}, ShardRange{2, 1}));
}

TEST(ShardPlanTest, TheFirstShardMayHaveNoTensor) {
  EXPECT_THAT(
      PlanShards(Sizes{1, 1, 1},
                 {.max_tensors = 2, .first_without_tensors = true}),
      ElementsAre(ShardRange{0, 0}, ShardRange{0, 2}, ShardRange{2, 1}));
  EXPECT_THAT(PlanShards({}, {.max_tensors = 2, .first_without_tensors = true}),
              ElementsAre(ShardRange{0, 0}));
}

TEST(ShardPlanTest, WithoutABoundOrATensorThereIsOneShard) {
  EXPECT_THAT(PlanShards(Sizes{1, 2, 3}, {}), ElementsAre(ShardRange{0, 3}));
  EXPECT_THAT(PlanShards({}, {.max_bytes = 1}), ElementsAre(ShardRange{0, 0}));
}

TEST(ShardPlanTest, SizesThatPassAllNumbersDoNotWrap) {
  const uint64_t huge = uint64_t{1} << 63;
  EXPECT_THAT(PlanShards(Sizes{huge, huge, 1}, {.max_bytes = UINT64_MAX}),
              ElementsAre(ShardRange{0, 1}, ShardRange{1, 2}));
}

TEST(ShardPlanTest, SizesAreReadInDecimalUnits) {
  EXPECT_EQ(ParseByteSize("4096"), 4096U);
  EXPECT_EQ(ParseByteSize("5GB"), 5'000'000'000U);
  EXPECT_EQ(ParseByteSize("1KB"), 1'000U);
  EXPECT_EQ(ParseByteSize("300MB"), 300'000'000U);
  EXPECT_EQ(ParseByteSize("2TB"), 2'000'000'000'000U);
  for (const std::string_view text :
       {"", "GB", "5gb", "5 GB", "-1", "1.5GB", "5GiB", "5G", "0x10",
        "9223372036854775808", "99999999999999999999", "9999999999GB"}) {
    EXPECT_EQ(ParseByteSize(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace loadgate
