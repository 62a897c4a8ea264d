// Recipes of files that are no model.

#include "craft/recipe.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/craft_properties.h"

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;
using testing_support::BrokenAssemblyProperty;
using testing_support::BrokenRecipeProperty;

TEST(RecipeTest, WhatIsNoModelIsBytes) {
  EXPECT_EQ(Disassemble(AsBytes("<html>words</html>")),
            "bytes \"<html>words</html>\"  # 0x0000\n");
}

TEST(RecipeTest, AnyBytesComeBack) {
  for (const std::string& file :
       {""s, "\0"s, "GGU"s, "GGUF"s, std::string(10000, 'x'),
        std::string(70, '\xff') + "text and more text", "\"\\\n\r\t\x7f"s}) {
    EXPECT_EQ(BrokenRecipeProperty(AsBytes(file)), "");
  }
}

TEST(RecipeTest, LongTextsComeBack) {
  const std::string file(8 << 20, 'x');
  std::string mixed;
  while (mixed.size() < 1 << 20) mixed += "some words of text\1";
  EXPECT_EQ(BrokenRecipeProperty(AsBytes(file)), "");
  EXPECT_EQ(BrokenRecipeProperty(AsBytes(mixed)), "");
}

TEST(RecipeTest, ARecipeMakesNoMoreThanItMay) {
  RecipeError error;
  EXPECT_EQ(Assemble("bytes zeros 101", &error, 100), std::nullopt);
  EXPECT_EQ(error.line, 1u);
  EXPECT_EQ(Assemble("bytes zeros 100", &error, 100)->size(), 100u);
}

TEST(RecipeTest, WhatNoStringHoldsIsTooMuchUnderAnyLimit) {
  RecipeError error;
  for (const std::string recipe :
       {"bytes zeros 9223372036854775808", "bytes fill 1 18446744073709551615",
        "gguf\ntail zeros 9223372036854775809",
        "safetensors\ndata zeros 9223372036854775810"}) {
    EXPECT_EQ(Assemble(recipe, &error, UINT64_MAX), std::nullopt) << recipe;
    EXPECT_EQ(error.message, kTooManyBytes) << recipe;
  }
  const std::string set = "set\nfile \"a\"\nbytes zeros 9223372036854775808";
  EXPECT_EQ(AssembleSet(set, &error, UINT64_MAX), std::nullopt);
}

TEST(RecipeTest, EveryByteOfTheFileCounts) {
  RecipeError error;
  for (const std::string recipe :
       {"bytes zeros 60 zeros 41", "bytes zeros 98 \"abc\"",
        "gguf\nraw zeros 60\ntail zeros 60", "gguf\ntail zeros 77",
        "safetensors\ntensor \"w\" I8 [60]"}) {
    EXPECT_EQ(Assemble(recipe, &error, 100), std::nullopt) << recipe;
    EXPECT_EQ(error.message, kTooManyBytes);
  }
  EXPECT_EQ(Assemble("gguf\ntail zeros 76", &error, 100)->size(), 100u);
}

TEST(RecipeTest, EveryPrefixOfARecipeMakesAFileOrSaysItsLine) {
  for (const std::string& recipe :
       {"gguf\nkv \"a\" array f32 [0.5 -1\n0x7fc00000] # c\nmagic x\"00\"\n"
        "tensor length=9 \"w\" [32 2] q4_0 offset=7\ndata 0 zeros 9 \"\\xff\""s,
        "safetensors\nmetadata [\"format\" \"pt\"]\ntensor \"a\" F32 [2]\n"
        "data_offsets=[1 2]\njson \"a\"\nbrackets absent"s,
        "bytes [\n\"a\"\nx\"00\n11\"\nfill 1 4\n]\n\n\n"s}) {
    for (size_t size = 0; size <= recipe.size(); ++size) {
      const std::string prefix = recipe.substr(0, size);
      EXPECT_EQ(BrokenAssemblyProperty(prefix, 4096), "") << prefix;
    }
  }
}

}  // namespace
}  // namespace loadgate::craft
