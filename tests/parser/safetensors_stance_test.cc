// Where specification and readers of safetensors disagree, and which side is
// taken: a small file for each question, and what becomes of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "loadgate/finding.h"
#include "tests/parser/judge_bytes.h"
#include "tests/support/matchers.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

using ::testing::UnorderedElementsAreArray;
using std::string_literals::operator""s;

// Question is a file and the codes it earns, notes aside.
struct Question {
  std::string json;
  uint64_t data_bytes = 0;
  std::vector<Code> codes = {};
};

void Expect(const std::vector<Question>& questions) {
  for (const Question& question : questions) {
    const SafetensorsBytes file = {.json = question.json,
                                   .data_bytes = question.data_bytes};
    std::vector<Code> codes;
    for (const Finding& finding :
         JudgeBytes(file.bytes(), {}, Format::kSafetensors).findings) {
      if (finding.severity != Severity::kNote) codes.push_back(finding.code);
    }
    EXPECT_THAT(codes, UnorderedElementsAreArray(question.codes))
        << question.json.substr(0, 200);
  }
}

// A file of one tensor with other parts than usual.
std::string One(const SafetensorsEntry& entry) {
  return ObjectText({entry.Text()});
}

std::string Shape(std::string shape) {
  SafetensorsEntry entry;
  entry.shape = std::move(shape);
  return One(entry);
}

std::string Offsets(std::string offsets) {
  SafetensorsEntry entry;
  entry.data_offsets = std::move(offsets);
  return One(entry);
}

std::string Dtype(std::string dtype) {
  SafetensorsEntry entry;
  entry.dtype = std::move(dtype);
  return One(entry);
}

std::string Name(std::string name) {
  SafetensorsEntry entry;
  entry.name = std::move(name);
  return One(entry);
}

std::string More(std::string more) {
  SafetensorsEntry entry;
  entry.more = "," + std::move(more);
  return One(entry);
}

std::string Metadata(const std::string& value) {
  return "{\"__metadata__\":" + value + "}";
}

std::string Tensors(const std::vector<std::pair<uint64_t, uint64_t>>& spans) {
  std::vector<std::string> entries;
  for (const auto& [begin, end] : spans) {
    entries.push_back(TensorText("t" + std::to_string(entries.size()), "U8",
                                 {end - begin}, begin, end));
  }
  return ObjectText(entries);
}

const std::string& Plain() {
  static const auto* const kPlain = new std::string(One({}));
  return *kPlain;
}

TEST(SafetensorsStanceTest, PaddingAroundTheObject) {
  const Code leading = Code::kSafetensorsLeadingSpace;
  const Code trailing = Code::kSafetensorsHeaderTrailing;
  Expect({{"{}"},
          {Plain() + "       ", 8},
          {Plain() + "\t\t\t", 8},
          {Plain() + "\n\r\n", 8},
          {" " + Plain(), 8, {leading}},
          {std::string(4096, '\n') + Plain(), 8, {leading}},
          {Plain() + std::string(7, '\0'), 8, {trailing}},
          {Plain() + "  \0"s, 8, {trailing}},
          {Plain() + Plain(), 8, {trailing}},
          {Plain() + "{}", 8, {trailing}},
          {Plain() + "\v", 8, {trailing}},
          {Plain() + "}", 8, {trailing}},
          {"\xef\xbb\xbf" + Plain(), 8, {Code::kSafetensorsByteOrderMark}}});
}

TEST(SafetensorsStanceTest, EncodingAndEscapes) {
  const Code utf8 = Code::kSafetensorsHeaderNotUtf8;
  const Code surrogate = Code::kSafetensorsLoneSurrogate;
  Expect({{Name("\xc3\xa9\xf0\x9f\x98\x80"), 8},
          {Name("\xc0\xaf"), 8, {utf8}},
          {Name("\xed\xa0\x80"), 8, {utf8}},
          {Name("\xf4\x90\x80\x80"), 8, {utf8}},
          {Name("\\u00e9\\/\\b"), 8, {Code::kSafetensorsNameControl}},
          {Name("\\ud83d\\ude00"), 8},
          {Name("\\ud83d"), 8, {surrogate}},
          {Name("\\ude00"), 8, {surrogate}},
          {Name("\\ude00\\ud83d"), 8, {surrogate}},
          {Name("\x01"), 8, {Code::kSafetensorsControlByte}},
          {Name("a\nb"), 8, {Code::kSafetensorsControlByte}},
          {Name("\\x41"), 8, {Code::kSafetensorsJsonSyntax}},
          {Name("\\u004"), 8, {Code::kSafetensorsJsonSyntax}}});
}

