#include "loadgate/gguf_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tests/parser/read_gguf.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/guard_buffer.h"

namespace loadgate::testing_support {
namespace {

using testing::ElementsAre;

// A header of one pair and one tensor of a byte: 24 + 14 + 33 bytes, padded to
// 96, and 32 bytes of data.
constexpr uint64_t kHeaderEnd = 71;
constexpr uint64_t kSize = 128;
GgufBytes Small() {
  GgufBytes file;
  file.Header(3, 1, 1).PairU8("k", 1).TensorInfo("w", {1}, 24, 0);
  file.PadTo(32).Data(1).PadTo(32);
  return file;
}

TEST(GgufReaderTest, GoodFilesAreParsed) {
  for (const GoodFile& file : GoodGgufFiles()) {
    const GuardBuffer buffer(file.bytes);
    const Reading reading = ReadGguf(buffer.bytes(), file.bytes.size());
    EXPECT_EQ(reading.result.status, ReadStatus::kParsed) << file.name;
    EXPECT_THAT(reading.findings, HasNoError()) << file.name;
    EXPECT_EQ(reading.file.tensor_count(), file.recipe.tensors.size());
    EXPECT_EQ(reading.file.key_value_count(), file.recipe.pairs.size());
  }
}

TEST(GgufReaderTest, BigEndianFilesAreParsedToTheEndAndRefused) {
  for (const GoodFile& file : BigEndianGgufFiles()) {
    const Reading reading = ReadGguf(file.bytes, file.bytes.size());
    EXPECT_EQ(reading.result.status, ReadStatus::kFindings) << file.name;
    EXPECT_THAT(reading.findings, HasOnlyError(Code::kGgufBigEndian));
    EXPECT_EQ(reading.file.tensor_count(), file.recipe.tensors.size());
  }
}

TEST(GgufReaderTest, AsksForWhatItNeedsAndIsDoneWithTheHeader) {
  const GgufBytes file = Small();
  FindingSink sink;
  GgufReader reader({}, {});
  std::vector<uint64_t> needs;
  ReadResult result = reader.Read({}, kSize, &sink);
  while (result.status == ReadStatus::kNeedBytes) {
    needs.push_back(result.need);
    // Exactly what was asked for, and nothing behind it.
    const GuardBuffer header(
        ByteSpan(file.bytes()).first(static_cast<size_t>(result.need)));
    result = reader.Read(header.bytes(), kSize, &sink);
  }
  EXPECT_EQ(result.status, ReadStatus::kParsed);
  EXPECT_THAT(needs, ElementsAre(4, 8, 16, 24, 32, 33, 37, 38, 46, 47, 51, 59,
                                 63, kHeaderEnd));
  EXPECT_EQ(reader.items_read(), 3u);
}

TEST(GgufReaderTest, WithoutASizeItWaitsForOneOnceTheHeaderIsWhole) {
  const GgufBytes file = Small();
  const ByteSpan header = ByteSpan(file.bytes()).first(kHeaderEnd);
  FindingSink sink;
  GgufReader reader({}, {});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(reader.Read(header, std::nullopt, &sink).status,
              ReadStatus::kNeedSize);
  }
  EXPECT_EQ(reader.Read(header, kSize, &sink).status, ReadStatus::kParsed);
  EXPECT_EQ(std::move(reader).TakeFile(header).probes().size(), 2u)
      << "waiting must not list them again";
}

TEST(GgufReaderTest, ALateSizeCanStillReject) {
  const GgufBytes file = Small();
  FindingSink sink;
  GgufReader reader({}, {});
  reader.Read(file.bytes(), std::nullopt, &sink);
  EXPECT_EQ(reader.Read(file.bytes(), 90, &sink).status, ReadStatus::kFindings);
  EXPECT_THAT(sink.Findings(), HasFinding(Code::kGgufDataStartPastEnd, 90));
}

TEST(GgufReaderTest, BytesPastTheFilesSizeAreIgnored) {
  const GgufBytes file = Small();
  EXPECT_THAT(ReadGguf(file.bytes(), 40).places(),
              ElementsAre(Place(Code::kGgufTensorCountPastEnd, 8),
                          Place(Code::kGgufTruncated, 38)));
}

TEST(GgufReaderTest, TheAnswerStaysAndFindingsComeOnce) {
  GgufBytes bad = Small();
  bad.Set("tensor[0].offset", 32);
  FindingSink sink;
  GgufReader reader({}, {});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(reader.Read(bad.bytes(), kSize, &sink).status,
              ReadStatus::kFindings);
  }
  EXPECT_THAT(PlacesOf(sink.Findings()),
              ElementsAre(Place(Code::kGgufOffsetGap, 63)));
}

TEST(GgufReaderTest, AnErrorOfAnotherReaderInTheSinkIsNotItsOwn) {
  FindingSink sink;
  sink.Report(Code::kFileEmpty, 0, [] { return FindingText{}; });
  GgufReader reader({}, {});
  EXPECT_EQ(reader.Read(Small().bytes(), kSize, &sink).status,
            ReadStatus::kParsed);
}

