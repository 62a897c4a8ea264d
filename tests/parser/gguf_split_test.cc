#include "loadgate/gguf_split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/parser/judge_set.h"
#include "tests/parser/read_gguf.h"
#include "tests/parser/set_cases.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Finding> AloneFindings(const GgufRecipe& recipe,
                                   std::optional<std::string_view> name) {
  return JudgeAlone(recipe, name).findings;
}

TEST(GgufSplitTest, ShardsThatAgreeHaveNoFinding) {
  EXPECT_THAT(JudgeSplit(GoodSplit()).findings, IsEmpty());
  EXPECT_THAT(JudgeSplit({Shard(0, 1, 1, {"a"})}).findings, IsEmpty());
}

TEST(GgufSplitTest, AFirstShardOfMetadataAloneIsFine) {
  EXPECT_THAT(
      JudgeSplit({Shard(0, 2, 2, {}), Shard(1, 2, 2, {"a", "b"})}).findings,
      IsEmpty());
}

TEST(GgufSplitTest, EveryByteOrderIsRead) {
  std::vector<GgufRecipe> shards = GoodSplit();
  for (GgufRecipe& shard : shards) shard.order = ByteOrder::kBig;
  EXPECT_THAT(JudgeSplit(shards).findings, IsEmpty());
}

TEST(GgufSplitTest, OfAShardThatWasNotReadNothingIsMissed) {
  FindingSink sink;
  GgufSplit split(3, {}, &sink);
  AddShard(Shard(0, 3, 9, {"a"}), 1, &split);
  AddShard(Shard(2, 3, 9, {"c"}), 3, &split);
  split.Finish();
  EXPECT_THAT(sink.Findings(), IsEmpty());
}

TEST(GgufSplitTest, AShardThatLiesAboutTheTotalIsNamedAloneOfMany) {
  std::vector<GgufRecipe> shards;
  for (uint16_t i = 0; i < 20; ++i) {
    shards.push_back(Shard(i, 20, i == 7 ? 21 : 20, {std::to_string(i)}));
  }
  const Judged judged = JudgeSplit(shards);
  ASSERT_EQ(judged.findings.size(), 1u);
  EXPECT_EQ(judged.findings[0].where, "shard 8 of 20, split.tensors.count");
}

TEST(GgufSplitTest, ATensorThatStandsTwiceInOneShardIsThatShardsError) {
  EXPECT_THAT(
      JudgeSplit({Shard(0, 2, 3, {"a", "a"}), Shard(1, 2, 3, {"b"})}).findings,
      IsEmpty());
}

TEST(GgufSplitTest, AWholeFileMaySayThatItIsTheOnlyShardOrNothing) {
  for (const uint16_t count : {uint16_t{0}, uint16_t{1}}) {
    EXPECT_THAT(AloneFindings(Shard(0, count, 1, {"a"}), "model.gguf"),
                IsEmpty());
  }
  EXPECT_THAT(AloneFindings(GgufRecipe(), "model.gguf"), IsEmpty());
  EXPECT_THAT(AloneFindings(GgufRecipe(), "epoch-3-of-10.gguf"), IsEmpty());
  EXPECT_THAT(AloneFindings(GgufRecipe(), "m-00001-of-00001.gguf"), IsEmpty());
  EXPECT_THAT(AloneFindings(GgufRecipe(), std::nullopt), IsEmpty());
}

TEST(GgufSplitTest, AShardWithoutANameGetsANote) {
  const auto findings = AloneFindings(Shard(4, 9, 1, {"a"}), std::nullopt);
  EXPECT_THAT(findings,
              ElementsAre(::testing::Field(&Finding::code, Code::kSplitPart)));
  EXPECT_THAT(findings[0].message, HasSubstr("part 5 of 9"));
}

TEST(GgufSplitTest, AShardAloneMustAgreeWithItsName) {
  EXPECT_THAT(AloneFindings(Shard(1, 2, 1, {"a"}), "m-00001-of-00002.gguf"),
              HasOnlyError(Code::kSplitNumber));
  EXPECT_THAT(AloneFindings(Shard(0, 2, 1, {"a"}), "m-00001-of-00003.gguf"),
              HasOnlyError(Code::kSplitCount));
}

TEST(GgufSplitTest, AKeyOfAnotherTypeIsAnErrorOfAFileAloneToo) {
  GgufRecipe recipe = Shard(0, 2, 1, {"a"});
  recipe.pairs[1].value = Item(uint32_t{2});
  EXPECT_THAT(AloneFindings(recipe, "m-00001-of-00002.gguf"),
              HasOnlyError(Code::kSplitKeyType));
}

}  // namespace
}  // namespace loadgate::testing_support
