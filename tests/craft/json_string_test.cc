// Strings of JSON, with their escapes and without.

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "craft/json_tokens.h"

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;

TEST(JsonStringTest, EscapesAreUndone) {
  EXPECT_EQ(DecodeJsonString(R"("")"), "");
  EXPECT_EQ(DecodeJsonString(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(DecodeJsonString(R"("\u0000\u0041\u00e9\u00E9\u20ac")"),
            "\0A\xc3\xa9\xc3\xa9\xe2\x82\xac"s);
}

TEST(JsonStringTest, APairOfSurrogatesIsOneCharacter) {
  EXPECT_EQ(DecodeJsonString(R"("\ud83d\ude00")"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(DecodeJsonString(R"("\uD800\uDC00")"), "\xf0\x90\x80\x80");
  EXPECT_EQ(DecodeJsonString(R"("\udbff\udfff")"), "\xf4\x8f\xbf\xbf");
}

TEST(JsonStringTest, HalfAPairIsThreeBytes) {
  EXPECT_EQ(DecodeJsonString(R"("\ud83d")"), "\xed\xa0\xbd");
  EXPECT_EQ(DecodeJsonString(R"("\ude00\ud83d")"), "\xed\xb8\x80\xed\xa0\xbd");
  EXPECT_EQ(DecodeJsonString(R"("\udc00\udc00")"), "\xed\xb0\x80\xed\xb0\x80");
  EXPECT_EQ(DecodeJsonString(R"("\ud83d\u0041")"),
            "\xed\xa0\xbd"
            "A");
  EXPECT_EQ(DecodeJsonString(R"("\ud83d\n")"), "\xed\xa0\xbd\n");
}

TEST(JsonStringTest, WhatIsNoStringSaysNothing) {
  for (const char* text :
       {"", "\"", "a", "'a'", "\"a", "a\"", "\"a\"b\"", R"("\")", R"("\x41")",
        R"("\'")", R"("\U0041")", R"("\u")", R"("\u12")", R"("\u12g4")",
        R"("\u+123")", R"("\ud83d\u12")", "\"\\\x01\""}) {
    EXPECT_EQ(DecodeJsonString(text), std::nullopt) << text;
  }
  EXPECT_EQ(DecodeJsonString("\"\\\0\""s), std::nullopt);
}

TEST(JsonStringTest, BytesThatJsonForbidsComeOutAsTheyAre) {
  EXPECT_EQ(DecodeJsonString("\"\0\n\x1f\x80\xff\""s), "\0\n\x1f\x80\xff"s);
}

TEST(JsonStringTest, OnlyWhatMustBeEscapedIs) {
  EXPECT_EQ(EncodeJsonString("\"\\/\b\f\n\r\t"), R"("\"\\/\b\f\n\r\t")");
  EXPECT_EQ(EncodeJsonString("\0\x1f\x7f\xc3\xa9"s),
            "\"\\u0000\\u001f\x7f\xc3\xa9\"");
}

TEST(JsonStringTest, EveryByteComesBackFromItsEscape) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(DecodeJsonString(EncodeJsonString(all)), all);
}

}  // namespace
}  // namespace loadgate::craft
