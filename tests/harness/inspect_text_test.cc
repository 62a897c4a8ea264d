#include "harness/gate/inspect_text.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/sample_reports.h"

namespace loadgate {
namespace {

using Shape = std::vector<uint64_t>;
using testing_support::Collected;
using testing_support::RejectedReport;

std::string Shown(const std::vector<Record>& records, const InputReport& report,
                  bool all = false, std::vector<std::string> files = {}) {
  Collected out;
  InspectTextOptions options;
  options.all = all;
  options.files = std::move(files);
  const std::unique_ptr<InspectWriter> writer =
      MakeInspectText(options, out.Sink());
  for (const Record& record : records) writer->Add(record);
  writer->End(report);
  return out.text();
}

KeyValueRecord Pair(std::string key, std::string type, uint64_t count = 0) {
  return {.key = std::move(key),
          .type = std::move(type),
          .is_array = count > 0,
          .count = count > 0 ? count : 1};
}

TEST(InspectTextTest, EachSectionIsATable) {
  InputReport report;
  report.path = "m.gguf";
  report.verdict = Verdict::kAccept;
  EXPECT_EQ(
      Shown({FormatRecord{"gguf", 400}, SummaryFact{"", "version", uint64_t{3}},
             SummaryFact{"", "file_size", uint64_t{400}},
             SummaryFact{"types", "f32", uint64_t{128}},
             Pair("general.name", "string"), ArrayChunk{{TextPiece{"tiny", 0}}},
             Pair("a", "u32"), ArrayChunk{{uint64_t{7}}},
             TensorRecord{"w", "f32", Shape{8, 4}, 100, 224, 128},
             RegionRecord{"header", 0, 200}, RegionRecord{"data", 224, 500}},
            report),
      "summary\n"
      "  format   gguf\n"
      "  size     400\n"
      "  version  3\n"
      "\n"
      "types\n"
      "  type  bytes\n"
      "  f32   128\n"
      "\n"
      "metadata\n"
      "  key             type    value\n"
      "  \"general.name\"  string  \"tiny\"\n"
      "  \"a\"             u32     7\n"
      "\n"
      "tensors\n"
      "  name  type  shape   begin  end  bytes\n"
      "  \"w\"   f32   [8, 4]  224    352  128\n"
      "\n"
      "layout\n"
      "  begin  end  bytes  what\n"
      "  0      200  200    header\n"
      "  224    500  276    data (the file ends at 400)\n"
      "\n"
      "accept     m.gguf\n");
}

TEST(InspectTextTest, OfASetEachRowBeginsWithTheFile) {
  KeyValueRecord list = Pair("a", "array of 2 u8", 2);
  list.file = 0;
  TensorRecord tensor{"w", "f32", Shape{8, 4}, 100, 224, 128};
  tensor.file = 1;
  InputReport report;
  report.path = "m.gguf";
  EXPECT_EQ(Shown({FormatRecord{"gguf", 900},
                   SummaryFact{"types", "f32", uint64_t{128}},
                   FileRecord{.number = 0, .size = 400},
                   FileRecord{.number = 1, .size = 500}, list,
                   ArrayChunk{{uint64_t{7}, uint64_t{8}}}, tensor},
                  report, false, {"a\x1b.gguf", "b\"  c.gguf"}),
            "summary\n"
            "  format  gguf\n"
            "  size    900\n"
            "\n"
            "types\n"
            "  type  bytes\n"
            "  f32   128\n"
            "\n"
            "files\n"
            "  file           bytes\n"
            "  \"a\\x1b.gguf\"   400\n"
            "  \"b\\\"  c.gguf\"  500\n"
            "\n"
            "metadata\n"
            "  file          key  type           value\n"
            "  \"a\\x1b.gguf\"  \"a\"  array of 2 u8  [7, 8]\n"
            "\n"
            "tensors\n"
            "  file           name  type  shape   begin  end  bytes\n"
            "  \"b\\\"  c.gguf\"  \"w\"   f32   [8, 4]  224    352  128\n"
            "\n"
            "undecided  m.gguf\n"
            "  What is shown above is what could be read of it.\n");
}

TEST(InspectTextTest, AFileOfANumberThatThereIsNotIsAQuestionMark) {
  TensorRecord tensor{"w", "f32", Shape{1}, 100, 224, 4};
  tensor.file = 1;
  const std::string text = Shown({tensor}, {}, false, {"x"});
  EXPECT_NE(text.find("\n  ?     \"w\"   f32   [1]  "), std::string::npos)
      << text;
}

TEST(InspectTextTest, ARejectedFileIsShownAsFarAsItWasRead) {
  const std::string text =
      Shown({FormatRecord{"gguf", 416}, Pair("a", "u32")}, RejectedReport());
  EXPECT_NE(text.find("REJECT     bad.gguf"), std::string::npos);
  EXPECT_NE(text.find("What is shown above is what could be read of it."),
            std::string::npos);
  EXPECT_NE(text.find("gguf-tensor-data-past-end"), std::string::npos);
}

TEST(InspectTextTest, WhereNothingIsShownNothingIsSaidToBe) {
  const std::string text = Shown({FormatRecord{"gguf", 416}}, RejectedReport());
  EXPECT_EQ(text.find("What is shown above"), std::string::npos);
}

TEST(InspectTextTest, WhatIsNotKnownOfATensorIsAQuestionMark) {
  const std::string text =
      Shown({TensorRecord{"a", "", std::nullopt, 0, std::nullopt, std::nullopt},
             TensorRecord{"b", "type 99", Shape{2}, 0, 64, std::nullopt},
             TensorRecord{"c", "f32", Shape{2}, 0, std::nullopt, 8}},
            {});
  EXPECT_NE(text.find("  \"a\"   ?        ?      ?      ?    ?\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  \"b\"   type 99  [2]    64     ?    ?\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  \"c\"   f32      [2]    ?      ?    8\n"),
            std::string::npos)
      << text;
}

TEST(InspectTextTest, NoTextCanPassForAColumnOrARow) {
  const std::string text =
      Shown({Pair("k\"  u32  \"1", "string"),
             ArrayChunk{{TextPiece{"a\"  \\\"b", 0}}},
             Pair("list", "array of 2 string", 2),
             ArrayChunk{{TextPiece{"a\", \"b", 0}, TextPiece{"c", 0}}},
             TensorRecord{"w\"  F32", "f32", Shape{1}, 0, 64, 4}},
            {});
  EXPECT_NE(text.find("  \"k\\\"  u32  \\\"1\"  string  "), std::string::npos);
  EXPECT_NE(text.find("  \"a\\\"  \\\\\\\"b\"\n"), std::string::npos);
  EXPECT_NE(text.find("  [\"a\\\", \\\"b\", \"c\"]\n"), std::string::npos);
  EXPECT_NE(text.find("  \"w\\\"  F32\"  f32"), std::string::npos);
}

TEST(InspectTextTest, AnEllipsisOfTheTextIsToldFromACut) {
  const std::string long_text(61, 'v');
  const std::string text =
      Shown({Pair("a", "string"), ArrayChunk{{TextPiece{"dots...", 0}}},
             Pair("b", "string"), ArrayChunk{{TextPiece{"dots...", 9}}},
             Pair("c", "string"), ArrayChunk{{TextPiece{long_text, 0}}}},
            {});
  EXPECT_NE(text.find("\"dots...\"\n"), std::string::npos);
  EXPECT_NE(text.find("\"dots...\"...\n"), std::string::npos);
  EXPECT_NE(text.find("v\"...\n"), std::string::npos);
}

TEST(InspectTextTest, LongArraysAreAbbreviatedWithACount) {
  const std::string text =
      Shown({FormatRecord{"gguf", 416}, Pair("a", "array of 9 i32", 9),
             ArrayChunk{{int64_t{-1}, int64_t{2}}}},
            {});
  EXPECT_NE(text.find("[-1, 2, ... 7 more]\n"), std::string::npos);
}

TEST(InspectTextTest, AnArrayOfWhichNothingCameStillHasItsCount) {
  const std::string text = Shown({Pair("a", "array of 9 i32", 9)}, {});
  EXPECT_NE(text.find("[9 more]\n"), std::string::npos);
}

TEST(InspectTextTest, LongTextIsCutUnlessAllIsWanted) {
  const std::string value(1000, 'v');
  const std::vector<Record> records = {
      Pair("a", "string"), ArrayChunk{{TextPiece{value.substr(0, 400), 600}}},
      ArrayChunk{{TextPiece{value.substr(400), 0}}, true}};
  EXPECT_NE(Shown(records, {}, true).find("\"" + value + "\"\n"),
            std::string::npos);
  const std::string cut = Shown({records[0], records[1]}, {});
  EXPECT_NE(cut.find("\"" + value.substr(0, 60) + "\"...\n"),
            std::string::npos);
}

TEST(InspectTextTest, WhatANameOrShapeLacksIsCounted) {
  KeyValueRecord pair = Pair("front", "u8");
  pair.key_left = 12;
  TensorRecord tensor{"name", "f32", Shape{2, 3}, 100, 224, 24};
  tensor.name_left = 7;
  tensor.shape_left = 5;
  const std::string text = Shown({pair, ArrayChunk{{uint64_t{1}}}, tensor}, {});
  EXPECT_NE(text.find("\"front\"... 12 more bytes  u8"), std::string::npos);
  EXPECT_NE(text.find("\"name\"... 7 more bytes  f32   [2, 3, ... 5 more]"),
            std::string::npos)
      << text;
}

TEST(InspectTextTest, HostileKeysAndValuesAreEscaped) {
  const std::string text =
      Shown({Pair("k\x1b[2J", "string"), ArrayChunk{{TextPiece{"v\n\x9b", 0}}},
             TensorRecord{"t\xe2\x80\xae", "type 99", {}, 0, std::nullopt, 0}},
            {});
  EXPECT_NE(text.find("k\\x1b[2J"), std::string::npos);
  EXPECT_NE(text.find("\"v\\n\\x9b\""), std::string::npos);
  EXPECT_NE(text.find("t\\u{202e}"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace loadgate
