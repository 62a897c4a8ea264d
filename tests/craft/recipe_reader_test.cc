#include "craft/recipe_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;
using testing::HasSubstr;

constexpr uint64_t kMost = 1000;

std::string ErrorOf(RecipeReader& reader) {
  const auto& error = reader.lexer().error();
  return error.has_value() ? error->message : "";
}

TEST(RecipeReaderTest, ATextMayLieAboutItsLength) {
  RecipeReader reader("\"a\" length=7 \"b\" x\"00\"", kMost);
  std::string text;
  std::optional<uint64_t> length;
  ASSERT_TRUE(reader.ReadText(&text, &length));
  EXPECT_EQ(text, "a");
  EXPECT_EQ(length, std::nullopt);
  ASSERT_TRUE(reader.ReadText(&text, &length));
  EXPECT_EQ(text, "b");
  EXPECT_EQ(length, 7u);
  ASSERT_TRUE(reader.ReadText(&text, &length));
  EXPECT_EQ(text, "\0"s);
}

TEST(RecipeReaderTest, BytesAreAnyNumberOfPieces) {
  RecipeReader reader("\"ab\" x\"0001\" zeros 2 fill 0x41 3\n", kMost);
  std::string bytes;
  ASSERT_TRUE(reader.ReadBytes(&bytes));
  EXPECT_EQ(bytes, "ab\0\1\0\0AAA"s);
  EXPECT_TRUE(reader.EndStatement());
}

TEST(RecipeReaderTest, BytesInBracketsMayStandOnSeveralLines) {
  RecipeReader reader("[ \"a\"\n\"b\" ] c", kMost);
  std::string bytes;
  ASSERT_TRUE(reader.ReadBytes(&bytes));
  EXPECT_EQ(bytes, "ab");
  EXPECT_TRUE(reader.TryName("c"));
}

TEST(RecipeReaderTest, FillsStopAtTheMostBytes) {
  RecipeReader reader("zeros 600 zeros 401", kMost);
  std::string bytes;
  EXPECT_FALSE(reader.ReadBytes(&bytes));
  EXPECT_THAT(ErrorOf(reader), HasSubstr("more bytes"));
  EXPECT_LE(bytes.size(), kMost);
}

TEST(RecipeReaderTest, WhatIsNoPieceIsAnError) {
  RecipeReader reader("\"a\" zero 5", kMost);
  std::string bytes;
  EXPECT_FALSE(reader.ReadBytes(&bytes));
  EXPECT_THAT(ErrorOf(reader), HasSubstr("expected bytes"));
}

TEST(RecipeReaderTest, ANumberSaysHowWideItMayBe) {
  RecipeReader reader("70000", kMost);
  uint64_t value = 0;
  EXPECT_FALSE(reader.ReadUnsigned(2, &value));
  EXPECT_THAT(ErrorOf(reader), HasSubstr("16 bits"));
}

TEST(RecipeReaderTest, AStatementEndsAtItsLine) {
  RecipeReader reader("a\n\n\nb c", kMost);
  EXPECT_TRUE(reader.TryName("a"));
  EXPECT_TRUE(reader.EndStatement());
  EXPECT_TRUE(reader.SkipLines());
  EXPECT_TRUE(reader.TryName("b"));
  EXPECT_FALSE(reader.EndStatement());
  EXPECT_FALSE(reader.SkipLines());
}

}  // namespace
}  // namespace loadgate::craft
