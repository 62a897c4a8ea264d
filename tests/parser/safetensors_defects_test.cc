// The reader and the naive reader on files with one defect each.

#include "tests/support/safetensors_defects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "loadgate/finding.h"
#include "tests/support/safetensors_properties.h"

namespace loadgate::testing_support {
namespace {

using ::testing::AnyOfArray;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

// What the naive reader says, and the codes that say the same.
const std::map<std::string, std::set<Code>>& CodesOfReasons() {
  static const auto* const kCodes = [] {
    using enum Code;
    return new std::map<std::string, std::set<Code>>{
        {"the file ends inside the header's length", {kSafetensorsTruncated}},
        {"the header is empty", {kSafetensorsHeaderEmpty}},
        {"the header is longer than allowed", {kSafetensorsHeaderTooLarge}},
        {"the header runs past the file's end", {kSafetensorsHeaderPastEnd}},
        {"the header is not UTF-8", {kSafetensorsHeaderNotUtf8}},
        {"the header is no object", {kSafetensorsNotAnObject}},
        {"a colon is missing", {kSafetensorsJsonSyntax}},
        // Of `["a":`, the reader reports the bracket, the naive one the colon.
        {"a comma is missing",
         {kSafetensorsJsonSyntax, kSafetensorsNotAnObject}},
        {"a key is missing", {kSafetensorsJsonSyntax}},
        {"a number has no digits", {kSafetensorsJsonSyntax}},
        {"a number's exponent has no digits", {kSafetensorsJsonSyntax}},
        {"a number's fraction has no digits", {kSafetensorsJsonSyntax}},
        {"a string does not end", {kSafetensorsJsonSyntax}},
        {"an escape is unknown", {kSafetensorsJsonSyntax}},
        {"an escape lacks a hexadecimal digit", {kSafetensorsJsonSyntax}},
        {"there is no value",
         {kSafetensorsJsonSyntax, kSafetensorsByteOrderMark}},
        {"something stands behind the JSON text",
         {kSafetensorsHeaderTrailing, kSafetensorsNotAnObject}},
        {"a string holds a raw control byte", {kSafetensorsControlByte}},
        {"a surrogate is alone", {kSafetensorsLoneSurrogate}},
        {"a number is larger than any double", {kSafetensorsNumberTooLarge}},
        {"there are too many levels", {kSafetensorsNesting}},
        {"a key appears twice",
         {kSafetensorsKeyDuplicate, kSafetensorsNameDuplicate}},
        {"a metadata key holds a NUL", {kSafetensorsNameNul}},
        {"a metadata value is no string", {kSafetensorsMetadataNotStrings}},
        {"the metadata is no object", {kSafetensorsMetadataNotAnObject}},
        {"a tensor name holds a NUL", {kSafetensorsNameNul}},
        {"an entry is no object", {kSafetensorsEntryNotAnObject}},
        {"an entry lacks a field", {kSafetensorsFieldMissing}},
        {"a dtype is no string", {kSafetensorsFieldType}},
        {"a dtype is unknown", {kSafetensorsDtypeUnknown}},
        {"a list of numbers is no array", {kSafetensorsFieldType}},
        {"a number is no plain unsigned integer",
         {kSafetensorsNumberNotUnsigned}},
        {"there are not two offsets", {kSafetensorsOffsetCount}},
        {"a tensor ends before it begins", {kSafetensorsOffsetsReversed}},
        {"a tensor's elements overflow", {kSafetensorsShapeOverflow}},
        {"a tensor's bits overflow", {kSafetensorsSizeOverflow}},
        {"a tensor is not of whole bytes", {kSafetensorsNotWholeBytes}},
        {"a tensor's offsets do not fit its shape", {kSafetensorsSizeMismatch}},
        {"there is a hole in the data", {kSafetensorsHole}},
        {"tensors overlap", {kSafetensorsOverlap}},
        {"the data runs past the file's end", {kSafetensorsDataPastEnd}},
        {"bytes at the end belong to no tensor", {kSafetensorsTrailingData}},
    };
  }();
  return *kCodes;
}

std::vector<Code> ErrorsIn(const std::vector<Finding>& findings) {
  std::vector<Code> errors;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::kError) errors.push_back(finding.code);
  }
  return errors;
}

