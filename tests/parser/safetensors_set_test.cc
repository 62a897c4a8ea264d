#include "loadgate/safetensors_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/parser/judge_set.h"
#include "tests/parser/set_cases.h"
#include "tests/support/finding_equality.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

using ::testing::IsEmpty;

const char kIndex[] =
    R"({"metadata":{"total_size":12},"weight_map":{"a":"1.safetensors",)"
    R"("b":"2.safetensors","c":"2.safetensors"}})";

TEST(SafetensorsSetTest, ShardsThatTheIndexIsRightAboutHaveNoFinding) {
  EXPECT_THAT(JudgeCheckpoint(kIndex, {{"1.safetensors", {"a"}},
                                       {"2.safetensors", {"c", "b"}}})
                  .findings,
              IsEmpty());
}

TEST(SafetensorsSetTest, WithoutAnIndexOnlyWhatStandsTwiceIsWrong) {
  EXPECT_THAT(
      JudgeCheckpoint("", {{"1.safetensors", {"a"}}, {"2.safetensors", {"b"}}})
          .findings,
      IsEmpty());
  EXPECT_THAT(
      JudgeCheckpoint("", {{"1.safetensors", {"a"}}, {"2.safetensors", {"a"}}})
          .findings,
      HasOnlyError(Code::kSetTensorTwice));
}

TEST(SafetensorsSetTest, OfAShardThatWasNotReadNothingIsMissed) {
  EXPECT_THAT(JudgeCheckpoint(kIndex, {{"1.safetensors", {"a"}}}).findings,
              IsEmpty());
}

TEST(SafetensorsSetTest, ATotalOfAllThatTheShardsHaveIsRightToo) {
  const std::vector<CheckpointShard> shards = {{"1.safetensors", {"a", "x"}},
                                               {"2.safetensors", {"b", "c"}}};
  std::string index = kIndex;
  index.replace(index.find("12"), 2, "16");
  EXPECT_THAT(JudgeCheckpoint(index, shards).findings,
              HasOnly(Code::kSetTensorUnlisted));
  EXPECT_THAT(JudgeCheckpoint(kIndex, shards).findings,
              HasOnly(Code::kSetTensorUnlisted));
}

TEST(SafetensorsSetTest, TheOrderOfTheShardsChangesNothing) {
  const std::vector<CheckpointShard> shards = {
      {"1.safetensors", {"a", "x", "y", "b"}},
      {"2.safetensors", {"a", "x", "z"}}};
  const Judged forth = JudgeCheckpoint(kIndex, shards, {0, 1});
  const Judged back = JudgeCheckpoint(kIndex, shards, {1, 0});
  EXPECT_EQ(forth.findings, back.findings);
  EXPECT_THAT(forth.findings, HasFinding(Code::kSetTensorTwice));
  EXPECT_THAT(forth.findings, HasFinding(Code::kSetTensorMissing));
  EXPECT_THAT(forth.findings, HasFinding(Code::kSetTensorUnlisted));
}

TEST(SafetensorsSetTest, EveryTensorInTheWrongShardIsCountedOnce) {
  constexpr size_t kTensors = 1000;
  std::string map;
  std::vector<std::string> names;
  for (size_t i = 0; i < kTensors; ++i) {
    names.push_back("t" + std::to_string(i));
    map += (i > 0 ? ",\"" : "\"") + names.back() + "\":\"" +
           (i % 2 == 0 ? "1" : "2") + ".safetensors\"";
  }
  const Judged judged =
      JudgeCheckpoint("{\"weight_map\":{" + map + "}}",
                      {{"1.safetensors", names}, {"2.safetensors", {}}});
  EXPECT_THAT(judged.findings, HasOnly(Code::kSetTensorMissing));
  EXPECT_EQ(judged.findings.size() + judged.omitted, kTensors / 2);
}

}  // namespace
}  // namespace loadgate::testing_support
