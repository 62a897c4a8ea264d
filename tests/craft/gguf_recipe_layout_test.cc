#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "craft/gguf_recipe.h"
#include "craft/recipe.h"
#include "tests/support/craft_properties.h"

namespace loadgate::craft {
namespace {

using testing_support::BrokenRecipeProperty;

constexpr uint32_t kI8 = 24;

GgufModel WithTensors(const std::vector<std::vector<uint64_t>>& shapes) {
  GgufModel model = NewGguf();
  for (const std::vector<uint64_t>& shape : shapes) {
    model.tensors.push_back(MakeTensor("w", shape, kI8));
  }
  Fix(kGgufRecipeFix, &model);
  return model;
}

TEST(GgufRecipeLayoutTest, DataAndPaddingAreAsTheShapeAsks) {
  const GgufModel model = WithTensors({{7}, {32}});
  const GgufRecipeLayout layout = RecipeLayoutOf(model);
  // The header has 24 bytes, and 33 for each tensor.
  EXPECT_EQ(GgufHeaderSize(model), 90u);
  EXPECT_EQ(layout.padding, 6u);
  ASSERT_EQ(layout.tensors.size(), 2u);
  EXPECT_EQ(layout.tensors[0].data, 7u);
  EXPECT_EQ(layout.tensors[0].padding, 25u);
  EXPECT_EQ(layout.tensors[1].data, 32u);
  EXPECT_EQ(layout.tensors[1].padding, 0u);
}

TEST(GgufRecipeLayoutTest, DataAboveTheBoundIsOnlyWhatIsSpelt) {
  GgufModel model = WithTensors({{kMostRecipeData}, {kMostRecipeData + 1}});
  model.tensors[1].data = std::string(31, 'x');
  const GgufRecipeLayout layout = RecipeLayoutOf(model);
  EXPECT_EQ(layout.tensors[0].data, kMostRecipeData);
  EXPECT_EQ(layout.tensors[1].data, 0u);
  EXPECT_EQ(layout.tensors[1].padding, 1u);
}

TEST(GgufRecipeLayoutTest, NothingStandsBehindAHeaderThatEndsEarly) {
  GgufModel model = WithTensors({{7}});
  model.tensors[0].offset.reset();
  const GgufRecipeLayout layout = RecipeLayoutOf(model);
  EXPECT_EQ(layout.padding, 0u);
  EXPECT_EQ(layout.tensors[0].data, 0u);
  EXPECT_EQ(layout.tensors[0].padding, 0u);
}

// A header of 80 KB whose tensors would have 2 GB, had the file any data.
TEST(GgufRecipeLayoutTest, DataThatIsNotThereIsNotMade) {
  GgufModel model =
      WithTensors(std::vector<std::vector<uint64_t>>(2000, {kMostRecipeData}));
  const std::string file = GgufToBytes(model);
  EXPECT_EQ(BrokenRecipeProperty(AsBytes(file)), "");
  RecipeError error;
  EXPECT_EQ(Assemble(Disassemble(AsBytes(file)), &error, file.size()), file);
}

TEST(GgufRecipeLayoutTest, LargeDataOfZerosComesBack) {
  for (const uint64_t size : {kMostRecipeData, kMostRecipeData + 1}) {
    GgufModel model = WithTensors({{size}, {3}});
    Fix({.most_data = 2 * kMostRecipeData}, &model);
    ASSERT_EQ(model.tensors[0].data, std::string(size, '\0'));
    EXPECT_EQ(BrokenRecipeProperty(AsBytes(GgufToBytes(model))), "");
  }
}

TEST(GgufRecipeLayoutTest, LargePaddingOfZerosComesBack) {
  GgufModel model = WithTensors({{3}});
  model.pairs = {MakePair("general.alignment", GgufValueType::kU32,
                          GgufNumber{4, 4 * kMostRecipeData})};
  Fix({.last_padding = true, .most_data = 8 * kMostRecipeData}, &model);
  ASSERT_GT(model.padding.size(), kMostRecipeData);
  EXPECT_EQ(BrokenRecipeProperty(AsBytes(GgufToBytes(model))), "");
}

}  // namespace
}  // namespace loadgate::craft
