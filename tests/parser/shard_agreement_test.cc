#include "collections/shard_agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "collections/shard_judge.h"
#include "tests/support/model_dir.h"

namespace loadgate {
namespace {

using absl::StatusCode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing_support::kShard1;
using testing_support::kShard2;
using testing_support::kSplit1;
using testing_support::kSplit2;
using testing_support::ModelDir;

class ShardAgreementTest : public ::testing::Test {
 protected:
  std::optional<ModelShard> Taken(const std::string& name) {
    ShardJudge judge(options_, &findings_);
    const std::string path = dir_.PathOf(name);
    auto shard = judge.Take(OpenPath(path), path, /*alone=*/false);
    return shard.ok() ? *std::move(shard) : std::nullopt;
  }

  std::vector<Code> Codes() const {
    std::vector<Code> codes;
    for (const Finding& finding : sink_.Findings()) {
      codes.push_back(finding.code);
    }
    return codes;
  }

  ModelDir dir_;
  ModelOptions options_;
  std::vector<FileFindings> findings_;
  FindingSink sink_;
};

TEST_F(ShardAgreementTest, APlaceIsThatOfTheKeysAsFarAsTheyAreThere) {
  WriteSplit(dir_);
  const auto second = Taken(kSplit2);
  ASSERT_TRUE(second.has_value());
  EXPECT_TRUE(CheckPlace(*second, 1, 2).ok());
  for (const auto& [place, count] :
       {std::pair<size_t, size_t>(0, 2), {1, 3}, {0, 1}}) {
    EXPECT_EQ(CheckPlace(*second, place, count).code(),
              StatusCode::kInvalidArgument);
  }
  dir_.Split(0, 1, 1, {"a"}, "whole.gguf");
  EXPECT_TRUE(CheckPlace(*Taken("whole.gguf"), 0, 1).ok());
  WriteCheckpoint(dir_);
  EXPECT_EQ(CheckPlace(*Taken(kShard1), 0, 1).code(),
            StatusCode::kInvalidArgument);
}

TEST_F(ShardAgreementTest, NothingIsMissedInAShardThatWasNotAccepted) {
  WriteSplit(dir_);
  AcceptedShards shards(2);
  shards[1] = Taken(kSplit2);
  CheckSplit(shards, {}, &sink_);
  EXPECT_THAT(Codes(), IsEmpty());
  shards[0] = Taken(kSplit1);
  CheckSplit(shards, {}, &sink_);
  EXPECT_THAT(Codes(), IsEmpty());
}

TEST_F(ShardAgreementTest, ATensorInTwoShardsIsReported) {
  WriteCheckpoint(dir_);
  dir_.Shard(kShard2, {"a"});
  AcceptedShards shards(2);
  shards[0] = Taken(kShard1);
  shards[1] = Taken(kShard2);
  CheckCheckpoint(
      SafetensorsSet(std::vector<std::string>{kShard1, kShard2}, {}, &sink_),
      shards);
  EXPECT_THAT(Codes(), ElementsAre(Code::kSetTensorTwice));
}

}  // namespace
}  // namespace loadgate
