#include "inspect/recognition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "loadgate/byte_source.h"
#include "tests/parser/judge_bytes.h"
#include "tests/parser/rule_cases.h"
#include "tests/parser/rule_cases_safetensors.h"
#include "tests/parser/test_sources.h"
#include "tests/support/good_files.h"
#include "tests/support/matchers.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::Build;
using testing_support::GgufBytes;
using testing_support::GoodGgufFiles;
using testing_support::JudgeBytes;
using testing_support::Judged;
using testing_support::SafetensorsBytes;
using testing_support::SmallFile;
using testing_support::SmallSafetensors;

constexpr char kLfsPointer[] =
    "version https://git-lfs.github.com/spec/v1\nsize 4000\n";

Judgement JudgementOf(ByteSpan bytes, std::string_view name) {
  MemorySource source(bytes);
  FindingSink sink;
  auto judgement =
      Judge(source, {.limits = {}, .hash_key = {}, .name = name}, &sink);
  EXPECT_TRUE(judgement.ok());
  return *std::move(judgement);
}

std::vector<Code> CodesOf(const Judged& judged) {
  std::vector<Code> codes;
  for (const Finding& finding : judged.findings) codes.push_back(finding.code);
  return codes;
}

TEST(RecognitionTest, ContentShowsItsFormat) {
  EXPECT_EQ(FormatOfContent(AsBytes("GGUF")), Format::kGguf);
  EXPECT_EQ(FormatOfContent(AsBytes("\2\0\0\0\0\0\0\0{"s)),
            Format::kSafetensors);
  // 100,000,000 is the longest header, 05F5E100 in hexadecimal.
  EXPECT_EQ(FormatOfContent(AsBytes("\x00\xe1\xf5\x05\0\0\0\0{"s)),
            Format::kSafetensors);
  for (const std::string& bytes : {""s, "GGU"s, "\x01\xe1\xf5\x05\0\0\0\0{"s,
                                   "\2\0\0\0\0\0\0\0"s, "\2\0\0\0\0\0\0\0["s}) {
    EXPECT_EQ(FormatOfContent(AsBytes(bytes)), Format::kUnknown);
  }
}

TEST(RecognitionTest, AFileThatParsesIsAcceptedWhateverItsNameSays) {
  for (const auto& file : GoodGgufFiles()) {
    for (const std::string_view name :
         {"m", "m.bin", "m.gguf.part-aa", "m.incomplete", "m.zip", "m.html"}) {
      EXPECT_EQ(JudgeBytes(file.bytes, {}, name).verdict, Verdict::kAccept)
          << file.name << " as " << name;
    }
  }
}

TEST(RecognitionTest, WhiteSpaceBeforeTheBraceIsReadUnderAnyName) {
  for (const char space : {' ', '\t', '\n', '\r'}) {
    SafetensorsBytes file = SmallSafetensors();
    file.json.insert(0, 8, space);
    for (const std::string_view name : {"m.safetensors", "m", "m.bin", "-"}) {
      const Judged judged = JudgeBytes(file.bytes(), {}, name);
      EXPECT_EQ(judged.verdict, Verdict::kAccept) << name;
      EXPECT_THAT(CodesOf(judged), ElementsAre(Code::kSafetensorsLeadingSpace));
    }
    EXPECT_THAT(CodesOf(JudgeBytes(file.bytes(), {}, "m.gguf")),
                ElementsAre(Code::kFormatExtensionMismatch));
  }
}

TEST(RecognitionTest, AHeaderLengthThatSpellsAnotherFormatsMagicIsNoFinding) {
  // The length begins as a pickle does: 80 02 7D.
  const uint64_t length = 0x7d0280;
  SafetensorsBytes file = SmallSafetensors();
  file.json.resize(length, ' ');
  EXPECT_THAT(JudgeBytes(file.bytes(), {}, "m.safetensors").findings,
              IsEmpty());
}

TEST(RecognitionTest, WhatItIsReplacesWhatAReaderSaid) {
  const Judged judged = JudgeBytes(AsBytes(kLfsPointer), {}, "m.safetensors");
  EXPECT_THAT(CodesOf(judged), ElementsAre(Code::kFileLfsPointer));
  const Judgement judgement =
      JudgementOf(AsBytes(kLfsPointer), "m.safetensors");
  EXPECT_EQ(judgement.format, Format::kUnknown);
  EXPECT_EQ(judgement.expected_size, 4000u);
  EXPECT_FALSE(judgement.safetensors.has_value());
}

