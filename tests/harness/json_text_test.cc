#include "harness/gate/json_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace loadgate {
namespace {

std::string ValueOf(const ScalarValue& value) {
  JsonText json;
  json.Value(value);
  return json.Take();
}

TEST(JsonTextTest, NumbersKeepEveryDigit) {
  EXPECT_EQ(ValueOf(uint64_t{UINT64_MAX}), "18446744073709551615");
  EXPECT_EQ(ValueOf(int64_t{INT64_MIN}), "-9223372036854775808");
  EXPECT_EQ(ValueOf(0.1f), "0.1");
  EXPECT_EQ(ValueOf(0.1), "0.1");
  EXPECT_EQ(ValueOf(double{0.1f}), "0.10000000149011612");
  EXPECT_EQ(ValueOf(true), "true");
}

TEST(JsonTextTest, WhatJsonHasNoNumberForIsAString) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ValueOf(infinity), "\"inf\"");
  EXPECT_EQ(ValueOf(-infinity), "\"-inf\"");
  EXPECT_EQ(ValueOf(std::nanf("")), "\"nan\"");
}

TEST(JsonTextTest, StringsAndKeysAreEscapedOnce) {
  JsonText json;
  json.StartObject();
  json.Key("k\n");
  json.String("v\x1b\xff\"");
  json.EndObject();
  EXPECT_EQ(json.Take(), "{\"k\\\\n\":\"v\\\\x1b\\\\xff\\\"\"}");
}

TEST(JsonTextTest, ALongTextCanBeTakenInParts) {
  JsonText json;
  json.StartArray();
  json.Number(1);
  std::string whole = json.Take();
  json.Number(2);
  json.Null();
  whole += json.Take();
  json.EndArray();
  whole += json.Take();
  EXPECT_EQ(whole, "[1,2,null]");
}

TEST(JsonTextTest, ATextInPartsIsWrittenAsTheWholeOfIt) {
  // A quote, what is escaped, characters of two to four bytes, and bytes that
  // begin or end none.
  const std::string text =
      "a\"\\\n\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\xe2\x80\xae"
      "\xe2\x82\xc3\xf0\x9f\x80\xff\xc3";
  JsonText whole;
  whole.String(text);
  const std::string expected = whole.Take();
  for (size_t first = 0; first <= text.size(); ++first) {
    for (size_t second = first; second <= text.size(); ++second) {
      JsonText json;
      json.BeginText();
      json.TextPart(text.substr(0, first));
      json.TextPart(text.substr(first, second - first));
      json.TextPart(text.substr(second));
      json.EndText();
      ASSERT_EQ(json.Take(), expected) << first << " " << second;
    }
  }
}

TEST(JsonTextTest, APartGoesOutAtOnceAndStandsInItsList) {
  JsonText json;
  json.StartArray();
  json.Number(1);
  json.BeginText();
  EXPECT_EQ(json.Take(), "[1,\"");
  json.TextPart("ab\xc3");
  EXPECT_EQ(json.Take(), "ab");
  json.EndText();
  EXPECT_EQ(json.Take(), "\\\\xc3\"");
  json.Null();
  json.EndArray();
  EXPECT_EQ(json.Take(), ",null]");
}

}  // namespace
}  // namespace loadgate
