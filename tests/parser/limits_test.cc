// Each of our own limits holds at N and gives way at N + 1.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parser/judge_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/matchers.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

// `keys` pairs, and `tensors` tensors without padding behind them.
GgufRecipe FileWith(size_t keys, size_t tensors) {
  GgufRecipe recipe;
  for (size_t i = 0; i < keys; ++i) {
    recipe.pairs.push_back({"key." + std::to_string(i), uint32_t{1}});
  }
  for (size_t i = 0; i < tensors; ++i) {
    recipe.tensors.push_back({.name = "w" + std::to_string(i), .ne = {8}});
  }
  return recipe;
}

Judged JudgeWith(const GgufRecipe& recipe, const Limits& limits) {
  return JudgeBytes(Build(recipe).bytes(), limits);
}

void ExpectAccepted(const Judged& judged) {
  EXPECT_EQ(judged.verdict, Verdict::kAccept);
  EXPECT_THAT(judged.findings, IsEmpty());
}

void ExpectUndecided(const Judged& judged, Code code) {
  EXPECT_EQ(judged.verdict, Verdict::kUndecided);
  EXPECT_THAT(judged.findings, HasOnly(code));
}

TEST(LimitsTest, AHeaderAsLongAsTheLimitIsRead) {
  const GgufBytes file = Build(FileWith(3, 2));
  const uint64_t header = file.OffsetOf("tensor[1].offset") + 8;
  ExpectAccepted(JudgeBytes(file.bytes(), {.header_bytes = header}));
  ExpectUndecided(JudgeBytes(file.bytes(), {.header_bytes = header - 1}),
                  Code::kLimitHeaderBytes);
}

TEST(LimitsTest, AsManyPairsAsTheLimitAreRead) {
  const Limits limits = {.key_values = 5};
  ExpectAccepted(JudgeWith(FileWith(5, 0), limits));
  ExpectUndecided(JudgeWith(FileWith(6, 0), limits), Code::kLimitKeyValues);
}

TEST(LimitsTest, AsManyTensorsAsTheLimitAreRead) {
  const Limits limits = {.tensors = 5};
  ExpectAccepted(JudgeWith(FileWith(1, 5), limits));
  ExpectUndecided(JudgeWith(FileWith(1, 6), limits), Code::kLimitTensors);
}

// A safetensors file of `pairs` pairs of metadata and as many tensors of a
// byte.
SafetensorsBytes SafetensorsWith(size_t pairs, size_t tensors) {
  std::vector<std::string> metadata;
  for (size_t i = 0; i < pairs; ++i) {
    metadata.push_back("\"k" + std::to_string(i) + "\":\"\"");
  }
  std::vector<std::string> members = {"\"__metadata__\":" +
                                      ObjectText(metadata)};
  for (size_t i = 0; i < tensors; ++i) {
    members.push_back(TensorText("w" + std::to_string(i), "U8", {1}, i, i + 1));
  }
  return {.json = Padded(ObjectText(members)), .data_bytes = tensors};
}

Judged JudgeWith(const SafetensorsBytes& file, const Limits& limits) {
  return JudgeBytes(file.bytes(), limits, Format::kSafetensors);
}

TEST(LimitsTest, ASafetensorsHeaderAsLongAsTheLimitIsRead) {
  const SafetensorsBytes file = SafetensorsWith(1, 3);
  ExpectAccepted(JudgeWith(file, {.header_bytes = file.header_bytes()}));
  ExpectUndecided(JudgeWith(file, {.header_bytes = file.header_bytes() - 1}),
                  Code::kLimitHeaderBytes);
}

TEST(LimitsTest, AsManyMetadataPairsAsTheLimitAreRead) {
  const Limits limits = {.metadata_pairs = 5};
  ExpectAccepted(JudgeWith(SafetensorsWith(5, 1), limits));
  ExpectUndecided(JudgeWith(SafetensorsWith(6, 1), limits),
                  Code::kLimitKeyValues);
}

TEST(LimitsTest, AsManySafetensorsEntriesAsTheLimitAreRead) {
  const Limits limits = {.safetensors_tensors = 5};
  ExpectAccepted(JudgeWith(SafetensorsWith(9, 5), limits));
  ExpectUndecided(JudgeWith(SafetensorsWith(9, 6), limits),
                  Code::kLimitTensors);
}

TEST(LimitsTest, ALimitIsReportedAtTheFirstItemOverIt) {
  const SafetensorsBytes file = SafetensorsWith(3, 3);
  const Judged tensors = JudgeWith(file, {.safetensors_tensors = 2});
  ASSERT_THAT(tensors.findings, SizeIs(1));
  EXPECT_EQ(tensors.findings[0].offset, file.OffsetOf("\"w2\""));
  EXPECT_THAT(tensors.findings[0].message,
              ::testing::StartsWith("There are more than 2 tensors, the limit. "
                                    "Raise it with --limit tensors=N."));
  const Judged pairs = JudgeWith(file, {.metadata_pairs = 1});
  ASSERT_THAT(pairs.findings, SizeIs(1));
  EXPECT_EQ(pairs.findings[0].offset, file.OffsetOf("\"k1\""));
  EXPECT_THAT(pairs.findings[0].message,
              ::testing::StartsWith("There are more than 1 metadata pair, "));
}

