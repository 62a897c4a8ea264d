#include "loadgate/safetensors_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "loadgate/bytes.h"
#include "tests/support/index_cases.h"
#include "tests/support/index_properties.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

using ::testing::IsEmpty;

// Reading is what came of an index. Its views stay where they are.
struct Reading {
  std::string text;
  FindingSink sink;
  std::optional<SafetensorsIndex> index;

  explicit Reading(std::string given, const Limits& limits = {})
      : text(std::move(given)) {
    index = ReadSafetensorsIndex(std::as_writable_bytes(std::span<char>(text)),
                                 limits, {}, &sink);
  }
};

TEST(SafetensorsIndexTest, SaysWhichShardHoldsWhichTensor) {
  const std::string text =
      R"({"metadata": {"total_size": 4305},)"
      "\n"
      R"("weight_map": {"b": "m-1.safetensors", "\u0061": "m-2.safetensors"}})";
  const Reading reading(text);
  EXPECT_THAT(reading.sink.Findings(), IsEmpty());
  ASSERT_TRUE(reading.index.has_value());
  const SafetensorsIndex& index = *reading.index;
  EXPECT_EQ(index.total_size(), 4305u);
  EXPECT_EQ(index.total_size_offset(), text.find("4305"));
  ASSERT_EQ(index.shard_count(), 2u);
  EXPECT_EQ(index.shard(0), "m-1.safetensors");
  EXPECT_EQ(index.shard(1), "m-2.safetensors");
  EXPECT_EQ(index.ShardOffset(1), text.find("\"m-2"));
  EXPECT_TRUE(index.ShardIsPlain(0));
  ASSERT_EQ(index.tensor_count(), 2u);
  EXPECT_EQ(index.tensor(0).name, "b");
  EXPECT_EQ(index.tensor(1).name, "a");
  EXPECT_EQ(index.tensor(1).shard, 1u);
  EXPECT_EQ(index.tensor(1).offset, text.find("\"\\u0061"));
}

TEST(SafetensorsIndexTest, WithoutMetadataOrTotalSizeThereIsNoFinding) {
  for (const char* metadata :
       {"", R"("metadata":{},)", R"("metadata":{"total_parameters":"8B"},)"}) {
    const Reading reading("{" + std::string(metadata) +
                          R"("weight_map":{"w":"a.safetensors"}})");
    EXPECT_THAT(reading.sink.Findings(), IsEmpty()) << metadata;
    EXPECT_EQ(reading.index->total_size(), std::nullopt);
  }
}

TEST(SafetensorsIndexTest, AnyNumberMayStandWhereNoneIsRead) {
  const Reading reading(
      R"({"metadata":{"x":1e999,"y":-0.5,"total_parameters":7.5e9},)"
      R"("format":18446744073709551616,"weight_map":{"w":"a.safetensors"}})");
  EXPECT_THAT(reading.sink.Findings(), IsEmpty());
}

TEST(SafetensorsIndexTest, WhatIsCutShortIsNoIndexAnywhere) {
  const std::string whole = SmallIndex();
  for (size_t n = 0; n < whole.size(); ++n) {
    const Reading reading(whole.substr(0, n));
    EXPECT_FALSE(reading.index.has_value()) << n;
    EXPECT_EQ(reading.sink.verdict(), Verdict::kReject) << n;
    for (const Finding& finding : reading.sink.Findings()) {
      EXPECT_LE(finding.offset, n);
    }
  }
  EXPECT_TRUE(Reading(whole).index.has_value());
}

TEST(SafetensorsIndexTest, AsManyShardsAndTensorsAsTheLimitsAllow) {
  const std::string two =
      R"({"weight_map":{"v":"a.safetensors","w":"b.safetensors"}})";
  const Limits enough = {
      .header_bytes = two.size(), .safetensors_tensors = 2, .shards = 2};
  EXPECT_THAT(Reading(two, enough).sink.Findings(), IsEmpty());
}

TEST(SafetensorsIndexTest, ALargeIndexIsReadWithoutAFinding) {
  constexpr int kTensors = 100'000;
  std::string text = R"({"metadata":{"total_size":1},"weight_map":{)";
  for (int i = 0; i < kTensors; ++i) {
    text += (i > 0 ? ",\"" : "\"") + ("layers." + std::to_string(i)) +
            ".weight\":\"m-" + std::to_string(i / 1000) + ".safetensors\"";
  }
  const Reading reading(text + "}}");
  EXPECT_THAT(reading.sink.Findings(), IsEmpty());
  ASSERT_TRUE(reading.index.has_value());
  EXPECT_EQ(reading.index->tensor_count(), size_t{kTensors});
  EXPECT_EQ(reading.index->shard_count(), 100u);
  EXPECT_EQ(reading.index->tensor(54'321).name, "layers.54321.weight");
  EXPECT_EQ(reading.index->shard(reading.index->tensor(54'321).shard),
            "m-54.safetensors");
}

TEST(SafetensorsIndexTest, NoPropertyIsBrokenByARulesCases) {
  for (const IndexRuleCase& rule_case : IndexRuleCases()) {
    EXPECT_EQ(BrokenIndexProperty(rule_case.bad), "") << CaseName(rule_case);
    EXPECT_EQ(BrokenIndexProperty(rule_case.good), "") << CaseName(rule_case);
  }
}

TEST(SafetensorsIndexTest, NoPropertyIsBrokenByAByteThatDiffers) {
  const std::string whole =
      R"({"metadata":{"total_size":9},"x":[{"a":null},"\u00e4"],)"
      R"("weight_map":{"v":"./a.safetensors","w":"b%2f.safetensors"}})";
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const char c : {'"', '\\', '{', '}', ',', '0', '-', '\0', '\xff'}) {
      std::string text = whole;
      text[at] = c;
      EXPECT_EQ(BrokenIndexProperty(text), "") << at << " " << int{c};
    }
  }
}

}  // namespace
}  // namespace loadgate::testing_support
