// Fix sets right what it is asked to, and nothing else.

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "craft/gguf_model.h"
#include "loadgate/finding.h"
#include "tests/support/gguf_feeding.h"
#include "tests/support/good_files.h"

namespace loadgate::craft {
namespace {

constexpr GgufFix kNothing = {.lengths = false,
                              .types = false,
                              .counts = false,
                              .totals = false,
                              .padding = false,
                              .offsets = false};
constexpr uint32_t kF32 = 0;
constexpr uint32_t kString = static_cast<uint32_t>(GgufValueType::kString);

GgufText Lying(std::string_view text) { return {77, std::string(text)}; }

// A model in which every field that Fix knows lies.
GgufModel LyingModel() {
  GgufModel model = NewGguf();
  model.tensor_count = 9;
  model.pair_count = 9;
  model.pairs = {
      {.key = Lying("general.architecture"),
       .type = 99,
       .value = Lying("llama")},
      {.key = Lying("list"),
       .type = 1,
       .value = GgufArray{.element_type = 12,
                          .count = 5,
                          .elements = std::vector<GgufText>{Lying("a")}}},
      {.key = Lying("numbers"),
       .type = 9,
       .value = GgufArray{.element_type = 8,
                          .count = 1,
                          .elements = MakeNumbers(2, {1, 2, 3})}},
      {.key = Lying("number"), .type = 3, .value = GgufNumber{8, 5}},
  };
  model.tensors = {MakeTensor("a", {3}, kF32), MakeTensor("b", {8, 2}, kF32)};
  for (GgufTensor& tensor : model.tensors) {
    tensor.name.length = 3;
    tensor.dimension_count = 4;
    tensor.offset = 5;
    tensor.data = "xyz";
    tensor.padding = "q";
  }
  return model;
}

Verdict VerdictOf(const GgufModel& model) {
  const std::string bytes = GgufToBytes(model);
  return testing_support::ReadGguf(AsBytes(bytes)).verdict;
}

TEST(GgufFixTest, AllSwitchesMakeALyingFileOneThatIsAccepted) {
  GgufModel model = LyingModel();
  EXPECT_EQ(VerdictOf(model), Verdict::kReject);
  Fix({}, &model);
  EXPECT_EQ(VerdictOf(model), Verdict::kAccept);
}

TEST(GgufFixTest, AFixedFileIsReadAsItWasWritten) {
  GgufModel model = LyingModel();
  Fix({}, &model);
  const std::string bytes = GgufToBytes(model);
  EXPECT_EQ(GgufFromBytes(AsBytes(bytes)), model);
}

TEST(GgufFixTest, NoSwitchChangesNothing) {
  GgufModel model = LyingModel();
  Fix(kNothing, &model);
  EXPECT_EQ(model, LyingModel());
}

TEST(GgufFixTest, LengthsAreThoseOfTheBytes) {
  GgufModel model = LyingModel();
  GgufFix fix = kNothing;
  fix.lengths = true;
  Fix(fix, &model);
  EXPECT_EQ(model.pairs[0].key.length, 20u);
  EXPECT_EQ(std::get<GgufText>(model.pairs[0].value).length, 5u);
  const auto& list = std::get<GgufArray>(model.pairs[1].value);
  EXPECT_EQ(std::get<std::vector<GgufText>>(list.elements)[0].length, 1u);
  EXPECT_EQ(model.tensors[1].name.length, 1u);
  EXPECT_EQ(model.pairs[0].type, 99u);
  EXPECT_EQ(model.pair_count, 9u);
}

TEST(GgufFixTest, TypesFitWhatIsThere) {
  GgufModel model = LyingModel();
  GgufFix fix = kNothing;
  fix.types = true;
  Fix(fix, &model);
  EXPECT_EQ(model.pairs[0].type, kString);
  EXPECT_EQ(model.pairs[1].type, 9u);
  EXPECT_EQ(std::get<GgufArray>(model.pairs[1].value).element_type, kString);
  EXPECT_EQ(std::get<GgufArray>(model.pairs[2].value).element_type, 2u);
  EXPECT_EQ(model.pairs[3].type, 10u);
  EXPECT_EQ(model.pairs[0].key.length, 77u);
}

TEST(GgufFixTest, ATypeThatFitsStays) {
  GgufModel model = NewGguf();
  model.pairs = {MakePair("f", GgufValueType::kF64, GgufNumber{8, 1}),
                 MakePair("b", GgufValueType::kBool, GgufNumber{1, 1})};
  GgufModel fixed = model;
  fixed.pair_count = 2;
  Fix({}, &model);
  EXPECT_EQ(model, fixed);
}

TEST(GgufFixTest, CountsAreThoseOfWhatIsThere) {
  GgufModel model = LyingModel();
  GgufFix fix = kNothing;
  fix.counts = true;
  Fix(fix, &model);
  EXPECT_EQ(model.tensor_count, 2u);
  EXPECT_EQ(model.pair_count, 4u);
  EXPECT_EQ(std::get<GgufArray>(model.pairs[1].value).count, 1u);
  EXPECT_EQ(std::get<GgufArray>(model.pairs[2].value).count, 3u);
  EXPECT_EQ(model.tensors[0].dimension_count, 1u);
  EXPECT_EQ(model.tensors[1].dimension_count, 2u);
  EXPECT_EQ(model.tensors[1].offset, 5u);
}

TEST(GgufFixTest, TotalsKeepTheFirstBytesOfTheData) {
  GgufModel model = LyingModel();
  GgufFix fix = kNothing;
  fix.totals = true;
  Fix(fix, &model);
  EXPECT_EQ(model.tensors[0].data, std::string("xyz").append(9, '\0'));
  EXPECT_EQ(model.tensors[1].data.size(), 64u);
  EXPECT_EQ(model.tensors[1].padding, "q");
}

TEST(GgufFixTest, AbsurdSizesStayAsTheyAre) {
  GgufModel model = NewGguf();
  model.tensors = {MakeTensor("a", {uint64_t{1} << 62}, kF32),
                   MakeTensor("b", {uint64_t{1} << 40}, kF32)};
  Fix({}, &model);
  EXPECT_EQ(model.tensors[0].data, "");
  EXPECT_EQ(model.tensors[1].data, "");
}

TEST(GgufFixTest, PaddingReachesTheAlignment) {
  GgufModel model = LyingModel();
  GgufFix fix = kNothing;
  fix.totals = true;
  fix.padding = true;
  Fix(fix, &model);
  EXPECT_EQ((GgufHeaderSize(model) + model.padding.size()) % 32, 0u);
  EXPECT_EQ(model.tensors[0].padding, std::string("q").append(19, '\0'));
  EXPECT_EQ(model.tensors[1].padding, "");
}

TEST(GgufFixTest, TheLastPaddingIsAddedOnRequest) {
  GgufModel model = NewGguf();
  model.tensors = {MakeTensor("a", {3}, kF32)};
  Fix({}, &model);
  EXPECT_EQ(model.tensors[0].padding, "");
  Fix({.last_padding = true}, &model);
  EXPECT_EQ(model.tensors[0].padding, std::string(20, '\0'));
}

TEST(GgufFixTest, OffsetsAreTheRunningSumAlsoOfAbsurdSizes) {
  GgufModel model = NewGguf();
  model.tensors = {MakeTensor("a", {3}, kF32),
                   MakeTensor("b", {uint64_t{1} << 40}, kF32),
                   MakeTensor("c", {1}, kF32)};
  Fix({}, &model);
  EXPECT_EQ(model.tensors[1].offset, 32u);
  EXPECT_EQ(model.tensors[2].offset, 32 + (uint64_t{1} << 42));
}

TEST(GgufFixTest, OffsetsDoNotDependOnTheLiesThatTheyReplace) {
  GgufModel model = NewGguf();
  model.tensors = {MakeTensor("a", {uint64_t{1} << 60}, kF32),
                   MakeTensor("b", {uint64_t{1} << 61}, kF32),
                   MakeTensor("c", {1}, kF32)};
  GgufModel lying = model;
  for (GgufTensor& tensor : lying.tensors) tensor.offset = 77;
  Fix({}, &model);
  Fix({}, &lying);
  EXPECT_EQ(lying, model);
}

TEST(GgufFixTest, TheLayoutFollowsTheAlignmentOfTheFile) {
  GgufModel model = NewGguf();
  model.pairs = {
      MakePair("general.architecture", GgufValueType::kString,
               GgufText::Of("llama")),
      MakePair("general.alignment", GgufValueType::kU32, GgufNumber{4, 128})};
  model.tensors = {MakeTensor("a", {3}, kF32), MakeTensor("b", {3}, kF32)};
  Fix({}, &model);
  EXPECT_EQ(model.tensors[1].offset, 128u);
  EXPECT_EQ(VerdictOf(model), Verdict::kAccept);
}

TEST(GgufFixTest, WhatIsAbsentStaysAbsent) {
  GgufModel model;
  model.pairs = {{.key = GgufText::Of("k")}};
  model.tensors = {{.name = GgufText::Of("t")}};
  const GgufModel before = model;
  Fix({}, &model);
  EXPECT_EQ(model.pairs, before.pairs);
  EXPECT_EQ(model.tensors[0].type, std::nullopt);
  EXPECT_EQ(model.tensors[0].offset, std::nullopt);
  EXPECT_EQ(model.pair_count, std::nullopt);
}

TEST(GgufFixTest, EveryGoodFileStaysAsItIs) {
  for (const auto& file : testing_support::GoodGgufFiles()) {
    GgufModel model = GgufFromBytes(file.bytes);
    Fix({}, &model);
    EXPECT_EQ(model, GgufFromBytes(file.bytes)) << file.name;
  }
}

}  // namespace
}  // namespace loadgate::craft
