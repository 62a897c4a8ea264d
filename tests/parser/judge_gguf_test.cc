#include "inspect/judge_gguf.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tests/parser/read_gguf.h"
#include "tests/parser/test_sources.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing::ElementsAre;
using testing_support::Build;
using testing_support::FailingSource;
using testing_support::FailingStream;
using testing_support::FakeStream;
using testing_support::GgufBytes;
using testing_support::GgufRecipe;
using testing_support::GoodFile;
using testing_support::GoodGgufFiles;
using testing_support::HasFinding;
using testing_support::LyingSource;
using testing_support::PipedBytes;
using testing_support::Place;
using testing_support::PlacesOf;
using testing_support::SlowStream;
using testing_support::TempDir;

constexpr uint64_t kStep = 64 * 1024;

// All that one judging says, to be compared and printed.
std::string Told(ByteSource& source, const Limits& limits = {}) {
  FindingSink sink(limits);
  const auto judgement = Judge(
      source, {.limits = limits, .hash_key = {}, .name = "m.gguf"}, &sink);
  if (!judgement.ok()) return judgement.status().ToString();
  std::string told(VerdictName(sink.verdict()));
  for (const Finding& finding : sink.Findings()) {
    told += "\n" + testing::PrintToString(finding);
  }
  const GgufFile& file = *judgement->gguf;
  told += "\n" + std::to_string(file.key_value_count()) + " pairs, " +
          std::to_string(file.tensor_count()) + " tensors";
  if (sink.errors() == 0 && judgement->size.has_value()) {
    told += ", " + std::to_string(*judgement->size) + " bytes";
  }
  return told;
}

// Expects that a file and streams are judged as the same bytes in memory.
void ExpectSameFromEverySource(ByteSpan bytes, const Limits& limits = {}) {
  MemorySource memory(bytes);
  const std::string expected = Told(memory, limits);
  const TempDir dir;
  const int fd = open(dir.WriteFile("file", bytes).c_str(), O_RDONLY);
  ASSERT_GE(fd, 0);
  FileSource file(fd, bytes.size());
  EXPECT_EQ(Told(file, limits), expected);
  close(fd);
  FakeStream fake(bytes);
  EXPECT_EQ(Told(fake, limits), expected);
  SlowStream slow(bytes);
  EXPECT_EQ(Told(slow, limits), expected);
  const PipedBytes pipe(bytes, static_cast<unsigned>(bytes.size()));
  StreamSource stream(pipe.fd());
  EXPECT_EQ(Told(stream, limits), expected);
}