TEST(SafetensorsStanceTest, Names) {
  Expect({{Name(""), 8, {Code::kSafetensorsNameEmpty}},
          {Name("\\u0000"), 8, {Code::kSafetensorsNameNul}},
          {Name("a\\u0000"), 8, {Code::kSafetensorsNameNul}},
          {Name("\\u001b[31m"), 8, {Code::kSafetensorsNameControl}},
          {Name("\x7f"), 8, {Code::kSafetensorsNameControl}},
          {Name("../../etc/passwd"), 8, {Code::kSafetensorsNamePath}},
          {Name(std::string(100'000, 'n')), 8}});
}

TEST(SafetensorsStanceTest, Numbers) {
  const Code number = Code::kSafetensorsNumberNotUnsigned;
  const Code syntax = Code::kSafetensorsJsonSyntax;
  for (const char* form : {"2.0", "2e0", "1.5", "-2", "-0", "\"2\"", "true",
                           "null", "18446744073709551616", "1e400000"}) {
    const bool large = std::string(form) == "1e400000";
    const Code code = large ? Code::kSafetensorsNumberTooLarge : number;
    Expect({{Shape("["s + form + "]"), 8, {code}},
            {Offsets("[0,"s + form + "]"), 8, {code}}});
  }
  for (const char* form : {"+2", "02", "NaN", "0x2", "2.", "Infinity", "2,"}) {
    EXPECT_THAT(
        JudgeBytes(SafetensorsBytes{Shape("["s + form + "]"), 8}.bytes(), {},
                   Format::kSafetensors)
            .findings,
        HasOnlyError(syntax))
        << form;
  }
  // 2^53+1 is not rounded: as a double it would fit the offsets.
  SafetensorsEntry exact;
  exact.dtype = "\"U8\"";
  exact.shape = "[9007199254740993]";
  exact.data_offsets = "[0,9007199254740992]";
  Expect({{One(exact), 8, {Code::kSafetensorsSizeMismatch}}});
}

TEST(SafetensorsStanceTest, Overflow) {
  const std::string most = "18446744073709551615";
  SafetensorsEntry late = {.shape = "[" + most + ",2,0]",
                           .data_offsets = "[0,0]"};
  SafetensorsEntry early = late;
  early.shape = "[0," + most + ",2]";
  SafetensorsEntry wraps = late;
  wraps.shape = "[4294967296,4294967296]";
  SafetensorsEntry bits = late;
  bits.shape = "[" + most + "]";
  bits.data_offsets = "[0," + most + "]";
  Expect({{One(late), 0, {Code::kSafetensorsShapeOverflow}},
          {One(early), 0, {Code::kSafetensorsShapeAbsurd}},
          {One(wraps), 0, {Code::kSafetensorsShapeOverflow}},
          {One(bits), 0, {Code::kSafetensorsSizeOverflow}}});
}

// Nine tensors of 2^61-1 bytes end close to 2^64: the sum with the header must
// not wrap to a file that seems to fit.
TEST(SafetensorsStanceTest, EndsThatWrapWithTheHeader) {
  constexpr uint64_t kMost = (uint64_t{1} << 61) - 1;
  std::vector<std::pair<uint64_t, uint64_t>> spans;
  for (uint64_t i = 0; i < 8; ++i) {
    spans.emplace_back(i * kMost, (i + 1) * kMost);
  }
  for (uint64_t rest = 0; rest <= 7; ++rest) {
    auto more = spans;
    more.emplace_back(8 * kMost, 8 * kMost + rest);
    Expect({{Tensors(more), 0, {Code::kSafetensorsDataPastEnd}}});
  }
}

TEST(SafetensorsStanceTest, Fields) {
  const Code unknown = Code::kSafetensorsUnknownField;
  const Code duplicate = Code::kSafetensorsKeyDuplicate;
  const Code not_object = Code::kSafetensorsEntryNotAnObject;
  const std::string deep(124, '[');
  const std::string close(124, ']');
  Expect(
      {{More(R"("x":{"a":[1.5,null,-7,1e300]})"), 8, {unknown}},
       {More("\"x\":[" + deep + close + "]"), 8, {unknown}},
       {More("\"x\":[[" + deep + close + "]]"), 8, {Code::kSafetensorsNesting}},
       {More("\"x\":1e999"), 8, {Code::kSafetensorsNumberTooLarge}},
       {More(R"("dtype":"F32")"), 8, {duplicate}},
       {More(R"("x":1,"x":1)"), 8, {unknown, unknown, duplicate}},
       {More(R"("x":{"y":1,"y":1})"), 8, {unknown, duplicate}},
       {R"({"w":["F32",[2],[0,8]]})", 8, {not_object}},
       {R"({"w":null})", 0, {not_object}},
       {Dtype(R"({"F32":null})"), 8, {Code::kSafetensorsFieldType}},
       {Dtype(R"("F3\u0032")"), 8},
       {Dtype(R"("f32")"), 8, {Code::kSafetensorsDtypeUnknown}},
       {Dtype(R"("C128")"), 8, {Code::kSafetensorsDtypeUnknown}},
       {Dtype(R"("")"), 8, {Code::kSafetensorsDtypeUnknown}},
       {Offsets("[0]"), 8, {Code::kSafetensorsOffsetCount}},
       {Offsets("[0,8,8]"), 8, {Code::kSafetensorsOffsetCount}},
       {Shape("[" + Repeated("1", 999) + ",2]"), 8},
       {"[]", 0, {Code::kSafetensorsNotAnObject}},
       {"null", 0, {Code::kSafetensorsNotAnObject}}});
}

TEST(SafetensorsStanceTest, TheMetadata) {
  const Code not_object = Code::kSafetensorsMetadataNotAnObject;
  const Code not_strings = Code::kSafetensorsMetadataNotStrings;
  const Code duplicate = Code::kSafetensorsKeyDuplicate;
  Expect({{Metadata("{}")},
          {Metadata("null"), 0, {not_object}},
          {Metadata("[]"), 0, {not_object}},
          {Metadata("\"x\""), 0, {not_object}},
          {Metadata(R"({"k":null})"), 0, {not_strings}},
          {Metadata(R"({"k":1})"), 0, {not_strings}},
          {Metadata(R"({"k":{"l":"m"}})"), 0, {not_strings}},
          {Metadata(R"({"k":"1","k":"1"})"), 0, {duplicate}},
          {Metadata(R"({"k\u0000":"1"})"), 0, {Code::kSafetensorsNameNul}},
          {Metadata(R"({"k":"\u0000"})")},
          {R"({"__meta\u0064ata__":{"k":"v"}})"},
          {R"({"__metadata__":{},"__metadata__":{}})", 0, {duplicate}}});
}

TEST(SafetensorsStanceTest, DuplicateNames) {
  const Code twice = Code::kSafetensorsNameDuplicate;
  const auto pair = [](const std::string& a, const std::string& b) {
    return "{" + a + "," + b + "}";
  };
  const std::string w = TensorText("w", "U8", {8}, 0, 8);
  Expect({{pair(w, w), 8, {twice}},
          {pair(TensorText("w", "U8", {90}, 9, 99), w), 8, {twice}},
          {pair(w, TensorText("\\u0077", "U8", {8}, 8, 16)), 16, {twice}},
          {pair(w, TensorText("W", "U8", {8}, 8, 16)), 16}});
}

TEST(SafetensorsStanceTest, Layout) {
  const Code hole = Code::kSafetensorsHole;
  const Code overlap = Code::kSafetensorsOverlap;
  Expect({{Tensors({{0, 4}, {4, 9}}), 9},
          {Tensors({{4, 9}, {0, 4}}), 9},
          {Tensors({{0, 4}, {5, 9}}), 9, {hole}},
          {Tensors({{1, 9}}), 9, {hole}},
          {Tensors({{0, 4}, {3, 9}}), 9, {overlap}},
          {Tensors({{0, 4}, {0, 4}}), 4, {overlap}},
          {Tensors({{0, 9}, {2, 4}}), 9, {overlap}},
          {Tensors({{0, 9}}), 8, {Code::kSafetensorsDataPastEnd}},
          {Tensors({{0, 9}}), 10, {Code::kSafetensorsTrailingData}},
          {"{}", 1, {Code::kSafetensorsTrailingData}},
          {Tensors({{0, 0}, {0, 4}}), 4},
          {Tensors({{0, 4}, {4, 4}, {4, 4}}), 4},
          {Tensors({{0, 4}, {4, 4}, {4, 8}}), 8},
          {Tensors({{0, 4}, {2, 2}}), 4, {overlap}},
          {Tensors({{0, 4}, {5, 5}}), 4, {hole}},
          {Tensors({{1'000'000, 1'000'000}}), 0, {hole}},
          {Offsets("[8,0]"), 8, {Code::kSafetensorsOffsetsReversed}}});
}

TEST(SafetensorsStanceTest, PackedTypes) {
  const auto one = [](const char* dtype, std::vector<uint64_t> shape,
                      uint64_t bytes) {
    return ObjectText({TensorText("w", dtype, shape, 0, bytes)});
  };
  const Code not_whole = Code::kSafetensorsNotWholeBytes;
  const Code odd = Code::kSafetensorsOddLastDimension;
  Expect({{one("F4", {2}, 1), 1},
          {one("F4", {3}, 2), 2, {not_whole}},
          {one("F4", {}, 1), 1, {not_whole}},
          {one("F4", {2, 3}, 3), 3, {odd}},
          {one("F4", {3, 2}, 3), 3},
          {one("F6_E2M3", {4}, 3), 3},
          {one("F6_E3M2", {2}, 2), 2, {not_whole}},
          {one("F8_E8M0", {3}, 3), 3},
          {one("BOOL", {}, 1), 1}});
}

}  // namespace
}  // namespace loadgate::testing_support
