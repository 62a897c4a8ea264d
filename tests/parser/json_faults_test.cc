#include "formats/json_faults.h"

#include <gtest/gtest.h>

#include <string>

namespace loadgate {
namespace {

TEST(JsonFaultsTest, ATextFaultIsSaidWithTheBytesThatStandThere) {
  const auto text = [](JsonTextFault fault, size_t at, std::string_view json) {
    return JsonTextFaultText({fault, at}, json, "index");
  };
  EXPECT_EQ(text(JsonTextFault::kByteOrderMark, 0, "\xef\xbb\xbf{}"),
            "The index begins with the bytes EF BB BF, not with {.");
  EXPECT_EQ(text(JsonTextFault::kNotUtf8, 1, "{\xff"),
            "No UTF-8 character begins with the byte FF here.");
  EXPECT_EQ(text(JsonTextFault::kNotUtf8, 0, "\xc3{}\"a"),
            "No UTF-8 character begins with the bytes C3 7B 7D 22 here.");
  EXPECT_EQ(text(JsonTextFault::kControlByte, 1, "\"\t\""),
            "A string holds the raw byte 09; none below 20 may stand in one.");
  EXPECT_EQ(text(JsonTextFault::kLoneSurrogate, 1, "\"\\ud800\""),
            "The escape \\ud800 is half of a surrogate pair.");
  EXPECT_EQ(text(JsonTextFault::kNesting, 0, "["),
            "Level 128 of nesting begins here; at most 127 are allowed.");
  EXPECT_EQ(text(JsonTextFault::kNumberTooLarge, 0, "1e999,"),
            "The number '1e999' is past 1.8e308.");
}

TEST(JsonFaultsTest, ASyntaxFaultIsSaidWithTheByteOrTheEnd) {
  EXPECT_EQ(JsonSyntaxText(rapidjson::kParseErrorObjectMissColon, "{\"a\"x", 4,
                           "header"),
            "A colon is missing here. The byte here is 78.");
  EXPECT_EQ(
      JsonSyntaxText(rapidjson::kParseErrorDocumentEmpty, "", 0, "header"),
      "The header holds no value. The header ends here.");
  EXPECT_EQ(JsonSyntaxText(rapidjson::kParseErrorUnspecificSyntaxError, "{", 1,
                           "index"),
            "The index is no JSON from here on. The index ends here.");
}

TEST(JsonFaultsTest, WhatFollowsTheObjectIsCounted) {
  EXPECT_EQ(JsonRestText("{}x", 2, "index"),
            "The object ends before, and the byte 78 stands here; 1 byte of "
            "the index is left.");
  EXPECT_EQ(JsonRestText("{} xy", 3, "header"),
            "The object ends before, and the byte 78 stands here; 2 bytes of "
            "the header are left.");
}

}  // namespace
}  // namespace loadgate
