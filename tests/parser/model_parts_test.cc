#include "collections/model_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace loadgate {
namespace {

using absl::StatusCode;
using Kind = ModelParts::Kind;
using Names = std::vector<std::string>;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kIndex[] = "model.safetensors.index.json";

// "KIND NAME", or the status.
std::string Chosen(const Names& names) {
  const auto parts = ChooseModel(names);
  if (!parts.ok()) return absl::StatusCodeToString(parts.status().code());
  switch (parts->kind) {
    case Kind::kFile:
      return "file " + parts->name;
    case Kind::kIndex:
      return "index " + parts->name;
    case Kind::kSet:
      return "set " + parts->name;
  }
  return "";
}

TEST(ModelPartsTest, OfSafetensorsFilesTheIndexIsChosenFirst) {
  const std::string whole = "model.safetensors";
  const std::string shard = "model-00001-of-00002.safetensors";
  EXPECT_EQ(Chosen({shard, whole, "x.safetensors.index.json", kIndex}),
            "index model.safetensors.index.json");
  EXPECT_EQ(Chosen({shard, whole, "x.safetensors.index.json"}),
            "index x.safetensors.index.json");
  EXPECT_EQ(Chosen({shard, whole, "adapter.safetensors"}), "file " + whole);
  EXPECT_EQ(Chosen({shard, "README.md"}), "set " + shard);
  EXPECT_EQ(Chosen({"x.safetensors", "model.bin"}), "file x.safetensors");
}

TEST(ModelPartsTest, WhatIsNotOneModelIsNotChosen) {
  EXPECT_EQ(Chosen({}), "NOT_FOUND");
  EXPECT_EQ(Chosen({"a.bin", "gguf", "safetensors"}), "NOT_FOUND");
  EXPECT_EQ(Chosen({"a.gguf", "b.gguf"}), "INVALID_ARGUMENT");
  EXPECT_EQ(Chosen({"a.safetensors", "b.safetensors"}), "INVALID_ARGUMENT");
  EXPECT_EQ(Chosen({"a.safetensors.index.json", "b.safetensors.index.json"}),
            "INVALID_ARGUMENT");
  EXPECT_EQ(Chosen({kIndex, "a.gguf"}), "INVALID_ARGUMENT");
}

TEST(ModelPartsTest, ASetIsOneModelAndItsLeftoversAreNone) {
  const Names split = {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf"};
  EXPECT_EQ(Chosen(split), "set " + split[0]);
  EXPECT_EQ(Chosen({split[0], split[1], "m-00003-of-00003.gguf"}),
            "set " + split[0]);
  EXPECT_EQ(Chosen({split[1]}), "set " + split[0]);
  EXPECT_EQ(Chosen({"m-00001-of-00001.gguf"}), "file m-00001-of-00001.gguf");
  EXPECT_EQ(Chosen({split[0], split[1], "m.gguf"}), "INVALID_ARGUMENT");
}

TEST(ModelPartsTest, AFileIsWhatItsNameSays) {
  EXPECT_EQ(ModelOfFile("a.safetensors")->kind, Kind::kFile);
  EXPECT_EQ(ModelOfFile("a-00001-of-00002.safetensors")->kind, Kind::kFile);
  EXPECT_EQ(ModelOfFile("a-00001-of-00001.gguf")->kind, Kind::kFile);
  EXPECT_EQ(ModelOfFile("a-1-of-2.gguf")->kind, Kind::kFile);
  EXPECT_EQ(ModelOfFile("A.SAFETENSORS.INDEX.JSON")->kind, Kind::kIndex);
  const auto split = ModelOfFile("a-00001-of-00002.gguf");
  EXPECT_EQ(split->kind, Kind::kSet);
  EXPECT_THAT(ShardNames(split->set),
              ElementsAre("a-00001-of-00002.gguf", "a-00002-of-00002.gguf"));
  const auto later = ModelOfFile("a-00002-of-00002.gguf");
  EXPECT_EQ(later.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(later.status().message()),
              HasSubstr("a-00001-of-00002.gguf"));
}

std::vector<Code> Checked(const ModelParts& parts, const Names& shards,
                          const Names& names) {
  FindingSink sink;
  CheckNames(parts, shards, names, &sink);
  std::vector<Code> codes;
  for (const Finding& finding : sink.Findings()) codes.push_back(finding.code);
  return codes;
}

TEST(ModelPartsTest, NamesAreCheckedByIndexOrNumbers) {
  const ModelParts index = {.kind = Kind::kIndex, .name = kIndex};
  EXPECT_THAT(Checked(index, {"a", "b"}, {"a", "b", kIndex}), ElementsAre());
  EXPECT_THAT(Checked(index, {"a", "b"}, {"B", "model.safetensors"}),
              ElementsAre(Code::kSetShardMissing, Code::kSetShardCase,
                          Code::kSetWholeFileBeside));
  const ModelParts split = *ModelOfFile("a-00001-of-00002.gguf");
  const Names shards = ShardNames(split.set);
  EXPECT_THAT(Checked(split, shards, shards), ElementsAre());
  EXPECT_THAT(Checked(split, shards, {shards[0], "a-00003-of-00003.gguf"}),
              ElementsAre(Code::kSetShardMissing, Code::kSetShardStray));
}

}  // namespace
}  // namespace loadgate
