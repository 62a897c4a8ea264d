#include "craft/index_recipe.h"

#include <gtest/gtest.h>

#include <string>

namespace loadgate::craft {
namespace {

const ShardIndex kRight = {9, {{"a", "x"}, {"b", "y"}}};

// What the statements of an index make.
std::string Made(const std::string& statements) {
  RecipeReader reader(statements, 1000);
  IndexRecipe told;
  if (!ReadIndexRecipe(&reader, &told)) {
    return std::to_string(reader.lexer().error()->line) + ": " +
           reader.lexer().error()->message;
  }
  return TextOfIndex(told, kRight);
}

TEST(IndexRecipeTest, WhatIsNotSaidIsRight) {
  EXPECT_EQ(Made(""), IndexText(kRight));
  EXPECT_EQ(Made("\n\n"), IndexText(kRight));
}

TEST(IndexRecipeTest, EachStatementTellsOneLie) {
  EXPECT_EQ(Made("\ntotal_size 0\n"), IndexText({0, kRight.weight_map}));
  EXPECT_EQ(Made("\ntotal_size absent\n"), IndexText({{}, kRight.weight_map}));
  EXPECT_EQ(Made("\nweight \"a\" \"\"\n"),
            IndexText({9, {{"a", ""}, {"b", "y"}}}));
  EXPECT_EQ(Made("\nweight \"a\" absent\n"), IndexText({9, {{"b", "y"}}}));
  EXPECT_EQ(Made("\nweight \"c\" absent\n"), IndexText(kRight));
  EXPECT_EQ(Made("\nweight \"a\" absent\nweight \"a\" \"z\"\n"),
            IndexText({9, {{"a", "z"}, {"b", "y"}}}));
  EXPECT_EQ(Made("\njson\n"), "");
}

TEST(IndexRecipeTest, AStatementThatMakesNoSenseIsRefused) {
  EXPECT_EQ(Made("x\n"), "1: a word that does not belong to this statement");
  EXPECT_EQ(Made("\nx\n"),
            "2: expected a statement: total_size, weight or json");
  EXPECT_EQ(Made("\nweight a\n"),
            "2: expected the name of a tensor, in quotes");
  EXPECT_EQ(Made("\ntotal_size 1 2\n"),
            "2: a word that does not belong to this statement");
  EXPECT_EQ(Made("\nweight \"a\" \"b\"\njson \"\"\n"),
            "3: json is the whole text of an index");
  EXPECT_EQ(Made("\njson \"\"\njson \"\"\n"),
            "3: json is the whole text of an index");
}

TEST(IndexRecipeTest, TheRecipeGivesTheTextBack) {
  for (const ShardIndex& index :
       {kRight, ShardIndex{}, ShardIndex{8, {{"a", "x"}, {"\n\"", "\xff"}}},
        ShardIndex{{}, {{"b", "y"}, {"c", "x"}}}}) {
    const std::string recipe =
        DisassembleIndex(TokenizeJson(IndexText(index)), kRight);
    ASSERT_EQ(recipe.substr(0, 6), "index\n");
    EXPECT_EQ(Made(recipe.substr(5)), IndexText(index)) << recipe;
  }
  for (const std::string& text :
       {std::string(), std::string("{}"), " " + IndexText(kRight),
        std::string("[\xff")}) {
    const std::string recipe = DisassembleIndex(TokenizeJson(text), kRight);
    EXPECT_EQ(Made(recipe.substr(5)), text) << recipe;
  }
}

}  // namespace
}  // namespace loadgate::craft
