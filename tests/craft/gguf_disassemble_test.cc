// What a recipe of a file looks like. That it gives the file back is tested
// with the models.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "craft/gguf_model.h"
#include "craft/recipe.h"
#include "tests/support/good_files.h"

namespace loadgate::craft {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string RecipeOf(const GgufModel& model) {
  return Disassemble(AsBytes(GgufToBytes(model)));
}

GgufModel Small() {
  GgufModel model = NewGguf();
  model.pairs = {MakePair("general.architecture", GgufValueType::kString,
                          GgufText::Of("llama"))};
  model.tensors = {MakeTensor("w", {32, 2}, 2)};
  Fix({.last_padding = true}, &model);
  return model;
}

TEST(GgufDisassembleTest, AWellFormedFileIsOnlyWhatIsInIt) {
  EXPECT_EQ(RecipeOf(Small()),
            "gguf  # 0x0000\n"
            "kv \"general.architecture\" string \"llama\"  # 0x0018\n"
            "tensor \"w\" [ 32 2 ] q4_0  # 0x0045\n");
}

TEST(GgufDisassembleTest, ALieIsSaidBesides) {
  GgufModel model = Small();
  model.tensors[0].offset = 5;
  model.tensor_count = 1;
  const std::string recipe = RecipeOf(model);
  EXPECT_THAT(recipe, HasSubstr("q4_0 offset=5"));
  EXPECT_THAT(recipe, Not(HasSubstr("tensor_count")));
}

TEST(GgufDisassembleTest, CountsThatLieStandOnTheirLines) {
  GgufModel model = Small();
  model.tensor_count = 9;
  model.version = 2;
  const std::string recipe = RecipeOf(model);
  EXPECT_THAT(recipe, HasSubstr("\nversion 2  # 0x0004\n"));
  EXPECT_THAT(recipe, HasSubstr("\ntensor_count 9  # 0x0008\n"));
}

TEST(GgufDisassembleTest, WhatIsNotUnderstoodIsRaw) {
  GgufModel model = Small();
  model.tensors[0].name.length = UINT64_MAX;
  const std::string recipe = RecipeOf(model);
  EXPECT_THAT(recipe, HasSubstr("\nraw [  # 0x0045\n"));
  EXPECT_THAT(recipe, HasSubstr("\ntensor_count 1  # 0x0008\n"));
}

TEST(GgufDisassembleTest, DataThatIsNotZerosIsShown) {
  GgufModel model = Small();
  model.tensors[0].data[35] = 'x';
  EXPECT_THAT(RecipeOf(model), HasSubstr("\ndata 0 [  # 0x0080\n"
                                         "  zeros 35  # 0x0080\n"
                                         "  x\"78\"  # 0x00a3\n"
                                         "]\n"));
}

TEST(GgufDisassembleTest, MissingDataIsSaidToBeMissing) {
  GgufModel model = Small();
  model.tensors[0].data.clear();
  model.tensors[0].padding.clear();
  EXPECT_THAT(RecipeOf(model), HasSubstr("\ndata 0 \"\"  # 0x0080\n"));
}

TEST(GgufDisassembleTest, ABigEndianFileSaysSo) {
  GgufModel model = NewGguf(ByteOrder::kBig);
  EXPECT_EQ(RecipeOf(model), "gguf big_endian  # 0x0000\n");
}

TEST(GgufDisassembleTest, OffsetsAreThoseOfTheFile) {
  const auto& file = testing_support::GoodGgufFile("tiny_llama");
  const GgufModel model = GgufFromBytes(file.bytes);
  const std::string recipe = Disassemble(file.bytes);
  for (const GgufTensor& tensor : model.tensors) {
    const std::string bytes = GgufToBytes(model);
    // The name stands behind its length.
    const size_t at = bytes.find(tensor.name.bytes) - 8;
    char offset[24];
    std::snprintf(offset, sizeof(offset), "0x%04zx", at);
    const size_t line = recipe.find("tensor \"" + tensor.name.bytes);
    ASSERT_NE(line, std::string::npos);
    EXPECT_EQ(recipe.substr(recipe.find("# ", line) + 2, 6), offset);
  }
}

}  // namespace
}  // namespace loadgate::craft
