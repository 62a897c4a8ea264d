// Fix sets right what it is asked to, and nothing else.

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "craft/safetensors_model.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_reader.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/safetensors_defects.h"

namespace loadgate::craft {
namespace {

using testing_support::DefectsOf;
using testing_support::DefectSources;
using testing_support::GoodSafetensors;
using testing_support::GoodSafetensorsFiles;
using testing_support::ObjectText;
using testing_support::SafetensorsDefect;
using testing_support::TensorText;

constexpr SafetensorsFix kNothing = {
    .offsets = false, .totals = false, .length = false};
constexpr SafetensorsFix kOffsets = {
    .offsets = true, .totals = false, .length = false};
constexpr SafetensorsFix kTotals = {
    .offsets = false, .totals = true, .length = false};
constexpr SafetensorsFix kLength = {
    .offsets = false, .totals = false, .length = true};

SafetensorsModel WithHeader(std::string_view json) {
  SafetensorsModel model = NewSafetensors();
  model.header = TokenizeJson(json);
  return model;
}

// A model in which every field that Fix knows lies.
SafetensorsModel LyingModel() {
  SafetensorsModel model = WithHeader(ObjectText(
      {TensorText("a", "F32", {2}, 5, 3), TensorText("b", "U8", {3}, 0, 9)}));
  model.header_length = 7;
  model.data = "xyz";
  return model;
}

// The data_offsets of the entries, one after the other.
std::string OffsetsOf(const SafetensorsModel& model) {
  std::string text;
  for (const SafetensorsEntry& entry : Entries(model)) {
    text += "[";
    for (const size_t i : entry.data_offsets.value_or(std::vector<size_t>())) {
      text += model.header[i].text + ";";
    }
    text += "]";
  }
  return text;
}

// The offsets that Fix gives the entries of `json`.
std::string FixedOffsets(const std::string& json) {
  SafetensorsModel model = WithHeader(json);
  Fix(kOffsets, &model);
  return OffsetsOf(model);
}

// How many bytes of data Fix leaves `json` of `before`.
size_t FixedData(const std::string& json, size_t before, uint64_t most) {
  SafetensorsModel model = WithHeader(json);
  model.data = std::string(before, 'd');
  SafetensorsFix fix = kTotals;
  fix.most_data = most;
  Fix(fix, &model);
  return model.data.size();
}

Verdict VerdictOf(const SafetensorsModel& model) {
  const std::string bytes = SafetensorsToBytes(model);
  FindingSink sink;
  SafetensorsReader(Limits(), HashKey())
      .Read(AsBytes(bytes), bytes.size(), &sink);
  return sink.verdict();
}

TEST(SafetensorsFixTest, AllSwitchesMakeALyingFileOneThatIsAccepted) {
  SafetensorsModel model = LyingModel();
  EXPECT_EQ(VerdictOf(model), Verdict::kReject);
  Fix({}, &model);
  EXPECT_EQ(VerdictOf(model), Verdict::kAccept);
}

TEST(SafetensorsFixTest, AFixedFileIsReadAsItWasWritten) {
  SafetensorsModel model = LyingModel();
  Fix({}, &model);
  const std::string bytes = SafetensorsToBytes(model);
  EXPECT_EQ(SafetensorsFromBytes(AsBytes(bytes)), model);
}

TEST(SafetensorsFixTest, NoSwitchChangesNothing) {
  SafetensorsModel model = LyingModel();
  Fix(kNothing, &model);
  EXPECT_EQ(model, LyingModel());
}

TEST(SafetensorsFixTest, TheLengthIsThatOfTheHeader) {
  SafetensorsModel model = LyingModel();
  SafetensorsModel expected = LyingModel();
  expected.header_length = JsonSize(expected.header);
  Fix(kLength, &model);
  EXPECT_EQ(model, expected);
}

TEST(SafetensorsFixTest, TheLengthFollowsNewOffsets) {
  SafetensorsModel model =
      WithHeader(ObjectText({TensorText("a", "F32", {500}, 0, 0)}));
  Fix({}, &model);
  EXPECT_EQ(model.header_length, JsonSize(model.header));
  EXPECT_EQ(VerdictOf(model), Verdict::kAccept);
}

TEST(SafetensorsFixTest, OffsetsAreTheRunningSumInTheOrderOfTheHeader) {
  SafetensorsModel model = LyingModel();
  Fix(kOffsets, &model);
  EXPECT_EQ(OffsetsOf(model), "[0;8;][8;11;]");
  EXPECT_EQ(model.header_length, 7u);
  EXPECT_EQ(model.data, "xyz");
}

TEST(SafetensorsFixTest, OffsetsThatLeaveNoGapStayInTheirOrder) {
  const std::string json = ObjectText({TensorText("a", "U8", {2}, 3, 5),
                                       TensorText("none", "U8", {0}, 3, 3),
                                       TensorText("b", "U8", {3}, 0, 3)});
  EXPECT_EQ(FixedOffsets(json), "[3;5;][3;3;][0;3;]");
  EXPECT_EQ(FixedData(json, 9, 100), 5u);
}

TEST(SafetensorsFixTest, OneGapMovesThemAll) {
  EXPECT_EQ(FixedOffsets(ObjectText({TensorText("a", "U8", {2}, 4, 6),
                                     TensorText("b", "U8", {3}, 0, 3)})),
            "[0;2;][2;5;]");
  EXPECT_EQ(FixedOffsets(ObjectText({TensorText("a", "U8", {2}, 1, 3)})),
            "[0;2;]");
  EXPECT_EQ(FixedOffsets(ObjectText({TensorText("a", "U8", {2}, 0, 2),
                                     TensorText("b", "U8", {2}, 1, 3)})),
            "[0;2;][2;4;]");
}

TEST(SafetensorsFixTest, AnyFormOfALieBecomesAPlainNumber) {
  for (const char* offsets :
       {"[0.0,2]", "[00,2]", "[\"0\",2]", "[null,1e9]", "[-1,nope]"}) {
    EXPECT_EQ(FixedOffsets(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":)" +
                           std::string(offsets) + "}}"),
              "[0;2;]")
        << offsets;
  }
}

TEST(SafetensorsFixTest, OffsetsThatAreAbsentStayAbsent) {
  EXPECT_EQ(FixedOffsets(R"({"a":{"dtype":"U8","shape":[2]},)"
                         R"("b":{"dtype":"U8","shape":[2],"data_offsets":[7]},)"
                         R"("c":{"dtype":"U8","shape":[2],"data_offsets":[]},)"
                         R"("d":{"dtype":"U8","shape":[],)"
                         R"("data_offsets":[9,9,9]}})"),
            "[][2;][][6;7;9;]");
}

TEST(SafetensorsFixTest, ATensorWithoutASizeIsTakenAtItsWord) {
  const std::string json = ObjectText(
      {TensorText("a", "U9", {2}, 0, 5), TensorText("b", "U8", {2}, 5, 7)});
  EXPECT_EQ(FixedOffsets(json), "[0;5;][5;7;]");
  EXPECT_EQ(FixedOffsets(ObjectText({TensorText("a", "U9", {2}, 0, 5),
                                     TensorText("b", "U8", {2}, 9, 7)})),
            "[0;5;][5;7;]");
  EXPECT_EQ(FixedOffsets(ObjectText({TensorText("a", "U9", {2}, 5, 0),
                                     TensorText("b", "U8", {2}, 9, 7)})),
            "[5;0;][0;2;]");
}

TEST(SafetensorsFixTest, ATensorWithoutASizeKeepsAPlaceThatIsNotItsOwn) {
  EXPECT_EQ(FixedOffsets(ObjectText({TensorText("a", "U9", {2}, 3, 8),
                                     TensorText("b", "U8", {2}, 9, 7)})),
            "[3;8;][5;7;]");
}

TEST(SafetensorsFixTest, ASumThatPassesEveryFileLeavesItsTensorOut) {
  const uint64_t most = (uint64_t{1} << 61) - 1;  // Bytes of one tensor.
  SafetensorsModel model = NewSafetensors();
  for (int i = 0; i < 5; ++i) AddEntry("a", "U8", {most}, 9, 9, &model);
  AddEntry("b", "U8", {3}, 9, 9, &model);
  Fix(kOffsets, &model);
  EXPECT_EQ(OffsetsOf(model),
            "[0;2305843009213693951;]"
            "[2305843009213693951;4611686018427387902;]"
            "[4611686018427387902;6917529027641081853;]"
            "[6917529027641081853;9223372036854775804;]"
            "[9;9;]"
            "[9223372036854775804;9223372036854775807;]");
}

TEST(SafetensorsFixTest, WhatFixSetsDoesNotDependOnTheLie) {
  std::set<std::string> fixed;
  for (const uint64_t lie : {uint64_t{1}, uint64_t{9}, UINT64_MAX}) {
    SafetensorsModel model =
        WithHeader(ObjectText({TensorText("a", "F32", {2}, lie, lie),
                               TensorText("b", "U8", {3}, 8, lie)}));
    model.header_length = lie;
    model.data = std::string(lie % 100, '\0');
    Fix({}, &model);
    fixed.insert(SafetensorsToBytes(model));
  }
  EXPECT_EQ(fixed.size(), 1u);
}

TEST(SafetensorsFixTest, TotalsKeepTheFirstBytesOfTheData) {
  SafetensorsModel model =
      WithHeader(ObjectText({TensorText("a", "U8", {5}, 0, 5)}));
  model.data = "xyz";
  Fix(kTotals, &model);
  EXPECT_EQ(model.data, std::string("xyz").append(2, '\0'));
  model.data = "0123456789";
  Fix(kTotals, &model);
  EXPECT_EQ(model.data, "01234");
}

TEST(SafetensorsFixTest, AnEndThatPassesTheMostDoesNotCount) {
  const std::string json = ObjectText(
      {TensorText("a", "U8", {5}, 0, 5), TensorText("b", "U8", {95}, 5, 100)});
  EXPECT_EQ(FixedData(json, 3, 99), 5u);
  EXPECT_EQ(FixedData(json, 3, 100), 100u);
  EXPECT_EQ(FixedData(json, 3, 4), 3u);
  EXPECT_EQ(FixedData(json, 100, 4), 100u);
  EXPECT_EQ(FixedData(json, 100, 50), 100u);
  EXPECT_EQ(FixedData(json, 101, 50), 5u);
}

TEST(SafetensorsFixTest, WithoutTensorsThereIsNoData) {
  EXPECT_EQ(FixedData(" {} ", 3, 99), 0u);
  EXPECT_EQ(FixedData(R"({"__metadata__":{"a":"b"}})", 3, 99), 0u);
}

TEST(SafetensorsFixTest, WhereNothingSaysHowMuchDataThereIsItStays) {
  EXPECT_EQ(FixedData("{", 3, 99), 3u);
  EXPECT_EQ(FixedData("[]", 3, 99), 3u);
  EXPECT_EQ(FixedData("", 3, 99), 3u);
  EXPECT_EQ(FixedData(R"({"a":{"dtype":"F32"}})", 3, 99), 3u);
  EXPECT_EQ(FixedData(ObjectText({TensorText("a", "U8", {5}, 5, 0)}), 3, 99),
            3u);
}

TEST(SafetensorsFixTest, AnAbsentLengthStaysAbsent) {
  SafetensorsModel model;
  model.raw = "{}";
  const SafetensorsModel before = model;
  Fix({}, &model);
  EXPECT_EQ(model, before);
}

TEST(SafetensorsFixTest, EveryGoodFileStaysAsItIs) {
  for (const GoodSafetensors& good : GoodSafetensorsFiles()) {
    SafetensorsModel model = SafetensorsFromBytes(good.file.bytes());
    Fix({}, &model);
    EXPECT_EQ(model, SafetensorsFromBytes(good.file.bytes())) << good.name;
  }
}

// A length that is too great leaves the header where it is, and so does data of
// another length. Each is mended to the file it was before.
TEST(SafetensorsFixTest, OneLieAboutALengthIsUndone) {
  size_t undone = 0;
  for (const GoodSafetensors& good : DefectSources()) {
    const SafetensorsModel before = SafetensorsFromBytes(good.file.bytes());
    for (const SafetensorsDefect& defect : DefectsOf(good)) {
      const uint64_t size = good.file.size();
      const bool is_length =
          defect.file.declared_length.value_or(0) > size - sizeof(uint64_t);
      const bool is_data =
          defect.kind == "data longer" ||
          defect.file.cut_to.value_or(0) >= good.file.header_bytes();
      if (!is_length && !is_data) continue;
      SafetensorsModel model = SafetensorsFromBytes(defect.file.bytes());
      Fix({}, &model);
      EXPECT_EQ(model, before) << defect.kind << ": " << defect.name;
      ++undone;
    }
  }
  EXPECT_GE(undone, 40u);
}

TEST(SafetensorsFixTest, NumbersThatLieAboutThePlaceBecomeAcceptable) {
  size_t accepted = 0;
  for (const GoodSafetensors& good : DefectSources()) {
    for (const SafetensorsDefect& defect : DefectsOf(good)) {
      if (defect.kind != "offsets") continue;
      SafetensorsModel model = SafetensorsFromBytes(defect.file.bytes());
      const std::vector<SafetensorsEntry> entries = Entries(model);
      bool two_each = true;
      for (const SafetensorsEntry& entry : entries) {
        two_each &= entry.is_metadata || (entry.data_offsets.has_value() &&
                                          entry.data_offsets->size() == 2);
      }
      if (!two_each) continue;
      Fix({}, &model);
      EXPECT_EQ(VerdictOf(model), Verdict::kAccept) << defect.name;
      ++accepted;
    }
  }
  EXPECT_GE(accepted, 40u);
}

}  // namespace
}  // namespace loadgate::craft