std::vector<SafetensorsDefect> AllDefects() {
  std::vector<SafetensorsDefect> all;
  for (const GoodSafetensors& good : DefectSources()) {
    for (SafetensorsDefect& defect : DefectsOf(good)) {
      all.push_back(std::move(defect));
    }
  }
  return all;
}

TEST(SafetensorsDefectsTest, TheSourcesAreGood) {
  for (const GoodSafetensors& good : DefectSources()) {
    EXPECT_TRUE(JudgeSafetensorsNaively(good.file.bytes()).accept) << good.name;
    const SafetensorsOutcome outcome = FeedSafetensors(good.file.bytes());
    EXPECT_EQ(outcome.verdict, Verdict::kAccept) << good.name;
    EXPECT_EQ(outcome.file->tensor_count(), good.tensors) << good.name;
    EXPECT_EQ(outcome.file->metadata_count(), good.metadata) << good.name;
  }
}

TEST(SafetensorsDefectsTest, ThePropertiesHoldForEveryDefect) {
  for (const SafetensorsDefect& defect : AllDefects()) {
    EXPECT_EQ(BrokenSafetensorsProperty(defect.file.bytes()), "")
        << defect.kind << ", " << defect.name;
  }
}

// The reader goes on behind many errors, so it may find others besides.
TEST(SafetensorsDefectsTest, TheReaderNamesWhatTheNaiveReaderStopsAt) {
  for (const SafetensorsDefect& defect : AllDefects()) {
    const std::vector<std::byte> file = defect.file.bytes();
    const auto naive = JudgeSafetensorsNaively(file);
    const std::vector<Code> errors = ErrorsIn(FeedSafetensors(file).findings);
    if (naive.accept) {
      EXPECT_THAT(errors, IsEmpty()) << defect.kind << ", " << defect.name;
      continue;
    }
    const auto codes = CodesOfReasons().find(naive.reason);
    ASSERT_NE(codes, CodesOfReasons().end()) << naive.reason;
    EXPECT_THAT(errors, Contains(AnyOfArray(codes->second)))
        << naive.reason << ": " << defect.kind << ", " << defect.name;
  }
}

TEST(SafetensorsDefectsTest, EveryReasonOfTheNaiveReaderIsMet) {
  std::set<std::string> met;
  for (const SafetensorsDefect& defect : AllDefects()) {
    met.insert(JudgeSafetensorsNaively(defect.file.bytes()).reason);
  }
  for (const auto& [reason, codes] : CodesOfReasons()) {
    EXPECT_THAT(met, Contains(reason));
  }
}

TEST(SafetensorsDefectsTest, ThereAreAsManyAsThereShouldBe) {
  std::map<std::string, std::pair<size_t, size_t>> accepted_and_rejected;
  for (const SafetensorsDefect& defect : AllDefects()) {
    auto& [accepted, rejected] = accepted_and_rejected[defect.kind];
    const bool accept = JudgeSafetensorsNaively(defect.file.bytes()).accept;
    ++(accept ? accepted : rejected);
  }
  EXPECT_THAT(
      accepted_and_rejected,
      ElementsAre(
          Pair("cut short", Pair(0, 36)), Pair("data longer", Pair(0, 12)),
          Pair("dtype", Pair(40, 184)), Pair("field", Pair(32, 48)),
          Pair("header length", Pair(0, 52)),
          Pair("member doubled", Pair(0, 37)),
          Pair("member dropped", Pair(6, 31)), Pair("number", Pair(14, 379)),
          Pair("number form", Pair(11, 799)), Pair("object", Pair(13, 141)),
          Pair("offsets", Pair(2, 177)), Pair("shape", Pair(43, 124)),
          Pair("space", Pair(852, 2130)), Pair("string", Pair(320, 2593)),
          Pair("token doubled", Pair(0, 209)),
          Pair("token dropped", Pair(0, 209)),
          Pair("token exchanged", Pair(0, 802))));
}

}  // namespace
}  // namespace loadgate::testing_support
