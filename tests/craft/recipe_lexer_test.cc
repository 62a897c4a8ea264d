#include "craft/recipe_lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;
using testing::ElementsAre;
using testing::HasSubstr;

// The recipe's words, each as its kind and its text.
std::vector<std::string> WordsOf(std::string_view recipe) {
  constexpr std::string_view kKinds = "ntb[]=/.";
  std::vector<std::string> words;
  RecipeLexer lexer(recipe);
  while (lexer.word().kind != WordKind::kEnd) {
    const Word word = lexer.Pass();
    const char kind = kKinds[static_cast<size_t>(word.kind)];
    words.push_back(std::string(1, kind) + word.text);
  }
  if (lexer.error().has_value()) {
    words.push_back("line " + std::to_string(lexer.error()->line) + ": " +
                    lexer.error()->message);
  }
  return words;
}

TEST(RecipeLexerTest, NamesAndNumbersAreWords) {
  EXPECT_THAT(WordsOf("kv q4_0 -1.5e+3 0xff"),
              ElementsAre("nkv", "nq4_0", "n-1.5e+3", "n0xff"));
}

TEST(RecipeLexerTest, ALineEndsAStatementButNotWithinBrackets) {
  EXPECT_THAT(WordsOf("a\nb [ 1\n2 ]\n"),
              ElementsAre("na", "/", "nb", "[", "n1", "n2", "]", "/"));
}

TEST(RecipeLexerTest, CommentsAreNothing) {
  EXPECT_THAT(WordsOf("a # [ \"\nb#"), ElementsAre("na", "/", "nb"));
}

TEST(RecipeLexerTest, TextsHoldAnyByte) {
  EXPECT_THAT(WordsOf(R"("a\n\r\t\"\\\x00\xfF")"),
              ElementsAre("ta\n\r\t\"\\\0\xff"s));
}

TEST(RecipeLexerTest, BytesMayStandOnSeveralLines) {
  EXPECT_THAT(WordsOf("x\"00 01\n  4142\""), ElementsAre("b\0\1AB"s));
}

TEST(RecipeLexerTest, AnAttributeIsThreeWords) {
  EXPECT_THAT(WordsOf("length=5"), ElementsAre("nlength", "=", "n5"));
}

TEST(RecipeLexerTest, WhatMakesNoSenseEndsTheRecipeWithItsLine) {
  for (const char* const recipe :
       {"\n\"a", "\n\"a\nb\"", "\n\"\\y\"", "\n\"\\x4\"", "\nx\"0\"", "\nx\"4",
        "\n$", "\n]", "\n\"\x80\"", "\n\"\\"}) {
    EXPECT_THAT(WordsOf(recipe), ElementsAre("/", HasSubstr("line 2: ")))
        << recipe;
  }
}

TEST(RecipeLexerTest, ABracketThatIsNotClosedIsAnErrorAtTheEnd) {
  EXPECT_THAT(WordsOf("["), ElementsAre("[", HasSubstr("not closed")));
}

TEST(RecipeLexerTest, TheFirstErrorStays) {
  RecipeLexer lexer("a b");
  EXPECT_FALSE(lexer.Fail("first"));
  EXPECT_FALSE(lexer.Fail("second"));
  EXPECT_EQ(lexer.error()->message, "first");
  EXPECT_EQ(lexer.Pass().kind, WordKind::kEnd);
}

TEST(RecipeLexerTest, TryPassPassesOnlyWhatIsAskedFor) {
  RecipeLexer lexer("kv \"x\"");
  EXPECT_FALSE(lexer.TryPass(WordKind::kText));
  EXPECT_FALSE(lexer.TryPass(WordKind::kName, "tensor"));
  EXPECT_TRUE(lexer.TryPass(WordKind::kName, "kv"));
  EXPECT_TRUE(lexer.TryPass(WordKind::kText));
}

}  // namespace
}  // namespace loadgate::craft
