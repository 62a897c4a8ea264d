// The report on a stream is that of its bytes, however they arrive.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "loadgate/byte_source.h"
#include "loadgate/judge.h"
#include "tests/parser/judge_bytes.h"
#include "tests/parser/rule_cases.h"
#include "tests/parser/test_sources.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

// PiecedStream is a stream whose bytes arrive `piece` at a time.
class PiecedStream : public FakeStream {
 public:
  PiecedStream(ByteSpan bytes, size_t piece)
      : FakeStream(bytes), piece_(piece) {}

  absl::StatusOr<size_t> ReadSome(uint64_t offset, std::span<std::byte> out,
                                  size_t least) override {
    const size_t arrived = (least + piece_ - 1) / piece_ * piece_;
    return FakeStream::ReadSome(
        offset, out.first(std::min(arrived, out.size())), least);
  }

 private:
  size_t piece_;
};

// What a report says of a stream.
struct Told {
  std::vector<Finding> findings;
  uint64_t omitted = 0;
  std::optional<uint64_t> size;
  std::optional<uint64_t> expected_size;
  Format format = Format::kUnknown;
  std::optional<uint64_t> key_values;

  friend bool operator==(const Told& a, const Told& b) {
    return ::testing::PrintToString(a.findings) ==
               ::testing::PrintToString(b.findings) &&
           a.omitted == b.omitted && a.size == b.size &&
           a.expected_size == b.expected_size && a.format == b.format &&
           a.key_values == b.key_values;
  }
};

void PrintTo(const Told& told, std::ostream* out) {
  *out << ::testing::PrintToString(told.findings) << " of "
       << ::testing::PrintToString(told.size);
}

Told Tell(ByteSource& source, std::string_view name) {
  FindingSink sink;
  auto judgement =
      Judge(source, {.limits = {}, .hash_key = {}, .name = name}, &sink);
  if (!judgement.ok()) {
    ADD_FAILURE() << judgement.status();
    return {};
  }
  Told told = {.findings = sink.Findings(),
               .omitted = sink.omitted(),
               .size = judgement->size,
               .expected_size = judgement->expected_size,
               .format = judgement->format,
               .key_values = std::nullopt};
  if (judgement->gguf.has_value()) {
    told.key_values = judgement->gguf->key_value_count();
  }
  return told;
}

Told TellInPieces(ByteSpan bytes, size_t piece, std::string_view name) {
  PiecedStream stream(bytes, piece);
  return Tell(stream, name);
}

constexpr std::array<std::string_view, 3> kNames = {"-", "m.gguf",
                                                    "m.safetensors"};

struct Sample {
  Code code;
  std::string bytes;
};

std::string Repeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

// Two of a kind at least, of which one goes on behind what is looked at, or
// says what it is late.
std::vector<Sample> TextSamples() {
  const std::string pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:" +
      std::string(64, 'a') + "\nsize 4000\n";
  return {
      {Code::kFileLfsPointer, pointer},
      {Code::kFileLfsPointer, "version https://x/spec/v1\n\xff\0\1"s},
      {Code::kFileWebPage,
       "<!DOCTYPE html>" + std::string(2000, ' ') + "<title>No</title>"},
      {Code::kFileWebPage, "<?xml version=\"1.0\"?>" + Repeated("<a/>", 5000)},
      {Code::kFileJsonText, std::string(900, '\n') + "{\"error\":\"gone\"}"},
      {Code::kFileJsonText, "{\"model\":[" + Repeated("1,", 4000) + "1]}"},
      {Code::kFilePlainText, "Entry not found"},
      {Code::kFilePlainText, Repeated("\xe2\x82\xac ", 1500)},
      {Code::kFilePlainText, "GGUX"},
      {Code::kFormatUnknown, std::string(3000, 't') + "\xff"},
      {Code::kFormatUnknown, "version https://x\n" + std::string(50, '\1')},
  };
}

