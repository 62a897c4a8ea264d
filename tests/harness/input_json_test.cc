#include "harness/gate/input_json.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace loadgate {
namespace {

// The members of one input that `write` writes.
template <typename Write>
std::string Members(Write write) {
  JsonText json;
  json.StartObject();
  write(json);
  json.EndObject();
  return json.Take();
}

TEST(InputJsonTest, FindingsThatWereLeftOutAreCounted) {
  InputReport report;
  report.omitted = 7;
  EXPECT_EQ(Members([&](JsonText& json) { WriteFindings(report, json); }),
            "{\"findings\":[],\"findings_omitted\":7}");
}

TEST(InputJsonTest, AnUnknownSizeIsNull) {
  EXPECT_EQ(Members([](JsonText& json) { WriteSize(InputReport(), json); }),
            "{\"size\":null}");
}

TEST(InputJsonTest, WhatIsNotKnownOfAFileIsLeftOut) {
  InputReport report;
  EXPECT_EQ(Members([&](JsonText& json) { WriteFiles(report, json); }), "{}");
  report.files = {{.name = "a"}, {.name = "b", .size = 9}};
  EXPECT_EQ(Members([&](JsonText& json) { WriteFiles(report, json); }),
            "{\"files\":[{\"name\":\"a\"},{\"name\":\"b\",\"size\":9}]}");
  EXPECT_EQ(Members([](JsonText& json) { WriteHeader(std::nullopt, json); }),
            "{}");
}

TEST(InputJsonTest, ADigestIsItsBytesInOrder) {
  HeaderRecord header{.bytes = 5, .sha256 = {0x01, 0xab}};
  EXPECT_EQ(Members([&](JsonText& json) { WriteHeader(header, json); }),
            "{\"header\":{\"bytes\":5,\"sha256\":\"01ab" +
                std::string(60, '0') + "\"}}");
}

}  // namespace
}  // namespace loadgate
