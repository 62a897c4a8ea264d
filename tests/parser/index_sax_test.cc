#include "formats/index_sax.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "formats/json_reader.h"
#include "loadgate/bytes.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// SaxReading is what the handler noted of a text.
struct SaxReading {
  std::string text;
  SafetensorsIndexTables tables = {};
  std::vector<Finding> findings = {};
  bool is_refused = false;

  std::vector<std::string> shards() const {
    std::vector<std::string> names;
    for (const auto& shard : tables.shards) {
      names.push_back(text.substr(shard.name.offset, shard.name.length));
    }
    return names;
  }
};

SaxReading Read(std::string text, const Limits& limits = {}) {
  SaxReading reading = {.text = std::move(text)};
  const std::span<char> characters(reading.text);
  JsonStream stream(characters);
  const RewrittenNumbers none;
  FindingSink sink;
  IndexSax sax(stream, reading.text, none, limits, {}, &reading.tables, &sink);
  sax.End(!ReadJson(stream, sax).IsError());
  reading.is_refused = sax.is_refused();
  reading.findings = sink.Findings();
  return reading;
}

TEST(IndexSaxTest, PairsAndTheTotalAreNotedWhereverTheyStand) {
  const SaxReading reading =
      Read(R"({"x":{"weight_map":{"y":1}},"weight_map":{"a":"1.safetensors",)"
           R"("b":"2.safetensors","c":"1.safetensors"},"z":[{"metadata":0}],)"
           R"("metadata":{"total_parameters":[7],"total_size":12}})");
  EXPECT_THAT(reading.findings, IsEmpty());
  EXPECT_THAT(reading.shards(), ElementsAre("1.safetensors", "2.safetensors"));
  ASSERT_EQ(reading.tables.entries.size(), 3u);
  EXPECT_EQ(reading.tables.entries[0].shard, 0u);
  EXPECT_EQ(reading.tables.entries[1].shard, 1u);
  EXPECT_EQ(reading.tables.entries[2].shard, 0u);
  EXPECT_EQ(reading.tables.total_size, 12u);
  EXPECT_EQ(reading.tables.total_size_offset, reading.text.find("12}"));
}

TEST(IndexSaxTest, OneFileUnderTwoFormsOfItsNameIsOneShard) {
  const SaxReading reading =
      Read(R"({"weight_map":{"a":"./1.safetensors","b":"1.safetensors",)"
           R"("c":"\u0031.safetensors","d":"././1.safetensors"}})");
  EXPECT_THAT(reading.shards(), ElementsAre("1.safetensors"));
  EXPECT_THAT(reading.findings, HasOnly(Code::kIndexShardDotSlash));
  EXPECT_EQ(reading.findings.size(), 2u);
}

TEST(IndexSaxTest, AFaultyNameIsReportedOnceAndNotPlain) {
  const SaxReading reading =
      Read(R"({"weight_map":{"a":"../x","b":"../x","c":"1.safetensors"}})");
  ASSERT_EQ(reading.tables.shards.size(), 2u);
  EXPECT_FALSE(reading.tables.shards[0].is_plain);
  EXPECT_TRUE(reading.tables.shards[1].is_plain);
  EXPECT_EQ(reading.findings.size(), 1u);
}

TEST(IndexSaxTest, ManyKeysThatStandTwiceAreFoundAtTheEndOfTheirObject) {
  std::string map;
  for (int i = 0; i < 40; ++i) {
    map += "\"t" + std::to_string(i) + "\":\"1.safetensors\",";
  }
  const SaxReading reading =
      Read("{\"weight_map\":{" + map + R"("t39":"2.safetensors"}})");
  EXPECT_THAT(reading.findings, HasOnly(Code::kIndexKeyDuplicate));
  EXPECT_EQ(reading.findings.size(), 1u);
}

TEST(IndexSaxTest, ReadingEndsAtALimitAndMissesNothingElse) {
  const SaxReading reading =
      Read(R"({"metadata":0,"weight_map":{"a":"1.safetensors",)"
           R"("b":"2.safetensors","c":"../x"}})",
           {.shards = 1});
  EXPECT_TRUE(reading.is_refused);
  EXPECT_THAT(reading.findings, HasFinding(Code::kLimitShards));
  EXPECT_THAT(reading.findings,
              ::testing::Not(HasFinding(Code::kIndexShardDirectory)));
  EXPECT_EQ(reading.tables.shards.size(), 1u);
}

}  // namespace
}  // namespace loadgate::testing_support
