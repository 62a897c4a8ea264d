// What a recipe of a set looks like. That it gives the files back is tested
// with the models.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "craft/recipe.h"
#include "craft/set_model.h"
#include "tests/craft/sample_sets.h"

namespace loadgate::craft {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string RecipeOf(const SetModel& set) {
  return DisassembleSet(SetToFiles(set));
}

TEST(SetDisassembleTest, ASplitThatAgreesIsOnlyWhatIsInIt) {
  EXPECT_EQ(RecipeOf(SplitOfThree()),
            "set\n"
            "\n"
            "file \"m-00001-of-00003.gguf\"\n"
            "gguf  # 0x0000\n"
            "kv \"general.architecture\" string \"llama\"  # 0x0018\n"
            "split  # 0x0045\n"
            "tensor \"a\" [ 3 ] f32  # 0x0097\n"
            "tensor \"b\" [ 3 ] f32  # 0x00b8\n"
            "\n"
            "file \"m-00002-of-00003.gguf\"\n"
            "gguf  # 0x0000\n"
            "split  # 0x0018\n"
            "tensor \"c\" [ 3 ] f32  # 0x006a\n"
            "\n"
            "file \"m-00003-of-00003.gguf\"\n"
            "gguf  # 0x0000\n"
            "split  # 0x0018\n"
            "tensor \"d\" [ 3 ] f32  # 0x006a\n");
}

TEST(SetDisassembleTest, ACheckpointThatAgreesIsOnlyWhatIsInIt) {
  EXPECT_EQ(RecipeOf(CheckpointOfThree()),
            "set\n"
            "\n"
            "file \"model-00001-of-00003.safetensors\"\n"
            "safetensors  # 0x0000\n"
            "metadata [ \"format\" \"pt\" ]  # 0x0009\n"
            "tensor \"a\" F32 [ 2 ]  # 0x0028\n"
            "\n"
            "file \"model-00002-of-00003.safetensors\"\n"
            "safetensors  # 0x0000\n"
            "metadata [ \"format\" \"pt\" ]  # 0x0009\n"
            "tensor \"b\" I8 [ 3 ]  # 0x0028\n"
            "\n"
            "file \"model-00003-of-00003.safetensors\"\n"
            "safetensors  # 0x0000\n"
            "metadata [ \"format\" \"pt\" ]  # 0x0009\n"
            "tensor \"c\" BF16 [ ]  # 0x0028\n"
            "\n"
            "file \"model.safetensors.index.json\"\n"
            "index\n");
}

TEST(SetDisassembleTest, KeysOfASplitThatLieAreSpelt) {
  SetModel set = SplitOfThree();
  auto& part = std::get<GgufModel>(set.files[1].content);
  std::get<GgufNumber>(part.pairs[1].value).bits = 4;
  const std::string recipe = RecipeOf(set);
  EXPECT_THAT(recipe,
              HasSubstr("kv \"split.no\" u16 1  # 0x0018\n"
                        "kv \"split.count\" u16 4  # 0x002e\n"
                        "kv \"split.tensors.count\" i32 4  # 0x0047\n"));
  EXPECT_THAT(recipe, HasSubstr("split  # 0x0045\n"));
}

TEST(SetDisassembleTest, KeysInAnotherOrderAreSpelt) {
  SetModel set = SplitOfThree();
  auto& part = std::get<GgufModel>(set.files[1].content);
  std::swap(part.pairs[0], part.pairs[1]);
  EXPECT_THAT(RecipeOf(set), HasSubstr("kv \"split.count\" u16 3"));
}

TEST(SetDisassembleTest, APartAloneSpellsItsKeys) {
  const SetModel set = SplitOfThree();
  const std::string file = ContentToBytes(set.files[1].content);
  EXPECT_THAT(Disassemble(AsBytes(file)), HasSubstr("kv \"split.no\" u16 1"));
}

TEST(SetDisassembleTest, WhatAnIndexSaysOtherwiseIsSaid) {
  SetModel set = CheckpointOfThree();
  ShardIndex index = RightIndex(set);
  index.total_size = 12;
  index.weight_map["b"] = "../b";
  index.weight_map.erase("c");
  index.weight_map["new"] = "model-00001-of-00003.safetensors";
  set.files[3].content = TokenizeJson(IndexText(index));
  EXPECT_THAT(RecipeOf(set),
              HasSubstr("index\n"
                        "total_size 12\n"
                        "weight \"b\" \"../b\"\n"
                        "weight \"new\" \"model-00001-of-00003.safetensors\"\n"
                        "weight \"c\" absent\n"));
  index.total_size.reset();
  set.files[3].content = TokenizeJson(IndexText(index));
  EXPECT_THAT(RecipeOf(set), HasSubstr("index\ntotal_size absent\n"));
}

TEST(SetDisassembleTest, AnIndexInAnotherFormIsSpelt) {
  SetModel set = CheckpointOfThree();
  set.files[3].content = TokenizeJson("{\"weight_map\":\n{}}");
  EXPECT_THAT(RecipeOf(set),
              HasSubstr("index\n"
                        "json [  # 0x0000\n"
                        "  \"{\\\"weight_map\\\":\\n\"  # 0x0000\n"
                        "  \"{}}\"  # 0x000f\n"
                        "]\n"));
}

// Else a recipe of many small indexes beside many tensors would be long.
TEST(SetDisassembleTest, AnIndexThatSaysLittleIsSpelt) {
  SafetensorsModel many = NewSafetensors();
  for (int i = 0; i < 100; ++i) {
    AddEntry("w" + std::to_string(i), "I8", {}, 0, 1, &many);
  }
  Fix(SafetensorsFix{}, &many);
  SetModel set;
  set.files = {{"m.safetensors", many},
               {"m.index.json", TokenizeJson(IndexText({}))}};
  EXPECT_THAT(RecipeOf(set), Not(HasSubstr("absent")));
}

TEST(SetDisassembleTest, NamesAreQuotedWhateverTheyAre) {
  EXPECT_EQ(DisassembleSet({{std::string("a\n\0\"", 4), "x"}}),
            "set\n\nfile \"a\\n\\x00\\\"\"\nbytes x\"78\"  # 0x0000\n");
}

TEST(SetDisassembleTest, ABundleIsOneFileWithAWordOfItsOwn) {
  SetModel set = SplitOfThree();
  std::string recipe = Disassemble(AsBytes(SetToBytes(set)));
  EXPECT_THAT(recipe, StartsWith("bundle\n\nfile \"m-00001-of-00003.gguf\"\n"));
  set.raw = "\1";
  recipe = Disassemble(AsBytes(SetToBytes(set)));
  EXPECT_THAT(recipe, StartsWith("bundle\nrest x\"01\"  # 0x"));
}

TEST(SetDisassembleTest, ABundleInABundleIsBytes) {
  const std::string inner = BundleToBytes({{{"a", "b"}}, ""});
  EXPECT_THAT(DisassembleSet({{"inner", inner}}),
              HasSubstr("file \"inner\"\nbytes "));
}

}  // namespace
}  // namespace loadgate::craft