std::vector<Sample> BinarySamples() {
  std::string tar = "model.bin";
  tar.resize(257, '\0');
  tar += "ustar\0"s + "00" + std::string(500, '\0');
  std::string old_tar = "model.gguf";
  old_tar.resize(100, '\0');
  old_tar += "0000644\0"s + std::string(500, '\0');
  const std::string mz =
      "MZ" + std::string(58, '\0') + "\x80\x01\0\0"s + std::string(0x140, '\0');
  return {
      {Code::kFileZipArchive, "PK\3\4"s + std::string(22, '\0') +
                                  "\x10\0\0\0"s + "archive/data.pkl" +
                                  std::string(9000, 'z')},
      {Code::kFileZipArchive, "PK\5\6"s + std::string(18, '\0')},
      {Code::kFilePickle, "\x80\x02}q\0X"s + std::string(200, '\1')},
      {Code::kFilePickle, "\x80\x04\x95"s + std::string(6000, '\1')},
      {Code::kFileOldGgml, "tjgg\3\0\0\0"s + std::string(300, '\1')},
      {Code::kFileOldGgml, "lmgg\x99\xca\0\0"s},
      {Code::kFileZeros, std::string(8, '\0')},
      {Code::kFileZeros, std::string(4096, '\0')},
      {Code::kFileZeros, std::string(20'000, '\0')},
      {Code::kFileZeros, std::string(24, '\0') + "data"},
      {Code::kFileOtherFormat, tar},
      {Code::kFileOtherFormat, old_tar},
      {Code::kFileOtherFormat, mz + "PE\0\0"s + std::string(100, '\1')},
      {Code::kFormatUnknown, mz + "NE\0\0"s + std::string(100, '\1')},
      {Code::kFileOtherFormat, "\x89PNG\r\n\x1a\n"s + std::string(99, '\xff')},
      {Code::kFileOtherFormat, "BZh91AY&SY\xff\0"s},
      {Code::kFileOtherFormat, "#! \t /bin/x\0\xff"s},
      {Code::kFormatUnknown, "\x80\x02\xff"s + std::string(100, '\1')},
      {Code::kFormatUnknown, "dex?\0\0\0\0\1"s},
      {Code::kFileEmpty, ""},
  };
}

std::vector<Sample> Samples() {
  std::vector<Sample> all = TextSamples();
  const std::vector<Sample> binary = BinarySamples();
  all.insert(all.end(), binary.begin(), binary.end());
  return all;
}

TEST(StreamPiecesTest, WhatAStreamIsDoesNotDependOnHowItArrives) {
  for (const Sample& sample : Samples()) {
    const ByteSpan bytes = AsBytes(sample.bytes);
    for (const std::string_view name : kNames) {
      const Told whole = TellInPieces(bytes, bytes.size() + 1, name);
      SCOPED_TRACE(std::string(CodeName(sample.code)) + " as " +
                   std::string(name));
      if (name == "-") {
        EXPECT_EQ(whole.findings.front().code, sample.code);
      }
      for (const size_t piece : {1, 7, 10, 100, 4096}) {
        EXPECT_EQ(TellInPieces(bytes, piece, name), whole)
            << "in pieces of " << piece;
      }
    }
  }
}

TEST(StreamPiecesTest, AStreamIsCalledWhatTheSameFileIs) {
  for (const Sample& sample : Samples()) {
    for (const std::string_view name : kNames) {
      const Judged file = JudgeBytes(AsBytes(sample.bytes), {}, name);
      const Told stream = TellInPieces(AsBytes(sample.bytes), 10, name);
      EXPECT_EQ(stream.findings.front().code, file.findings.front().code)
          << CodeName(sample.code) << " as " << name;
    }
  }
}

TEST(StreamPiecesTest, EveryKindThatIsRecognisedIsAmongTheSamples) {
  std::set<Code> codes;
  for (const Sample& sample : Samples()) codes.insert(sample.code);
  for (const Rule& rule : AllRules()) {
    // Told of by the name of a file, or beside a reader's finding.
    if (rule.code == Code::kFileSplitPart ||
        rule.code == Code::kFilePartialDownload ||
        rule.code == Code::kFileTextMangled) {
      continue;
    }
    if (rule.name.starts_with("file-")) {
      EXPECT_TRUE(codes.contains(rule.code)) << rule.name;
    }
  }
}

TEST(StreamPiecesTest, EveryRuleIsToldOfInPiecesAsInOne) {
  for (const RuleCase& rule_case : RuleCases()) {
    const GgufBytes file = rule_case.Bad();
    const ByteSpan bytes = file.bytes();
    if (bytes.size() > 100'000) continue;
    const Told whole = TellInPieces(bytes, bytes.size() + 1, rule_case.name);
    for (const size_t piece : {1, 7, 100}) {
      EXPECT_EQ(TellInPieces(bytes, piece, rule_case.name), whole)
          << CaseName(rule_case) << " in pieces of " << piece;
    }
  }
}

TEST(StreamPiecesTest, OfTwoErrorsInAStreamOnlyTheFirstIsWaitedFor) {
  const GgufBytes file =
      GgufBytes().Header(3, 0, 2).Key("a", kBool).U8(2).Key("b", kBool).U8(2);
  for (const size_t piece : {size_t{1}, size_t{7}, file.size() + 1}) {
    EXPECT_EQ(TellInPieces(file.bytes(), piece, "-").findings.size(), 1u)
        << piece;
  }
}

TEST(StreamPiecesTest, ManglingBehindTheErrorIsToldOfInNoPiece) {
  // The bool that is none begins as a replaced byte does.
  const GgufBytes file = GgufBytes()
                             .Header(3, 0, 2)
                             .Key("a", kBool)
                             .Raw("\xef\xbf\xbd\xef\xbf\xbd");
  const Told whole = TellInPieces(file.bytes(), file.size() + 1, "-");
  EXPECT_EQ(TellInPieces(file.bytes(), 1, "-"), whole);
  EXPECT_EQ(whole.findings.size(), 1u);
}

// Writes `text`, `piece` bytes at a time and with a pause between pieces, and
// returns what is told of it.
Told TellOfSlowPipe(const std::string& text, size_t piece) {
  std::array<int, 2> ends = {-1, -1};
  LG_CHECK(pipe(ends.data()) == 0);
  std::thread writer([&] {
    for (size_t at = 0; at < text.size(); at += piece) {
      const std::string part = text.substr(at, piece);
      LG_CHECK(write(ends[1], part.data(), part.size()) > 0);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    close(ends[1]);
  });
  StreamSource stream(ends[0]);
  const Told told = Tell(stream, "-");
  writer.join();
  close(ends[0]);
  return told;
}

TEST(StreamPiecesTest, ASlowPipeIsToldOfAsOneThatIsFilledAtOnce) {
  for (const Sample& sample : Samples()) {
    if (sample.bytes.size() > 500) continue;
    const Told whole = TellOfSlowPipe(sample.bytes, 4096);
    EXPECT_EQ(TellOfSlowPipe(sample.bytes, 10), whole) << CodeName(sample.code);
  }
}

TEST(StreamPiecesTest, NoMoreThanWhatExplainsIsTakenOfAnEndlessText) {
  const std::string text(1 << 20, 't');
  SlowStream stream(AsBytes(text));
  EXPECT_EQ(Tell(stream, "-").findings.front().code, Code::kFilePlainText);
  EXPECT_EQ(stream.taken(), 4096u);
}

}  // namespace
}  // namespace loadgate::testing_support
