#include "writers/json_append.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace loadgate {
namespace {

std::string JsonOf(std::string_view text) {
  std::string out = ">";
  AppendJsonString(text, &out);
  return out;
}

TEST(JsonAppendTest, PlainTextIsQuoted) {
  EXPECT_EQ(JsonOf(""), ">\"\"");
  EXPECT_EQ(JsonOf("a/b \x7f \xc3\xa9"), ">\"a/b \x7f \xc3\xa9\"");
}

TEST(JsonAppendTest, EscapesAreThoseOfTheReferenceWriter) {
  EXPECT_EQ(JsonOf("\"\\\b\t\n\f\r"), R"(>"\"\\\b\t\n\f\r")");
  EXPECT_EQ(JsonOf(std::string_view("\0\x1f\x0b", 3)),
            R"(>"\u0000\u001f\u000b")");
}

}  // namespace
}  // namespace loadgate