TEST(RecognitionTest, ASmallHeaderLimitHidesNothingOfWhatAFileIs) {
  const std::string page =
      "<!DOCTYPE html>" + std::string(2000, ' ') + "<title>No</title>";
  for (const std::string_view bytes :
       {std::string_view(kLfsPointer), std::string_view(page)}) {
    for (const std::string_view name : {"m.gguf", "m.safetensors", "m"}) {
      const Judged whole = JudgeBytes(AsBytes(bytes), {}, name);
      const Judged limited =
          JudgeBytes(AsBytes(bytes), {.header_bytes = 4}, name);
      ASSERT_EQ(limited.findings.size(), 1u);
      EXPECT_EQ(limited.findings.front().code, whole.findings.front().code);
      EXPECT_EQ(limited.findings.front().message,
                whole.findings.front().message);
    }
  }
}

TEST(RecognitionTest, FindingsOfOtherInputsInTheSinkStay) {
  MemorySource source(AsBytes(kLfsPointer));
  FindingSink sink;
  sink.Report(Code::kFileEmpty, 0, [] { return FindingText{}; });
  ASSERT_TRUE(
      Judge(source, {.limits = {}, .hash_key = {}, .name = "m.gguf"}, &sink)
          .ok());
  EXPECT_EQ(sink.count_of(Code::kFileEmpty), 1u);
  EXPECT_EQ(sink.count_of(Code::kFileLfsPointer), 1u);
  EXPECT_EQ(sink.errors(), 2u);
}

TEST(RecognitionTest, AMismatchIsOfTheContentsFormat) {
  EXPECT_EQ(JudgementOf(Build(SmallFile()).bytes(), "m.safetensors").format,
            Format::kGguf);
  EXPECT_EQ(JudgementOf(SmallSafetensors().bytes(), "m.gguf").format,
            Format::kSafetensors);
}

TEST(RecognitionTest, ABrokenFileOfItsFormatIsNotTakenForAnother) {
  GgufBytes file = Build(SmallFile());
  file.Truncate(20);
  EXPECT_THAT(CodesOf(JudgeBytes(file.bytes(), {}, "m.gguf")),
              ElementsAre(Code::kGgufTruncated));
  // "GG" is text, but it is also the front of the magic.
  file.Truncate(2);
  EXPECT_THAT(CodesOf(JudgeBytes(file.bytes(), {}, "m.gguf")),
              ElementsAre(Code::kGgufTruncated));
}

TEST(RecognitionTest, AFileCutShortSaysItsWholeSize) {
  GgufBytes gguf = Build(SmallFile());
  const uint64_t gguf_size = gguf.size();
  gguf.Truncate(gguf_size - 5);
  EXPECT_EQ(JudgementOf(gguf.bytes(), "m.gguf").expected_size, gguf_size);
  gguf.Truncate(gguf_size - 40);  // All of the data, and padding before it.
  EXPECT_EQ(JudgementOf(gguf.bytes(), "m.gguf").expected_size, gguf_size);
  SafetensorsBytes safetensors = SmallSafetensors();
  const uint64_t size = safetensors.size();
  safetensors.cut_to = size - 3;
  EXPECT_EQ(JudgementOf(safetensors.bytes(), "m.safetensors").expected_size,
            size);
}

TEST(RecognitionTest, NoSizeIsExpectedOfAFileThatIsWholeOrOtherwiseWrong) {
  EXPECT_EQ(JudgementOf(Build(SmallFile()).bytes(), "m.gguf").expected_size,
            std::nullopt);
  GgufBytes file = Build(SmallFile());
  file.Set("header.version", 9);
  EXPECT_EQ(JudgementOf(file.bytes(), "m.gguf").expected_size, std::nullopt);
}

TEST(RecognitionTest, MangledTextBehindTheErrorExplainsNothing) {
  GgufBytes file =
      Build(testing_support::WithPair({"general.name", "\xef\xbf\xbd"}));
  file.Set("key_value[0].key.length", 1u << 20);
  EXPECT_THAT(CodesOf(JudgeBytes(file.bytes())),
              testing::Not(testing::Contains(Code::kFileTextMangled)));
}

TEST(RecognitionTest, AStreamIsRecognisedByWhatHasArrived) {
  testing_support::FakeStream stream(AsBytes("<!DOCTYPE html>"));
  FindingSink sink;
  ASSERT_TRUE(Judge(stream, {.limits = {}, .hash_key = {}}, &sink).ok());
  EXPECT_EQ(sink.count_of(Code::kFileWebPage), 1u);
}

}  // namespace
}  // namespace loadgate