// A file whose data is larger than what a stream fetches at a time, with
// padding in front of it and behind both tensors.
GgufRecipe Large() {
  return {.pairs = {{"general.architecture", "llama"}},
          .tensors = {{.name = "a", .ne = {70'001}, .type = 24},
                      {.name = "b", .ne = {100'003}, .type = 24}}};
}

// A ZIP end record without a comment.
std::string ZipEnd() { return "PK\5\6" + std::string(18, '\0'); }

TEST(JudgeGgufTest, GoodFilesAreJudgedAlikeFromEverySource) {
  for (const GoodFile& file : GoodGgufFiles()) {
    SCOPED_TRACE(file.name);
    ExpectSameFromEverySource(file.bytes);
  }
}

TEST(JudgeGgufTest, GoodFilesInWritesOfOneByteAreJudgedAlike) {
  for (const GoodFile& file : GoodGgufFiles()) {
    SCOPED_TRACE(file.name);
    MemorySource memory(file.bytes);
    const PipedBytes pipe(file.bytes, 1, 1);
    StreamSource stream(pipe.fd());
    EXPECT_EQ(Told(stream), Told(memory));
  }
}

TEST(JudgeGgufTest, EveryCutOfALargeFileIsJudgedAlike) {
  const GgufBytes file = Build(Large());
  const uint64_t size = file.size();
  for (const uint64_t end :
       {uint64_t{1}, uint64_t{30}, kStep - 1, kStep, kStep + 1, 2 * kStep - 1,
        2 * kStep, size - 100'050, size - 100'040, size - 30, size - 29,
        size - 20, size - 1, size}) {
    SCOPED_TRACE(end);
    ASSERT_LE(end, size);
    ExpectSameFromEverySource(ByteSpan(file.bytes()).first(end));
  }
}

TEST(JudgeGgufTest, EveryTailOfALargeFileIsJudgedAlike) {
  const std::string zeros(200'000, '\0');
  const std::string text(300'000, 'x');
  for (const std::string& tail :
       {std::string(1, '\0'), zeros.substr(0, 32), zeros.substr(0, 33), zeros,
        std::string("x"), text, zeros + "x", ZipEnd(),
        zeros.substr(0, kStep) + ZipEnd(), text + ZipEnd(),
        text.substr(0, 2 * kStep) + ZipEnd(), ZipEnd() + text,
        "\x7f\x45LF" + text, "#!/bin/sh\n" + text}) {
    SCOPED_TRACE(tail.size());
    GgufRecipe recipe = Large();
    recipe.tail = tail;
    ExpectSameFromEverySource(Build(recipe).bytes());
  }
}

// An executable whose PE header lies `pointer` bytes into it, four bytes before
// its end.
std::string Executable(uint32_t pointer) {
  std::string text(pointer, 'x');
  text.replace(0, 2, "MZ");
  for (size_t i = 0; i < 4; ++i) {
    text[0x3c + i] = static_cast<char>(pointer >> (8 * i) & 0xff);
  }
  return text + std::string("PE\0\0", 4);
}

TEST(JudgeGgufTest, AnExecutableBehindALargeFileIsJudgedAlike) {
  for (const uint64_t pointer :
       {kStep - 4, kStep - 2, kStep, 2 * kStep - 1, 3 * kStep + 5}) {
    SCOPED_TRACE(pointer);
    const std::string text = Executable(static_cast<uint32_t>(pointer));
    for (const std::string& tail :
         {text, text + std::string(200'000, 'y'), text.substr(0, pointer + 3),
          text.substr(0, kStep - 5)}) {
      GgufRecipe recipe = Large();
      recipe.tail = tail;
      const GgufBytes file = Build(recipe);
      ExpectSameFromEverySource(file.bytes());
      MemorySource memory(file.bytes());
      FindingSink sink;
      ASSERT_TRUE(Judge(memory, {}, &sink).ok());
      EXPECT_EQ(sink.count_of(Code::kGgufTailEmbeddedFile),
                tail.size() >= text.size() ? 1u : 0u);
    }
  }
}

TEST(JudgeGgufTest, PaddingOfALargeFileIsJudgedAlike) {
  GgufRecipe recipe = Large();
  recipe.padding = std::byte{1};
  ExpectSameFromEverySource(Build(recipe).bytes());
  recipe.pad_last = false;
  ExpectSameFromEverySource(Build(recipe).bytes());
  recipe.tail = "x";
  ExpectSameFromEverySource(Build(recipe).bytes());
  ExpectSameFromEverySource(Build(recipe).bytes(), {.probes = 4});
  ExpectSameFromEverySource(Build(recipe).bytes(), {.probes = 5});
}

TEST(JudgeGgufTest, ALargeHeaderIsJudgedAlike) {
  GgufRecipe recipe = Large();
  recipe.pairs.push_back({"text", std::string(300'000, 't')});
  recipe.pairs.push_back(
      {"list", testing_support::ArrayOf<std::string>(
                   std::vector<std::string>(9000, "an entry"))});
  ExpectSameFromEverySource(Build(recipe).bytes());
}

TEST(JudgeGgufTest, AHeaderThatEndsInALongStringIsJudgedAlike) {
  GgufBytes file;
  file.Header(3, 0, 1).PairString("text", std::string(300'000, 't'));
  for (const uint64_t end :
       {kStep, kStep + 1, 2 * kStep, file.size() - 1, file.size()}) {
    SCOPED_TRACE(end);
    ExpectSameFromEverySource(ByteSpan(file.bytes()).first(end));
  }
}

TEST(JudgeGgufTest, PaddingAndTailAreLookedAtInEverySource) {
  GgufRecipe recipe = Large();
  recipe.padding = std::byte{7};
  recipe.tail = ZipEnd();
  const GgufBytes file = Build(recipe);
  FakeStream stream(file.bytes());
  FindingSink sink;
  ASSERT_TRUE(Judge(stream, {}, &sink).ok());
  EXPECT_EQ(sink.count_of(Code::kGgufPaddingNotZero), 3u);
  EXPECT_THAT(sink.Findings(),
              HasFinding(Code::kGgufTailEmbeddedFile, file.size() - 22));
}

// A pair that lies, `before` bytes into the file, and a lot behind it.
GgufBytes LyingAt(size_t before) {
  GgufBytes file;
  file.Header(3, 0, 3)
      .PairString("front", std::string(before, 'f'))
      .Key("lie", testing_support::kBool)
      .U8(2)
      .PairString("rest", std::string(1 << 20, 'r'));
  return file;
}

TEST(JudgeGgufTest, AStreamIsLeftAloneAsSoonAsItIsRejected) {
  for (const size_t before : {size_t{0}, size_t{100'000}, size_t{500'000}}) {
    const GgufBytes file = LyingAt(before);
    const uint64_t lie = file.OffsetOf("key_value[1].value");
    FakeStream stream(file.bytes());
    FindingSink sink;
    const auto judgement = Judge(stream, {}, &sink);
    ASSERT_TRUE(judgement.ok());
    EXPECT_THAT(PlacesOf(sink.Findings()),
                ElementsAre(Place(Code::kGgufBoolInvalid, lie)));
    EXPECT_LE(stream.taken(), lie + 1 + kStep);
    EXPECT_EQ(judgement->size, std::nullopt);
    EXPECT_EQ(judgement->gguf->key_value_count(), 2u);
  }
}

TEST(JudgeGgufTest, APipeMayBeClosedBeforeItsEnd) {
  const GgufBytes file = LyingAt(0);
  const PipedBytes pipe(file.bytes());
  StreamSource stream(pipe.fd());
  FindingSink sink;
  EXPECT_TRUE(Judge(stream, {}, &sink).ok());
  EXPECT_EQ(sink.verdict(), Verdict::kReject);
}

TEST(JudgeGgufTest, ErrorsInAWholeHeaderNeedNoMoreOfAStream) {
  GgufRecipe recipe = Large();
  recipe.tensors[1].declared_offset = 0;
  const GgufBytes file = Build(recipe);
  FakeStream stream(file.bytes());
  FindingSink sink;
  const auto judgement = Judge(stream, {}, &sink);
  ASSERT_TRUE(judgement.ok());
  EXPECT_THAT(sink.Findings(), HasFinding(Code::kGgufOffsetOverlap));
  EXPECT_LE(stream.taken(), kStep);
  EXPECT_EQ(judgement->size, std::nullopt);
}

TEST(JudgeGgufTest, OfAFileTheRestOfTheHeaderIsStillRead) {
  GgufBytes file = LyingAt(100'000);
  file.Set("key_value[2].type", 99);
  MemorySource source(file.bytes());
  FindingSink sink;
  ASSERT_TRUE(Judge(source, {}, &sink).ok());
  EXPECT_EQ(sink.errors(), 2u);
}

// A file says how many tensors it can hold at most; a stream might still hold
// any number, so that our limit is all that can be said without its end.
TEST(JudgeGgufTest, AStreamOverALimitIsUndecidedWithoutWaitingForItsEnd) {
  GgufBytes file;
  file.Header(3, uint64_t{1} << 40, 0).Zeros(1 << 20);
  MemorySource memory(file.bytes());
  FindingSink of_file;
  ASSERT_TRUE(Judge(memory, {}, &of_file).ok());
  EXPECT_EQ(of_file.verdict(), Verdict::kReject);
  FakeStream stream(file.bytes());
  FindingSink of_stream;
  const auto judgement = Judge(stream, {}, &of_stream);
  ASSERT_TRUE(judgement.ok());
  EXPECT_EQ(of_stream.verdict(), Verdict::kUndecided);
  EXPECT_EQ(of_stream.count_of(Code::kLimitTensors), 1u);
  EXPECT_EQ(judgement->size, std::nullopt);
  EXPECT_LE(stream.taken(), kStep);
}

TEST(JudgeGgufTest, AFileThatShrinksIsAnErrorWhereverItEnds) {
  GgufRecipe recipe = Large();
  recipe.pairs.push_back({"text", std::string(100'000, 't')});
  recipe.tail = std::string(100'000, 'x');
  const GgufBytes file = Build(recipe);
  const uint64_t header = file.OffsetOf("tensor[1].offset") + 8;
  for (const uint64_t there :
       {uint64_t{4}, kStep, header - 1, header + 1, header + 71'000,
        file.size() - 100'001, file.size() - 100'000, file.size() - 1}) {
    LyingSource source(ByteSpan(file.bytes()).first(there), file.size());
    FindingSink sink;
    const auto judgement = Judge(source, {}, &sink);
    EXPECT_EQ(judgement.status().code(), absl::StatusCode::kDataLoss) << there;
  }
}

// Judges a file with a long header, long data and a long tail out of a source
// that fails at one place after another.
template <typename Source>
void ExpectErrorsComeThrough() {
  GgufRecipe recipe = Large();
  recipe.pairs.push_back({"text", std::string(100'000, 't')});
  recipe.tail = std::string(100'000, 'x');
  const GgufBytes file = Build(recipe);
  for (const uint64_t fails_at :
       {uint64_t{0}, kStep, 2 * kStep + 1, file.size() - 200'040,
        file.size() - 100'001, file.size() - 1}) {
    Source source(file.bytes(), fails_at);
    FindingSink sink;
    EXPECT_EQ(Judge(source, {}, &sink).status().code(),
              absl::StatusCode::kUnavailable)
        << fails_at;
  }
}

TEST(JudgeGgufTest, ErrorsOfAFileComeThroughWhereverTheyHappen) {
  ExpectErrorsComeThrough<FailingSource>();
}

TEST(JudgeGgufTest, ErrorsOfAStreamComeThroughWhereverTheyHappen) {
  ExpectErrorsComeThrough<FailingStream>();
}

}  // namespace
}  // namespace loadgate
