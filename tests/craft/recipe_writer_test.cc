#include "craft/recipe_writer.h"

#include <gtest/gtest.h>

#include <string>

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;

TEST(RecipeWriterTest, AStatementEndsWithItsOffset) {
  RecipeWriter out;
  out.Begin("kv", 24);
  out.Text("k");
  out.Attribute("type", 13);
  out.End("a note");
  EXPECT_EQ(out.Take(), "kv \"k\" type=13  # 0x0018 a note\n");
}

TEST(RecipeWriterTest, TextsAreQuotedWhateverTheyHold) {
  EXPECT_EQ(QuotedText("a\"\\\n\r\t\0\x7f\xc3 b"s),
            "\"a\\\"\\\\\\n\\r\\t\\x00\\x7f\\xc3 b\"");
}

TEST(RecipeWriterTest, BracketsBreakLongLines) {
  RecipeWriter out;
  out.Begin("kv", 0);
  out.Open();
  for (int i = 0; i < 40; ++i) out.Word("12345");
  out.Close();
  out.End();
  const std::string text = out.Take();
  EXPECT_EQ(text.find("  # 0x0000\n"), 78 - 2u);
  size_t start = 0;
  for (size_t end = text.find('\n'); end != std::string::npos;
       start = end + 1, end = text.find('\n', start)) {
    EXPECT_LE(end - start, 79u + 10u);
  }
}

TEST(RecipeWriterTest, BytesOfOnePieceStandOnTheLine) {
  RecipeWriter out;
  out.Begin("tail", 5);
  out.Bytes(std::string(100, '\0'), 5);
  out.End();
  out.Begin("tail", 5);
  out.Bytes("", 5);
  out.End();
  EXPECT_EQ(out.Take(), "tail zeros 100  # 0x0005\ntail \"\"  # 0x0005\n");
}

TEST(RecipeWriterTest, OtherBytesStandOnLinesOfTheirOwnWithTheirOffsets) {
  RecipeWriter out;
  out.Begin("tail", 0x10);
  out.Bytes("\1\2words of text"s + std::string(20, '\xff') + "ab", 0x10);
  out.End();
  EXPECT_EQ(out.Take(),
            "tail [  # 0x0010\n"
            "  x\"01 02\"  # 0x0010\n"
            "  \"words of text\"  # 0x0012\n"
            "  fill 255 20  # 0x001f\n"
            "  x\"61 62\"  # 0x0033\n"
            "]\n");
}

TEST(RecipeWriterTest, ALineOfHexadecimalDigitsHasSixteenBytes) {
  RecipeWriter out;
  std::string bytes;
  for (int i = 0; i < 20; ++i) bytes += static_cast<char>(i % 2 ? 1 : 2);
  out.Begin("raw", 0);
  out.Bytes(bytes, 0);
  out.End();
  EXPECT_EQ(out.Take(),
            "raw [  # 0x0000\n"
            "  x\"02 01 02 01 02 01 02 01 02 01 02 01 02 01 02 01\"  # 0x0000\n"
            "  x\"02 01 02 01\"  # 0x0010\n"
            "]\n");
}

TEST(RecipeWriterTest, AComment) {
  RecipeWriter out;
  out.Comment("words");
  EXPECT_EQ(out.Take(), "# words\n");
}

}  // namespace
}  // namespace loadgate::craft
