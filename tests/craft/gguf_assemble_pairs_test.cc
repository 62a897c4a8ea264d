// Key-values of a recipe.

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "craft/gguf_model.h"
#include "craft/recipe.h"

namespace loadgate::craft {
namespace {

// The only pair of a recipe, as it is read back.
GgufPair PairOf(const std::string& statement) {
  RecipeError error;
  const auto bytes = Assemble("gguf\n" + statement, &error);
  EXPECT_TRUE(bytes.has_value()) << statement << ": " << error.message;
  if (!bytes.has_value()) return {};
  const GgufModel model = GgufFromBytes(AsBytes(*bytes));
  EXPECT_EQ(model.pairs.size(), 1u) << statement;
  return model.pairs.empty() ? GgufPair() : model.pairs[0];
}

TEST(GgufAssemblePairsTest, ANumberHasTheWidthOfItsType) {
  EXPECT_EQ(PairOf("kv \"k\" i16 -2"),
            MakePair("k", GgufValueType::kI16, GgufNumber{2, 0xfffe}));
  EXPECT_EQ(
      PairOf("kv \"k\" f64 0.5"),
      MakePair("k", GgufValueType::kF64, GgufNumber{8, 0x3fe0000000000000}));
}

TEST(GgufAssemblePairsTest, AKeyMayBeBytes) {
  EXPECT_EQ(PairOf("kv x\"6b\" string x\"ff\""),
            MakePair("k", GgufValueType::kString, GgufText::Of("\xff")));
}

TEST(GgufAssemblePairsTest, ElementsMayStandOnSeveralLines) {
  EXPECT_EQ(PairOf("kv \"k\" array u8 [ 1\n 2 # two\n ]"),
            MakePair("k", GgufValueType::kU8,
                     GgufArray{.elements = MakeNumbers(1, {1, 2})}));
}

TEST(GgufAssemblePairsTest, AnElementMayLieAboutItsLength) {
  // The first takes the eight bytes of the second's length, and two of them.
  const GgufPair pair =
      PairOf("kv \"k\" array string count=1 [ length=11 \"a\" \"bc\" ]");
  const auto& array = std::get<GgufArray>(pair.value);
  const auto& texts = std::get<std::vector<GgufText>>(array.elements);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0].bytes, std::string("a\2\0\0\0\0\0\0\0bc", 11));
}

TEST(GgufAssemblePairsTest, NumbersOfABigEndianFileAreTurned) {
  RecipeError error;
  const auto bytes =
      Assemble("gguf big_endian\nkv \"k\" array u16 [ 0x4142 ]", &error);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(bytes->substr(bytes->size() - 2), "AB");
}

}  // namespace
}  // namespace loadgate::craft
