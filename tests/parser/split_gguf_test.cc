#include "loadgate/split_gguf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/gguf_split.h"
#include "loadgate/split_name.h"
#include "tests/support/written_file.h"

namespace loadgate {
namespace {

using absl::StatusCode;
using testing_support::JudgeBytes;
using testing_support::PatternBytes;
using testing_support::WriteWithPattern;

GgufWriter Model(size_t tensors, uint32_t alignment = 32) {
  auto writer = GgufWriter::Create({.alignment = alignment});
  EXPECT_TRUE(
      writer->Set<std::string_view>("general.architecture", "llama").ok());
  EXPECT_TRUE(writer->Set<uint32_t>("llama.block_count", 7).ok());
  for (size_t i = 0; i < tensors; ++i) {
    const std::vector<uint64_t> ne = {i + 1};
    EXPECT_TRUE(writer->AddTensor("t" + std::to_string(i), ne, 24, i + 1).ok());
  }
  return *std::move(writer);
}

struct Split {
  size_t tensors;
  uint32_t alignment;
  ShardRule rule;
  size_t shards;
};

void ExpectShard(const NamedLayout& shard, size_t number, const Split& split,
                 size_t* tensor, GgufSplit* set) {
  const auto name = ParseSplitPath(shard.path);
  ASSERT_TRUE(name.has_value()) << shard.path;
  EXPECT_EQ(*name, (SplitName{.prefix = "d/m",
                              .number = static_cast<uint32_t>(number + 1),
                              .count = static_cast<uint32_t>(split.shards)}));
  const std::vector<std::byte> file = WriteWithPattern(shard.layout);
  const auto judged = JudgeBytes(file, "x.gguf", /*in_set=*/true);
  EXPECT_EQ(judged.verdict, Verdict::kAccept);
  EXPECT_EQ(testing_support::FindingTexts(judged), "");
  const GgufFile& read = *judged.judgement.gguf;
  set->AddShard(name->number, read);
  EXPECT_EQ(read.alignment(), split.alignment);
  EXPECT_EQ(*read.Get<uint16_t>("split.no"), number);
  EXPECT_EQ(*read.Get<uint16_t>("split.count"), split.shards);
  EXPECT_EQ(*read.Get<int32_t>("split.tensors.count"),
            static_cast<int32_t>(split.tensors));
  const size_t own = split.alignment == 32 ? 3 : 4;
  EXPECT_EQ(read.key_value_count(), number == 0 ? own + 2 : own);
  EXPECT_EQ(read.FindKey("llama.block_count").has_value(), number == 0);
  for (size_t i = 0; i < read.tensor_count(); ++i, ++*tensor) {
    EXPECT_EQ(read.tensor(i).name, "t" + std::to_string(*tensor));
    EXPECT_EQ(read.tensor(i).bytes, *tensor + 1);
  }
}

TEST(SplitGgufTest, EveryShardIsAFileAndTogetherTheyAreTheModel) {
  for (const Split& split : std::vector<Split>{
           {7, 32, {.max_tensors = 3}, 3},
           {7, 64, {.max_tensors = 1}, 7},
           {7, 32, {.max_bytes = 96}, 3},
           {7, 32, {.max_bytes = 1}, 7},
           {7, 32, {.max_tensors = 4, .first_without_tensors = true}, 3},
           {0, 32, {.max_tensors = 4, .first_without_tensors = true}, 1},
           {5, 32, {}, 1}}) {
    const auto files =
        SplitGguf(Model(split.tensors, split.alignment), "d/m", split.rule);
    ASSERT_TRUE(files.ok()) << files.status();
    ASSERT_EQ(files->shards.size(), split.shards);
    EXPECT_TRUE(files->beside.empty());
    FindingSink sink;
    GgufSplit set(static_cast<uint32_t>(split.shards), HashKey(), &sink);
    size_t tensor = 0;
    for (size_t i = 0; i < files->shards.size(); ++i) {
      ExpectShard(files->shards[i], i, split, &tensor, &set);
    }
    set.Finish();
    EXPECT_THAT(sink.Findings(), ::testing::IsEmpty());
    EXPECT_EQ(tensor, split.tensors);
    if (split.rule.first_without_tensors) {
      EXPECT_TRUE(files->shards[0].layout.tensors.empty());
    }
  }
}

TEST(SplitGgufTest, WhatCannotBeSplitIsRefused) {
  EXPECT_EQ(SplitGguf(Model(2), "", {}).status().code(),
            StatusCode::kInvalidArgument);
  for (const std::string_view key :
       {"split.no", "split.count", "split.tensors.count"}) {
    GgufWriter model = Model(2);
    ASSERT_TRUE(model.Set<uint16_t>(key, 0).ok());
    EXPECT_EQ(SplitGguf(model, "m", {}).status().code(),
              StatusCode::kAlreadyExists);
  }
}

TEST(SplitGgufTest, ThereAreAtMostAsManyShardsAsAU16Counts) {
  auto writer = GgufWriter::Create();
  const std::vector<uint64_t> ne = {1};
  for (size_t i = 0; i <= kMaxSplitCount; ++i) {
    ASSERT_TRUE(writer->AddTensor(std::to_string(i), ne, 24, 1).ok());
  }
  EXPECT_EQ(SplitGguf(*writer, "m", {.max_tensors = 1}).status().code(),
            StatusCode::kInvalidArgument);
  const auto files = SplitGguf(*writer, "m", {.max_tensors = 2});
  ASSERT_TRUE(files.ok());
  EXPECT_EQ(files->shards.back().path, "m-32768-of-32768.gguf");
}

}  // namespace
}  // namespace loadgate