TEST(GgufReaderTest, ErrorsAreKnownBeforeTheHeaderIsWhole) {
  GgufBytes file;
  file.Header(3, 0, 2).Key("k", kBool).U8(2);
  FindingSink sink;
  GgufReader reader({}, {});
  EXPECT_EQ(reader.Read(file.bytes(), std::nullopt, &sink).status,
            ReadStatus::kNeedBytes);
  EXPECT_EQ(sink.errors(), 1u);
  GgufBytes rest = file;
  rest.PairU8("l", 1);
  EXPECT_EQ(reader.Read(rest.bytes(), rest.size(), &sink).status,
            ReadStatus::kFindings)
      << "an error of an earlier call counts";
}

TEST(GgufReaderTest, AHeaderOverOurLimitIsLeftUndecided) {
  const GgufBytes file = Small();
  const ByteSpan start = ByteSpan(file.bytes()).first(kHeaderEnd - 8);
  const Reading within =
      ReadGguf(start, kSize, Limits{.header_bytes = kHeaderEnd});
  EXPECT_EQ(within.result.status, ReadStatus::kNeedBytes);
  const Reading over =
      ReadGguf(start, kSize, Limits{.header_bytes = kHeaderEnd - 1});
  EXPECT_EQ(over.result.status, ReadStatus::kFindings);
  EXPECT_THAT(over.places(), ElementsAre(Place(Code::kLimitHeaderBytes, 38)));
}

// What is said of the file when a byte more of it is given at each call.
std::vector<Place> PlacesByteByByte(const GgufBytes& file,
                                    const Limits& limits) {
  FindingSink sink(limits);
  GgufReader reader(limits, {});
  ReadResult result;
  for (size_t n = 0; result.status == ReadStatus::kNeedBytes; ++n) {
    EXPECT_LE(result.need, limits.header_bytes);
    result = reader.Read(ByteSpan(file.bytes()).first(n), file.size(), &sink);
  }
  return PlacesOf(sink.Findings());
}

TEST(GgufReaderTest, TheHeaderLimitIsTheSameHoweverTheBytesCome) {
  const GgufBytes file = Small();
  for (uint64_t limit = 4; limit <= kHeaderEnd; ++limit) {
    const Limits limits = {.header_bytes = limit};
    const Reading at_once = ReadGguf(file.bytes(), kSize, limits);
    EXPECT_EQ(at_once.places(), PlacesByteByByte(file, limits)) << limit;
    const auto over =
        ElementsAre(Place(Code::kLimitHeaderBytes, limit < 24   ? 0
                                                   : limit < 38 ? 24
                                                                : 38));
    if (limit < kHeaderEnd) {
      EXPECT_THAT(at_once.places(), over) << limit;
    } else {
      EXPECT_THAT(at_once.places(), ElementsAre());
    }
  }
}

TEST(GgufReaderTest, ElementsBehindTheHeaderLimitAreNotRead) {
  GgufBytes file;
  file.Header(3, 0, 1).ArrayHead("k", kBool, 9);
  const uint64_t limit = file.size() + 4;
  for (int i = 0; i < 9; ++i) file.U8(i < 4 ? 1 : 2);
  const Limits limits = {.header_bytes = limit};
  const auto over = ElementsAre(Place(Code::kLimitHeaderBytes, limit));
  EXPECT_THAT(ReadGguf(file.bytes(), file.size(), limits).places(), over);
  EXPECT_THAT(PlacesByteByByte(file, limits), over);
}

TEST(GgufReaderTest, APartialFileHoldsTheWholeItems) {
  GgufBytes bytes;
  bytes.Header(3, 0, 3).PairU8("a", 1).PairU8("b", 2).Key("c", 99).Zeros(40);
  const Reading reading = ReadGguf(bytes);
  EXPECT_EQ(reading.result.status, ReadStatus::kFindings);
  ASSERT_EQ(reading.file.key_value_count(), 2u);
  EXPECT_EQ(reading.file.key_value(1).As<uint8_t>(), 2);
  EXPECT_EQ(reading.file.tensor_count(), 0u);
  EXPECT_EQ(reading.file.header_bytes(), 24u + 28u);
}

TEST(GgufReaderTest, TheHeaderMayMoveBetweenCalls) {
  const GgufBytes file = Build(TinyLlama());
  const Reading whole = ReadGguf(file);
  FindingSink sink;
  GgufReader reader({}, {});
  ReadResult result;
  for (size_t n = 0; result.status == ReadStatus::kNeedBytes; n += 5) {
    // The buffer of the call before is unmapped: a pointer kept would fault.
    const GuardBuffer header(
        ByteSpan(file.bytes()).first(std::min<size_t>(n, file.size())));
    result = reader.Read(header.bytes(), file.size(), &sink);
  }
  EXPECT_EQ(result.status, ReadStatus::kParsed);
  EXPECT_EQ(reader.items_read(), whole.items);
  EXPECT_EQ(PlacesOf(sink.Findings()), whole.places());
}

TEST(GgufReaderDeathTest, AFileIsTakenOnlyOnceItIsParsed) {
  const GgufBytes file = Small();
  FindingSink sink;
  GgufReader fresh({}, {});
  EXPECT_DEATH(std::move(fresh).TakeFile({}), "kParsed");
  GgufReader waiting({}, {});
  waiting.Read(file.bytes(), std::nullopt, &sink);
  EXPECT_DEATH(std::move(waiting).TakeFile(file.bytes()), "kParsed");
  GgufReader rejected({}, {});
  rejected.Read(file.bytes(), 40, &sink);
  EXPECT_DEATH(std::move(rejected).TakeFile(file.bytes()), "kParsed");
}

}  // namespace
}  // namespace loadgate::testing_support
