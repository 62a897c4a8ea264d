#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/safetensors_index.h"
#include "loadgate/safetensors_set.h"
#include "loadgate/safetensors_writer.h"
#include "tests/support/written_file.h"

namespace loadgate {
namespace {

using absl::StatusCode;
using testing_support::JudgeBytes;
using testing_support::WriteWithPattern;

// Five tensors of 40, 30, 20, 10 and 2 bytes in the order of the data.
SafetensorsWriter Model() {
  SafetensorsWriter writer;
  EXPECT_TRUE(writer.SetMetadata("format", "pt").ok());
  const auto add = [&](std::string_view name, std::string_view dtype,
                       uint64_t count, uint64_t bytes) {
    EXPECT_TRUE(writer
                    .AddTensor(name, *FindSafetensorsDtype(dtype),
                               std::vector<uint64_t>{count}, bytes)
                    .ok());
  };
  add("e", "BOOL", 2, 2);
  add("b.\xc3\xa9\"", "F16", 15, 30);
  add("a", "F64", 5, 40);
  add("c", "I16", 10, 20);
  add("d", "U8", 10, 10);
  return writer;
}

TEST(SafetensorsShardsTest, TheIndexNamesEveryTensorAndTheDataOfAll) {
  const auto files = Model().Shards("d/model", {.max_bytes = 50});
  ASSERT_TRUE(files.ok()) << files.status();
  ASSERT_EQ(files->shards.size(), 3U);
  EXPECT_EQ(files->shards[0].path, "d/model-00001-of-00003.safetensors");
  EXPECT_EQ(files->shards[2].path, "d/model-00003-of-00003.safetensors");
  ASSERT_EQ(files->beside.size(), 1U);
  EXPECT_EQ(files->beside[0].path, "d/model.safetensors.index.json");
  EXPECT_EQ(files->beside[0].text,
            "{\n"
            "  \"metadata\": {\n"
            "    \"total_size\": 102\n"
            "  },\n"
            "  \"weight_map\": {\n"
            "    \"a\": \"model-00001-of-00003.safetensors\",\n"
            "    \"b.\xc3\xa9\\\"\": \"model-00002-of-00003.safetensors\",\n"
            "    \"c\": \"model-00002-of-00003.safetensors\",\n"
            "    \"d\": \"model-00003-of-00003.safetensors\",\n"
            "    \"e\": \"model-00003-of-00003.safetensors\"\n"
            "  }\n"
            "}\n");
}

TEST(SafetensorsShardsTest, EveryShardIsAFileWithTheMetadata) {
  for (const ShardRule& rule :
       {ShardRule{.max_bytes = 1}, ShardRule{.max_bytes = 60},
        ShardRule{.max_tensors = 2}, ShardRule{}}) {
    const auto files = Model().Shards("m", rule);
    ASSERT_TRUE(files.ok());
    size_t tensors = 0;
    uint64_t bytes = 0;
    for (const NamedLayout& shard : files->shards) {
      const std::vector<std::byte> file = WriteWithPattern(shard.layout);
      const auto judged = JudgeBytes(file, shard.path);
      EXPECT_EQ(testing_support::FindingTexts(judged), "");
      ASSERT_EQ(judged.verdict, Verdict::kAccept);
      const SafetensorsFile& read = *judged.judgement.safetensors;
      ASSERT_EQ(read.metadata_count(), 1U);
      EXPECT_EQ(read.metadata(0).second, "pt");
      tensors += read.tensor_count();
      bytes += read.data_bytes();
    }
    EXPECT_EQ(tensors, 5U);
    EXPECT_EQ(bytes, 102U);
  }
}

TEST(SafetensorsShardsTest, TheIndexAndTheShardsAgreeToAReader) {
  const auto files = Model().Shards("m", {.max_tensors = 2});
  ASSERT_TRUE(files.ok());
  std::string text = files->beside.at(0).text;
  FindingSink sink;
  const auto index = ReadSafetensorsIndex(
      std::as_writable_bytes(std::span(text)), Limits(), HashKey(), &sink);
  ASSERT_TRUE(index.has_value());
  EXPECT_EQ(index->total_size(), 102U);
  ASSERT_EQ(index->shard_count(), files->shards.size());
  SafetensorsSet set(*index, HashKey(), &sink);
  for (size_t i = 0; i < index->shard_count(); ++i) {
    for (const NamedLayout& shard : files->shards) {
      if (shard.path != index->shard(i)) continue;
      const std::vector<std::byte> file = WriteWithPattern(shard.layout);
      const auto judged = JudgeBytes(file, shard.path);
      set.AddShard(i, *judged.judgement.safetensors);
    }
  }
  set.Finish();
  EXPECT_THAT(sink.Findings(), ::testing::IsEmpty());
}

TEST(SafetensorsShardsTest, OneFileHasNoIndexAndNoNumbers) {
  const auto files = Model().Shards("d/model", {.max_bytes = 102});
  ASSERT_TRUE(files.ok());
  ASSERT_EQ(files->shards.size(), 1U);
  EXPECT_EQ(files->shards[0].path, "d/model.safetensors");
  EXPECT_TRUE(files->beside.empty());
  EXPECT_EQ(files->shards[0].layout.header, Model().Layout()->header);
}

TEST(SafetensorsShardsTest, WhatHasNoNameOrFormIsRefused) {
  EXPECT_EQ(Model().Shards("", {}).status().code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(Model().Shards("d/", {}).status().code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(
      Model().Shards("m", {.first_without_tensors = true}).status().code(),
      StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace loadgate
