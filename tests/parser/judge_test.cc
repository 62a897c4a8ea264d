#include "loadgate/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "tests/parser/judge_bytes.h"
#include "tests/parser/read_gguf.h"
#include "tests/parser/test_sources.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/good_files.h"

namespace loadgate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::FailingSource;
using std::string_literals::operator""s;
using testing_support::FakeStream;
using testing_support::GgufBytes;
using testing_support::GoodGgufFile;
using testing_support::kArray;
using testing_support::kString;
using testing_support::kU64;
using testing_support::LyingSource;
using testing_support::Place;
using testing_support::PlacesOf;

struct Judged {
  absl::StatusOr<Judgement> judgement;
  FindingSink sink;
};

// Judges a file whose name says `expected`.
Judged JudgeOf(ByteSource& source, Format expected = Format::kUnknown) {
  JudgeOptions options;
  options.name = testing_support::NameOf(expected);
  FindingSink sink;
  absl::StatusOr<Judgement> judgement = Judge(source, options, &sink);
  return {std::move(judgement), std::move(sink)};
}

Judged JudgeText(std::string_view text, Format expected = Format::kUnknown) {
  MemorySource source(AsBytes(text));
  return JudgeOf(source, expected);
}

TEST(JudgeTest, AGoodFileIsKnownByItsContent) {
  const std::vector<std::byte>& bytes = GoodGgufFile("tiny_llama").bytes;
  MemorySource source(bytes);
  const Judged judged = JudgeOf(source);
  ASSERT_TRUE(judged.judgement.ok()) << judged.judgement.status();
  EXPECT_EQ(judged.sink.verdict(), Verdict::kAccept);
  EXPECT_EQ(judged.judgement->format, Format::kGguf);
  EXPECT_EQ(judged.judgement->size, bytes.size());
  ASSERT_TRUE(judged.judgement->gguf.has_value());
  EXPECT_EQ(judged.judgement->gguf->tensor_count(), 2u);
}

TEST(JudgeTest, WhatItReturnsMayBeMoved) {
  MemorySource source(GoodGgufFile("tiny_llama").bytes);
  Judged judged = JudgeOf(source);
  ASSERT_TRUE(judged.judgement.ok());
  const Judgement moved = *std::move(judged.judgement);
  EXPECT_EQ(*moved.gguf->Get<std::string_view>("general.name"), "tiny");
}

TEST(JudgeTest, AnEmptyInputIsRejectedFromAnySource) {
  MemorySource memory({});
  FakeStream stream({});
  for (ByteSource* source :
       {static_cast<ByteSource*>(&memory), static_cast<ByteSource*>(&stream)}) {
    const Judged judged = JudgeOf(*source, Format::kGguf);
    ASSERT_TRUE(judged.judgement.ok());
    EXPECT_THAT(PlacesOf(judged.sink.Findings()),
                ElementsAre(Place(Code::kFileEmpty, 0)));
    EXPECT_EQ(judged.judgement->size, 0u);
    EXPECT_FALSE(judged.judgement->gguf.has_value());
  }
}

TEST(JudgeTest, UnknownContentIsQuotedByItsFirstEightBytes) {
  const Judged judged = JudgeText("~~\x7f~~~~~~~");
  EXPECT_EQ(judged.judgement->format, Format::kUnknown);
  EXPECT_EQ(judged.sink.verdict(), Verdict::kReject);
  const std::vector<Finding> findings = judged.sink.Findings();
  EXPECT_THAT(PlacesOf(findings), ElementsAre(Place(Code::kFormatUnknown, 0)));
  EXPECT_THAT(findings[0].message, HasSubstr("begins with '~~\x7f~~~~~'."));
  EXPECT_THAT(JudgeText("\x7f~").sink.Findings()[0].message,
              HasSubstr("begins with '\x7f~'."));
}

TEST(JudgeTest, ContentOfNoFormatIsJudgedAsWhatTheNameSays) {
  const Judged judged = JudgeText("~~\x7f~~~~~~~", Format::kGguf);
  EXPECT_EQ(judged.judgement->format, Format::kGguf);
  EXPECT_THAT(PlacesOf(judged.sink.Findings()),
              ElementsAre(Place(Code::kGgufMagic, 0)));
  EXPECT_TRUE(judged.judgement->gguf.has_value());
}

TEST(JudgeTest, ErrorsOfTheSourceAreStatusesAndNoFindings) {
  const std::vector<std::byte>& bytes = GoodGgufFile("tiny_llama").bytes;
  for (const uint64_t fails_at : {uint64_t{0}, uint64_t{bytes.size() - 1}}) {
    FailingSource source(bytes, fails_at);
    EXPECT_EQ(JudgeOf(source).judgement.status().code(),
              absl::StatusCode::kUnavailable);
  }
}

TEST(JudgeTest, AFileThatShrankToItsFirstByteHasNoVerdict) {
  const std::vector<std::byte>& bytes = GoodGgufFile("tiny_llama").bytes;
  LyingSource source(ByteSpan(bytes).first(1), bytes.size());
  EXPECT_EQ(JudgeOf(source).judgement.status().code(),
            absl::StatusCode::kDataLoss);
}

TEST(JudgeTest, AHeaderLimitBelowTheMagicLeavesAFileUndecided) {
  for (const uint64_t limit : {1, 3, 8, 23}) {
    MemorySource source(GoodGgufFile("tiny_llama").bytes);
    FindingSink sink;
    JudgeOptions options;
    options.limits.header_bytes = limit;
    ASSERT_TRUE(Judge(source, options, &sink).ok());
    EXPECT_EQ(sink.verdict(), Verdict::kUndecided) << limit;
  }
}

TEST(JudgeTest, AStreamTakesMemoryOnlyAsItsBytesArrive) {
  GgufBytes file;
  file.Header(3, 0, 1).Key("k", kString).Str("short", "v", 200u << 20);
  file.Raw(std::vector<std::byte>(70000, std::byte{'x'}));
  FakeStream stream(file.bytes());
  JudgeOf(stream);
  for (const uint64_t asked : stream.asked()) EXPECT_LE(asked, 64u * 1024);
}

TEST(JudgeTest, AStreamThatEndsInItsHeaderGivesTheReportOfTheFile) {
  GgufBytes file;
  file.Header(3, 0, 1).Key("k", kArray);
  file.U32(kU64).U64(50000).Zeros(300000);
  MemorySource memory(file.bytes());
  FakeStream stream(file.bytes());
  const auto expected = PlacesOf(JudgeOf(memory).sink.Findings());
  EXPECT_THAT(expected,
              ElementsAre(Place(Code::kGgufArrayPastEnd, 24 + 9 + 4 + 4)));
  EXPECT_EQ(PlacesOf(JudgeOf(stream).sink.Findings()), expected);
}

TEST(JudgeTest, AFileThatBecameEmptyHasNoVerdict) {
  LyingSource source({}, 100);
  const Judged judged = JudgeOf(source);
  EXPECT_EQ(judged.judgement.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_TRUE(judged.sink.Findings().empty());
}

}  // namespace
}  // namespace loadgate
