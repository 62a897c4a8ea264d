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

TEST(JsonTextTest, FindingsThatWereLeftOutAreCounted) {
  InputReport report;
  report.omitted = 7;
  JsonText json;
  json.StartObject();
  WriteFindings(report, json);
  json.EndObject();
  EXPECT_EQ(json.Take(), "{\"findings\":[],\"findings_omitted\":7}");
}

TEST(JsonTextTest, AnUnknownSizeIsNull) {
  JsonText json;
  json.StartObject();
  WriteSize(InputReport(), json);
  json.EndObject();
  EXPECT_EQ(json.Take(), "{\"size\":null}");
}

}  // namespace
}  // namespace loadgate
