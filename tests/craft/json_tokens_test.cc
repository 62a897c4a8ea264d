#include "craft/json_tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace loadgate::craft {
namespace {

using enum JsonTokenKind;
using std::string_literals::operator""s;
using Tokens = std::vector<JsonToken>;

JsonTokenKind KindOf(std::string_view text) {
  const Tokens tokens = TokenizeJson(text);
  EXPECT_EQ(tokens.size(), 1u) << text;
  return tokens.front().kind;
}

TEST(JsonTokensTest, EachKindOfTokenIsToldApart) {
  EXPECT_EQ(TokenizeJson(" {\"a\" :\t-1.5e+3,true}\n"),
            (Tokens{{kSpace, " "},
                    {kPunctuation, "{"},
                    {kString, "\"a\""},
                    {kSpace, " "},
                    {kPunctuation, ":"},
                    {kSpace, "\t"},
                    {kNumber, "-1.5e+3"},
                    {kPunctuation, ","},
                    {kLiteral, "true"},
                    {kPunctuation, "}"},
                    {kSpace, "\n"}}));
}

TEST(JsonTokensTest, NoTextHasNoTokens) {
  EXPECT_EQ(TokenizeJson(""), Tokens());
}

TEST(JsonTokensTest, AStringEndsAtItsFirstQuoteWithoutABackslash) {
  EXPECT_EQ(
      TokenizeJson(R"("\\""\"" )"),
      (Tokens{{kString, R"("\\")"}, {kString, R"("\"")"}, {kSpace, " "}}));
  EXPECT_EQ(KindOf("\"{}[]:, \n\""), kString);
  EXPECT_EQ(KindOf("\"\\x\1\xff\""), kString);
}

TEST(JsonTokensTest, AStringThatDoesNotEndIsRawUpToTheEnd) {
  EXPECT_EQ(TokenizeJson("1,\"a:{} "),
            (Tokens{{kNumber, "1"}, {kPunctuation, ","}, {kRaw, "\"a:{} "}}));
  EXPECT_EQ(KindOf("\""), kRaw);
  EXPECT_EQ(KindOf("\"\\\""), kRaw);
  EXPECT_EQ(KindOf("\"\\"), kRaw);
}

TEST(JsonTokensTest, NumbersAreThoseOfTheGrammar) {
  for (const char* text : {"0", "-0", "10", "1.0", "0.10", "1e0", "1E+10",
                           "-2.5e-7", "99999999999999999999", "1e999"}) {
    EXPECT_EQ(KindOf(text), kNumber) << text;
  }
  for (const char* text : {"01", "+1", "-", "1.", ".5", "1e", "1e+", "0x10",
                           "1u", "--1", "NaN", "-Infinity", "1_0", "1.e1"}) {
    EXPECT_EQ(KindOf(text), kRaw) << text;
  }
}

TEST(JsonTokensTest, LiteralsAreThreeWords) {
  for (const char* text : {"true", "false", "null"}) {
    EXPECT_EQ(KindOf(text), kLiteral) << text;
  }
  for (const char* text :
       {"True", "nul", "nulll", "undefined", "'a'", "/**/"}) {
    EXPECT_EQ(KindOf(text), kRaw) << text;
  }
}

TEST(JsonTokensTest, WhatIsNoTokenEndsAtTheNextThatIsOne) {
  EXPECT_EQ(TokenizeJson("\xef\xbb\xbf{nope:\0\v}"s),
            (Tokens{{kRaw, "\xef\xbb\xbf"},
                    {kPunctuation, "{"},
                    {kRaw, "nope"},
                    {kPunctuation, ":"},
                    {kRaw, "\0\v"s},
                    {kPunctuation, "}"}}));
  EXPECT_EQ(TokenizeJson("a\"b\"c"),
            (Tokens{{kRaw, "a"}, {kString, "\"b\""}, {kRaw, "c"}}));
}

TEST(JsonTokensTest, TheTokensOfAnyBytesGiveThemBack) {
  // Every text of up to three bytes that mean something to the tokenizer.
  const std::string bytes = "{]:,\"\\ 0-.e"s + "t\0\xff"s;
  for (const char a : bytes) {
    for (const char b : bytes) {
      for (const char c : bytes) {
        const std::string text = {a, b, c, '"'};
        for (size_t n = 0; n <= text.size(); ++n) {
          const Tokens tokens = TokenizeJson(text.substr(0, n));
          EXPECT_EQ(JsonText(tokens), text.substr(0, n));
          EXPECT_EQ(JsonSize(tokens), n);
        }
      }
    }
  }
}

TEST(JsonTokensTest, AnObjectEndsWithTheBracketThatClosesIt) {
  EXPECT_EQ(JsonObjectEnd("{}"), 2u);
  EXPECT_EQ(JsonObjectEnd(" \n{\"a\":[{}]}}{"), 12u);
  EXPECT_EQ(JsonObjectEnd("{\"}\\\"}\":0} "), 10u);
  EXPECT_EQ(JsonObjectEnd("{[}] x"), 4u);
  EXPECT_EQ(JsonObjectEnd("{nonsense} "), 10u);
}

TEST(JsonTokensTest, WhereNoObjectBeginsOrEndsNoneIsFound) {
  for (const char* text : {"", " ", "x{}", "[]", "]", "\"{}\"", "{", "{{}",
                           "{\"}", "{\"a\\\"}", "\xef\xbb\xbf{}"}) {
    EXPECT_EQ(JsonObjectEnd(text), std::nullopt) << text;
  }
}

TEST(JsonTokensTest, AMadeTokenIsReadAsItself) {
  for (const JsonToken& token :
       {MakeJsonPunctuation('{'), MakeJsonString("a\"\n"), MakeJsonNumber(0),
        MakeJsonNumber(UINT64_MAX)}) {
    EXPECT_EQ(TokenizeJson(token.text), Tokens{token});
  }
}

TEST(JsonTokensTest, OnlyDigitsUpTo64BitsAreUnsigned) {
  EXPECT_EQ(JsonUnsigned(MakeJsonNumber(UINT64_MAX)), UINT64_MAX);
  EXPECT_EQ(JsonUnsigned({kNumber, "0"}), 0u);
  for (const char* text : {"-0", "1.0", "1e0", "18446744073709551616", ""}) {
    EXPECT_EQ(JsonUnsigned({kNumber, text}), std::nullopt) << text;
  }
  EXPECT_EQ(JsonUnsigned({kRaw, "01"}), std::nullopt);
  EXPECT_EQ(JsonUnsigned({kString, "1"}), std::nullopt);
}

TEST(JsonTokensTest, OnlyPunctuationIsAMark) {
  EXPECT_TRUE(MakeJsonPunctuation(':').Is(':'));
  EXPECT_FALSE(MakeJsonPunctuation(':').Is(','));
  EXPECT_FALSE((JsonToken{kRaw, ":"}.Is(':')));
  EXPECT_FALSE((JsonToken{kPunctuation, ""}.Is(':')));
}

}  // namespace
}  // namespace loadgate::craft