TEST(LimitsTest, WhatIsWrongInFrontOfALimitRejectsTheFile) {
  SafetensorsBytes file = {.json = R"({"a":0,"b":0,"c":0})"};
  const Judged judged = JudgeWith(file, {.safetensors_tensors = 2});
  EXPECT_EQ(judged.verdict, Verdict::kReject);
  EXPECT_THAT(judged.findings, SizeIs(3));
  // Behind the limit nothing is read, not even what is no JSON.
  file = SafetensorsWith(0, 3);
  file.json.back() = '?';
  ExpectUndecided(JudgeWith(file, {.safetensors_tensors = 2}),
                  Code::kLimitTensors);
}

// Padding in front of the data and behind each tensor but the last: `tensors`
// places in all, each tensor's of 28 bytes.
GgufRecipe FileWithPlaces(size_t tensors) {
  GgufRecipe recipe = FileWith(1, tensors);
  for (Tensor& tensor : recipe.tensors) tensor.ne = {1};
  recipe.tensors.back().ne = {8};
  return recipe;
}

// Three of the probes, and as many bytes as they may need, are for the tail.
constexpr uint32_t kTailProbes = 3;
constexpr uint64_t kTailBytes = 64 * 1024 + 4 + 22 + 65535;

TEST(LimitsTest, AsManyPlacesAsTheLimitAreLookedAt) {
  const Limits limits = {.probes = 6 + kTailProbes};
  ExpectAccepted(JudgeWith(FileWithPlaces(6), limits));
  const Judged judged = JudgeWith(FileWithPlaces(7), limits);
  EXPECT_EQ(judged.verdict, Verdict::kAccept);
  EXPECT_THAT(judged.findings, HasOnly(Code::kGgufPaddingNotLookedAt));
}

TEST(LimitsTest, AsManyBytesOfPaddingAsTheLimitAreLookedAt) {
  const GgufBytes file = Build(FileWithPlaces(4));
  const uint64_t header_end = file.OffsetOf("tensor[3].offset") + 8;
  const uint64_t padding = (32 - header_end % 32) % 32 + 3 * 28;
  const Limits enough = {.probe_bytes = padding + kTailBytes};
  const Limits too_few = {.probe_bytes = padding + kTailBytes - 1};
  ExpectAccepted(JudgeBytes(file.bytes(), enough));
  const Judged judged = JudgeBytes(file.bytes(), too_few);
  EXPECT_EQ(judged.verdict, Verdict::kAccept);
  EXPECT_THAT(judged.findings, HasOnly(Code::kGgufPaddingNotLookedAt));
}

// A file with so many invalid bools, and so many keys spelt oddly.
GgufBytes FileOfFaults(size_t bools, size_t keys) {
  GgufBytes file;
  file.Header(3, 0, 1 + keys).ArrayHead("flags", kBool, bools);
  for (size_t i = 0; i < bools; ++i) file.U8(2);
  for (size_t i = 0; i < keys; ++i) {
    file.PairU8("Odd Key " + std::to_string(i), 1);
  }
  return file;
}

TEST(LimitsTest, AsManyFindingsOfACodeAsTheLimitAreKept) {
  const Limits limits = {.findings_per_code = 4};
  const Judged all = JudgeBytes(FileOfFaults(4, 3).bytes(), limits);
  EXPECT_THAT(all.findings, SizeIs(4 + 3));
  EXPECT_EQ(all.omitted, 0u);
  const Judged most = JudgeBytes(FileOfFaults(5, 3).bytes(), limits);
  EXPECT_THAT(most.findings, SizeIs(4 + 3));
  EXPECT_EQ(most.omitted, 1u);
  EXPECT_EQ(most.verdict, Verdict::kReject);
}

TEST(LimitsTest, AsManyFindingsAsTheLimitAreKeptErrorsFirst) {
  const Limits limits = {.findings = 6};
  const Judged all = JudgeBytes(FileOfFaults(2, 4).bytes(), limits);
  EXPECT_THAT(all.findings, SizeIs(6));
  EXPECT_EQ(all.omitted, 0u);
  const Judged most = JudgeBytes(FileOfFaults(3, 4).bytes(), limits);
  EXPECT_THAT(most.findings, SizeIs(6));
  EXPECT_EQ(most.omitted, 1u);
  EXPECT_EQ(most.findings[2].code, Code::kGgufBoolInvalid);
  EXPECT_EQ(most.findings[3].code, Code::kGgufKeySpelling);
}

// What is not kept still counts.
TEST(LimitsTest, AnErrorThatIsNotKeptStillRejects) {
  const Limits limits = {.findings = 0};
  const Judged judged = JudgeBytes(FileOfFaults(1, 0).bytes(), limits);
  EXPECT_THAT(judged.findings, IsEmpty());
  EXPECT_EQ(judged.omitted, 1u);
  EXPECT_EQ(judged.verdict, Verdict::kReject);
}

}  // namespace
}  // namespace loadgate::testing_support
