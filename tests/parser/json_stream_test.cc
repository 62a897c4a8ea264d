#include "formats/json_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace loadgate {
namespace {

TEST(JsonStreamTest, YieldsItsCharactersAndThenNuls) {
  std::string text = "ab";
  JsonStream stream(text);
  EXPECT_EQ(stream.Tell(), 0u);
  EXPECT_EQ(stream.Peek(), 'a');
  EXPECT_EQ(stream.Take(), 'a');
  EXPECT_EQ(stream.Tell(), 1u);
  EXPECT_EQ(stream.Take(), 'b');
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(stream.Peek(), '\0');
    EXPECT_EQ(stream.Take(), '\0');
    EXPECT_EQ(stream.Tell(), 2u) << "at the end nothing is passed";
  }
}

TEST(JsonStreamTest, ANulInTheTextIsToldFromTheEndByTheIndex) {
  std::string text("\0x", 2);
  JsonStream stream(text);
  EXPECT_EQ(stream.Take(), '\0');
  EXPECT_EQ(stream.Tell(), 1u);
  EXPECT_EQ(stream.Take(), 'x');
}

TEST(JsonStreamTest, WhiteSpaceOfTheFourKindsIsPassed) {
  std::string text = " \t\n\r\v";
  JsonStream stream(text);
  stream.PassWhiteSpace();
  EXPECT_EQ(stream.Tell(), 4u);
  stream.PassWhiteSpace();
  EXPECT_EQ(stream.Take(), '\v') << "this is none of them";
  stream.PassWhiteSpace();
  EXPECT_EQ(stream.Tell(), 5u) << "nor is the end";
}

TEST(JsonStreamTest, AnEmptyTextIsAtItsEnd) {
  JsonStream stream({});
  EXPECT_EQ(stream.Peek(), '\0');
  EXPECT_EQ(stream.Take(), '\0');
  EXPECT_EQ(stream.Tell(), 0u);
}

TEST(JsonStreamTest, AStringIsWrittenOverItsOwnText) {
  std::string text = R"("a\nb" 1)";
  JsonStream stream(text);
  stream.Take();
  char* const begin = stream.PutBegin();
  EXPECT_EQ(begin, text.data() + 1);
  EXPECT_EQ(stream.string_begin(), 1u);
  for (const char c : std::string_view("a\nb\0", 4)) {
    stream.Take();
    stream.Put(c);
  }
  EXPECT_EQ(stream.PutEnd(begin), 4u);
  EXPECT_EQ(text.substr(1, 4), std::string("a\nb\0", 4));
  EXPECT_EQ(text.substr(5), "\" 1") << "nothing else is written";
}

TEST(JsonStreamTest, TheSecondStringBeginsWhereReadingIs) {
  std::string text = "ab";
  JsonStream stream(text);
  stream.PutBegin();
  stream.Put(stream.Take());
  char* const begin = stream.PutBegin();
  EXPECT_EQ(stream.string_begin(), 1u);
  EXPECT_EQ(stream.PutEnd(begin), 0u);
}

}  // namespace
}  // namespace loadgate
