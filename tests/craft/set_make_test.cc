#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "craft/set_model.h"
#include "tests/support/set_properties.h"

namespace loadgate::craft {
namespace {

using testing_support::Disagreement;

GgufModel Llama() {
  GgufModel model = NewGguf();
  model.pairs = {
      MakePair("general.architecture", GgufValueType::kString,
               GgufText::Of("llama")),
      MakePair("general.alignment", GgufValueType::kU32, GgufNumber{4, 64}),
      MakePair(kSplitCount, GgufValueType::kU32, GgufNumber{4, 9})};
  for (const char* const name : {"a", "b", "c", "d", "e"}) {
    model.tensors.push_back(MakeTensor(name, {3}, 0));
  }
  Fix(GgufFix{}, &model);
  model.tensors[4].data = "last tensor.";
  return model;
}

SafetensorsModel Weights() {
  SafetensorsModel model = NewSafetensors();
  SetMetadata({{"format", "pt"}}, &model);
  AddEntry("a", "F32", {2}, 0, 8, &model);
  AddEntry("b", "I8", {3}, 8, 11, &model);
  AddEntry("c", "BF16", {}, 11, 13, &model);
  model.data = "aaaaaaaabbbcc";
  Fix(SafetensorsFix{}, &model);
  return model;
}

const GgufModel& GgufAt(const SetModel& set, size_t i) {
  return std::get<GgufModel>(set.files[i].content);
}

TEST(SetMakeTest, ASplitHasAllTensorsAndTheKeysInTheFirst) {
  const SetModel set = NewSplitSet(Llama(), 3, "m");
  ASSERT_EQ(set.files.size(), 3u);
  EXPECT_EQ(set.files[0].name, "m-00001-of-00003.gguf");
  EXPECT_EQ(set.files[2].name, "m-00003-of-00003.gguf");
  EXPECT_EQ(GgufAt(set, 0).pairs.size(), 5u);
  EXPECT_EQ(GgufAt(set, 1).pairs.size(), 3u);
  EXPECT_EQ(GgufAt(set, 0).tensors.size(), 2u);
  EXPECT_EQ(GgufAt(set, 1).tensors.size(), 2u);
  ASSERT_EQ(GgufAt(set, 2).tensors.size(), 1u);
  EXPECT_EQ(GgufAt(set, 2).tensors[0].data, "last tensor.");
}

TEST(SetMakeTest, EverySplitAgrees) {
  for (const size_t parts : {1u, 2u, 3u, 5u, 6u, 9u}) {
    EXPECT_EQ(Disagreement(SetToFiles(NewSplitSet(Llama(), parts))), "");
  }
  EXPECT_EQ(NewSplitSet(Llama(), 0).files.size(), 1u);
}

TEST(SetMakeTest, ACheckpointHasTheTensorsWithTheirData) {
  const SetModel set = NewCheckpoint(Weights(), 2);
  ASSERT_EQ(set.files.size(), 3u);
  EXPECT_EQ(set.files[0].name, "model-00001-of-00002.safetensors");
  EXPECT_EQ(set.files[2].name, "model.safetensors.index.json");
  EXPECT_EQ(std::get<SafetensorsModel>(set.files[0].content).data,
            "aaaaaaaabbb");
  EXPECT_EQ(std::get<SafetensorsModel>(set.files[1].content).data, "cc");
}

TEST(SetMakeTest, EveryCheckpointOfShardsAgrees) {
  for (const size_t parts : {2u, 3u, 4u}) {
    EXPECT_EQ(Disagreement(SetToFiles(NewCheckpoint(Weights(), parts))), "");
  }
}

TEST(SetMakeTest, OneShardNeedsNoIndex) {
  const SetModel set = NewCheckpoint(Weights(), 1, "w");
  ASSERT_EQ(set.files.size(), 1u);
  EXPECT_EQ(set.files[0].name, "w.safetensors");
}

TEST(SetMakeTest, ATensorThatLiesAboutItsSizeIsLeftOut) {
  SafetensorsModel model = Weights();
  AddEntry("d", "F64", {uint64_t{1} << 50}, 0, 1, &model);
  AddEntry("e", "NONE", {1}, 0, 1, &model);
  const SetModel set = NewCheckpoint(model, 2);
  EXPECT_EQ(RightIndex(set).weight_map.size(), 3u);
}

}  // namespace
}  // namespace loadgate::craft
