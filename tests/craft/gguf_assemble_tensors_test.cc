// Tensor infos of a recipe.

#include <gtest/gtest.h>

#include <string>

#include "craft/gguf_model.h"
#include "craft/recipe.h"
#include "loadgate/ggml_type.h"

namespace loadgate::craft {
namespace {

// The first tensor of a recipe, as it is read back.
GgufTensor TensorOf(const std::string& statement) {
  RecipeError error;
  const auto bytes = Assemble("gguf\n" + statement, &error);
  EXPECT_TRUE(bytes.has_value()) << statement << ": " << error.message;
  if (!bytes.has_value()) return {};
  const GgufModel model = GgufFromBytes(AsBytes(*bytes));
  EXPECT_FALSE(model.tensors.empty()) << statement;
  return model.tensors.empty() ? GgufTensor() : model.tensors[0];
}

TEST(GgufAssembleTensorsTest, EveryTypeOfTheTableHasItsName) {
  for (const GgmlType& type : AllGgmlTypes()) {
    const GgufTensor tensor =
        TensorOf("tensor \"w\" [256] " + std::string(type.name));
    EXPECT_EQ(tensor.type, type.id);
    EXPECT_EQ(tensor.data.size(),
              type.removed()
                  ? 0
                  : 256 / type.block_elements * size_t{type.block_bytes});
  }
}

TEST(GgufAssembleTensorsTest, ATypeMayBeANumber) {
  EXPECT_EQ(TensorOf("tensor \"w\" [1] type=4294967295").type, 4294967295u);
}

TEST(GgufAssembleTensorsTest, ATensorMayHaveNoDimensionsOrMany) {
  EXPECT_EQ(TensorOf("tensor \"w\" [] f32").data.size(), 4u);
  EXPECT_EQ(TensorOf("tensor \"w\" [1 2 3 4 5] f32").dimensions.size(), 5u);
}

TEST(GgufAssembleTensorsTest, AnInfoMayEndEarly) {
  EXPECT_EQ(TensorOf("tensor \"w\" absent").dimension_count, std::nullopt);
  EXPECT_EQ(TensorOf("tensor \"w\" [1] absent").type, std::nullopt);
  EXPECT_EQ(TensorOf("tensor \"w\" [1] f32 offset=absent").offset,
            std::nullopt);
}

}  // namespace
}  // namespace loadgate::craft
