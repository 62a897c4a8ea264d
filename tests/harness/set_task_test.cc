#include "harness/set_task.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/sandbox/orders.h"

namespace loadgate {
namespace {

SetRequest ByIndex() {
  SetRequest request;
  request.options.size = 1000;
  request.options.name = "model.safetensors.index.json";
  request.options.limits.shards = 7;
  request.shards = {{0, 10}, {2, uint64_t{1} << 40}};
  return request;
}

SetRequest ByNames() {
  SetRequest request;
  request.names = NumberedSet{.stem = "m-",
                              .count = 3,
                              .digits = 5,
                              .extension = ".gguf",
                              .numbers = {}};
  request.shards = {{1, 10}, {3, 0}};
  request.options.inspect = true;
  return request;
}

TEST(SetTaskTest, EveryFieldComesBack) {
  const auto index = DecodeSetTask(EncodeSetTask(ByIndex()));
  ASSERT_TRUE(index.has_value());
  EXPECT_EQ(index->options.size, 1000u);
  EXPECT_EQ(index->options.name, "model.safetensors.index.json");
  EXPECT_EQ(index->options.limits.shards, 7u);
  EXPECT_EQ(index->names, std::nullopt);
  EXPECT_EQ(index->shards, ByIndex().shards);
  EXPECT_EQ(index->file_count(), 3u);
  const auto names = DecodeSetTask(EncodeSetTask(ByNames()));
  ASSERT_TRUE(names.has_value());
  EXPECT_EQ(names->names, ByNames().names);
  EXPECT_EQ(names->shards, ByNames().shards);
  EXPECT_TRUE(names->options.inspect);
  EXPECT_EQ(names->file_count(), 2u);
}

TEST(SetTaskTest, NoTaskIsAFilesAndASets) {
  EXPECT_FALSE(DecodeTask(EncodeSetTask(ByIndex())).has_value());
  EXPECT_FALSE(DecodeTask(EncodeSetTask(ByNames())).has_value());
  EXPECT_FALSE(DecodeSetTask(EncodeTask(ByIndex().options)).has_value());
}

TEST(SetTaskTest, WhatIsCutIsNoTask) {
  for (const SetRequest& request : {ByIndex(), ByNames()}) {
    const std::string task = EncodeSetTask(request);
    for (size_t n = 0; n + request.options.name.size() < task.size(); ++n) {
      EXPECT_FALSE(DecodeSetTask(task.substr(0, n)).has_value()) << n;
    }
  }
}

TEST(SetTaskTest, ShardsRiseAndAreNumbersThatTheNamesHave) {
  SetRequest request = ByIndex();
  request.shards = {{2, 1}, {2, 1}};
  EXPECT_FALSE(DecodeSetTask(EncodeSetTask(request)).has_value());
  request.shards = {{2, 1}, {1, 1}};
  EXPECT_FALSE(DecodeSetTask(EncodeSetTask(request)).has_value());
  request = ByNames();
  request.shards = {{0, 1}};
  EXPECT_FALSE(DecodeSetTask(EncodeSetTask(request)).has_value());
  request.shards = {{4, 1}};
  EXPECT_FALSE(DecodeSetTask(EncodeSetTask(request)).has_value());
  request.shards = {};
  EXPECT_FALSE(DecodeSetTask(EncodeSetTask(request)).has_value());
}

TEST(SetTaskTest, AnIndexHasASizeAndNumberedShardsHaveNone) {
  SetRequest request = ByIndex();
  request.options.size.reset();
  EXPECT_FALSE(DecodeSetTask(EncodeSetTask(request)).has_value());
  request = ByNames();
  request.options.size = 1;
  EXPECT_FALSE(DecodeSetTask(EncodeSetTask(request)).has_value());
}

TEST(SetTaskTest, TheLongestTaskFitsAnOrder) {
  SetRequest request = ByNames();
  request.names->stem = std::string(255, 'm');
  request.names->count = 999999;
  request.shards.clear();
  for (uint32_t i = 1; i <= sandbox::kMostOrderInputs; ++i) {
    request.shards.push_back({i, UINT64_MAX});
  }
  request.options.name = std::string(255, 'x');
  EXPECT_LE(EncodeSetTask(request).size(), sandbox::kMostTaskBytes);
  EXPECT_TRUE(DecodeSetTask(EncodeSetTask(request)).has_value());
  request.shards.push_back({249, 1});
  EXPECT_FALSE(DecodeSetTask(EncodeSetTask(request)).has_value());
}

TEST(SetTaskTest, TheReplyHasRoomForEveryFile) {
  EXPECT_EQ(LimitsOf(ByIndex()).files, 3u);
  EXPECT_EQ(LimitsOf(ByIndex()).verb, ReplyVerb::kCheck);
  EXPECT_GT(LimitsOf(ByIndex()).bytes, kCheckReply.bytes);
  EXPECT_EQ(LimitsOf(ByNames()).files, 2u);
  EXPECT_EQ(LimitsOf(ByNames()).verb, ReplyVerb::kInspect);
}

}  // namespace
}  // namespace loadgate
