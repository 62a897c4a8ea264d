#include "harness/gate/inspect_json.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "loadgate/version.h"
#include "tests/harness/sample_reports.h"

namespace loadgate {
namespace {

using Shape = std::vector<uint64_t>;
using testing_support::Collected;
using testing_support::RejectedReport;

std::string Written(const std::vector<Record>& records,
                    const InputReport& report,
                    std::vector<std::string> files = {}) {
  Collected out;
  const std::unique_ptr<InspectWriter> writer =
      MakeInspectJson("m.gguf", out.Sink(), "none", std::move(files));
  for (const Record& record : records) writer->Add(record);
  writer->End(report);
  return out.text();
}

std::string Head(const std::string& rest) {
  return "{\"loadgate\":{\"version\":\"" + std::string(Version()) +
         "\",\"report\":1,\"sandbox\":\"none\"},\"path\":\"m.gguf\"," + rest;
}

TEST(InspectJsonTest, AnEmptyReplyIsStillAWholeObject) {
  EXPECT_EQ(Written({}, InputReport()),
            Head("\"format\":\"unknown\",\"size\":null,\"summary\":{},"
                 "\"metadata\":[],\"tensors\":[],\"layout\":[],"
                 "\"verdict\":\"undecided\",\"findings\":[]}\n"));
}

TEST(InspectJsonTest, EverySectionHasItsList) {
  EXPECT_EQ(
      Written(
          {FormatRecord{"gguf", 400}, SummaryFact{"", "version", uint64_t{3}},
           KeyValueRecord{"a", "u32", false, 1, 24, 4},
           ArrayChunk{{uint64_t{7}}},
           KeyValueRecord{"b", "array of 9 f32", true, 9, 40, 36},
           ArrayChunk{{0.5f, -1.0f}},
           TensorRecord{"w", "f32", Shape{8, 4}, 100, 224, 128},
           TensorRecord{"x", "type 99", Shape{}, 120, 352, std::nullopt},
           TensorRecord{"y", "", std::nullopt, 140, std::nullopt, std::nullopt},
           RegionRecord{"header", 0, 200}},
          RejectedReport()),
      Head("\"format\":\"gguf\",\"size\":400,\"summary\":{\"version\":3},"
           "\"metadata\":[{\"key\":\"a\",\"type\":\"u32\",\"offset\":24,"
           "\"bytes\":4,\"value\":7},{\"key\":\"b\",\"type\":\"array of 9 "
           "f32\",\"offset\":40,\"bytes\":36,\"count\":9,\"value\":[0.5,-1],"
           "\"left_out\":7}],\"tensors\":[{\"name\":\"w\",\"type\":\"f32\","
           "\"shape\":[8,4],\"info_offset\":100,\"begin\":224,\"end\":352,"
           "\"bytes\":128},{\"name\":\"x\",\"type\":\"type 99\",\"shape\":[],"
           "\"info_offset\":120,\"begin\":352},{\"name\":\"y\","
           "\"info_offset\":140}],\"layout\":[{\"what\":\"header\",\"begin\":"
           "0,\"end\":200}],\"verdict\":\"reject\",\"findings\":[{\"code\":"
           "\"gguf-tensor-data-past-end\",\"severity\":\"error\",\"offset\":"
           "152,\"where\":\"tensor[1] 'output'\",\"message\":\"Its data ends "
           "at 448.\"}]}\n"));
}

TEST(InspectJsonTest, OfASetEachPartNamesItsFile) {
  KeyValueRecord pair{"a", "u8", false, 1, 24, 1};
  pair.file = 0;
  TensorRecord tensor{"w", "f32", Shape{2}, 100, 224, 8};
  tensor.file = 1;
  FileRecord file{.number = 0, .size = 9, .bytes = 7, .sha256 = {}};
  const std::string digest(64, '0');
  EXPECT_EQ(
      Written(
          {FormatRecord{"gguf", 18}, SummaryFact{"", "version", uint64_t{3}},
           file, pair, ArrayChunk{{uint64_t{7}}}, tensor},
          InputReport(), {"x.gguf", "y\x1b.gguf"}),
      Head("\"format\":\"gguf\",\"size\":18,\"files\":[{\"name\":\"x.gguf\","
           "\"size\":9,\"header\":{\"bytes\":7,\"sha256\":\"" +
           digest +
           "\"}},{\"name\":\"y\\\\x1b.gguf\"}],\"summary\":{\"version\":3},"
           "\"metadata\":[{\"file\":\"x.gguf\",\"key\":\"a\",\"type\":\"u8\","
           "\"offset\":24,\"bytes\":1,\"value\":7}],\"tensors\":[{\"file\":"
           "\"y\\\\x1b.gguf\",\"name\":\"w\",\"type\":\"f32\",\"shape\":[2],"
           "\"info_offset\":100,\"begin\":224,\"end\":232,\"bytes\":8}],"
           "\"layout\":[],\"verdict\":\"undecided\",\"findings\":[]}\n"));
}

TEST(InspectJsonTest, AFileOfANumberThatThereIsNotIsNotNamed) {
  TensorRecord tensor{"w", "f32", Shape{2}, 100, 224, 8};
  for (const uint32_t number : {1u, 0xffffffffu}) {
    tensor.file = number;
    const std::string text =
        Written({FileRecord{.number = number}, tensor}, InputReport(), {"x"});
    EXPECT_NE(text.find("\"files\":[{\"name\":\"x\"}]"), std::string::npos);
    EXPECT_NE(text.find("\"tensors\":[{\"name\":\"w\""), std::string::npos);
  }
}

TEST(InspectJsonTest, TextInPiecesIsOneStringAndCutTextSaysSo) {
  const KeyValueRecord pair{"a", "array of 2 string", true, 2, 24, 30};
  const std::string whole =
      Written({pair, ArrayChunk{{TextPiece{"x", 0}, TextPiece{"ab", 2}}},
               ArrayChunk{{TextPiece{"cd", 0}}, true}},
              InputReport());
  EXPECT_NE(whole.find("\"value\":[\"x\",\"abcd\"]}"), std::string::npos);
  const std::string cut =
      Written({pair, ArrayChunk{{TextPiece{"ab", 5}, TextPiece{"x", 0}}}},
              InputReport());
  EXPECT_NE(cut.find("\"value\":[\"ab\",\"x\"],\"cut_bytes\":5}"),
            std::string::npos);
}

TEST(InspectJsonTest, WhatANameOrShapeLacksIsCounted) {
  KeyValueRecord pair{"front", "u8", false, 1, 24, 1};
  pair.key_left = 12;
  TensorRecord tensor{"name", "f32", Shape{2, 3}, 100, 224, 24};
  tensor.name_left = 7;
  tensor.shape_left = 5;
  const std::string text = Written({pair, tensor}, InputReport());
  EXPECT_NE(text.find("\"key\":\"front\",\"key_left\":12,\"type\""),
            std::string::npos);
  EXPECT_NE(text.find("\"name\":\"name\",\"name_left\":7,\"type\""),
            std::string::npos);
  EXPECT_NE(text.find("\"shape\":[2,3],\"shape_left\":5,"), std::string::npos);
}

TEST(InspectJsonTest, APairWhoseValueDidNotComeIsNull) {
  const std::string text =
      Written({KeyValueRecord{"a", "string", false, 1, 24, 30}}, InputReport());
  EXPECT_NE(text.find("\"value\":null}"), std::string::npos);
}

TEST(InspectJsonTest, APieceOfATextIsWrittenAsItComes) {
  size_t written = 0;
  const std::unique_ptr<InspectWriter> writer = MakeInspectJson(
      "m.gguf", [&written](std::string_view text) { written += text.size(); });
  writer->Add(KeyValueRecord{"a", "string", false, 1, 24, 30});
  const std::string piece(1000, 'x');
  for (uint64_t left = 1'000'000; left > 0; left -= piece.size()) {
    const size_t had = written;
    writer->Add(ArrayChunk{{TextPiece{piece, left}}, left < 1'000'000});
    ASSERT_GE(written - had, piece.size()) << left;
  }
  writer->End(InputReport());
}

TEST(InspectJsonTest, ATextThatBreaksOffIsStillAWholeObject) {
  const std::string text = Written(
      {KeyValueRecord{"a", "string", false, 1, 24, 30},
       ArrayChunk{{TextPiece{"ab", 9}}}, ArrayChunk{{TextPiece{"c", 8}}, true}},
      InputReport());
  EXPECT_NE(text.find("\"value\":\"abc\",\"cut_bytes\":8}],\"tensors\":[]"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace loadgate
