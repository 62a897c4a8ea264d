#include "formats/gguf_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "loadgate/checked_math.h"
#include "tests/parser/read_gguf.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/guard_buffer.h"

namespace loadgate::testing_support {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr ByteOrder kOrders[] = {ByteOrder::kLittle, ByteOrder::kBig};

// A header with a count of tensors and of pairs, and `rest` zero bytes.
GgufBytes Counts(uint64_t tensors, uint64_t pairs, uint64_t rest) {
  GgufBytes file;
  file.Header(3, tensors, pairs).Zeros(rest);
  return file;
}

TEST(GgufHeaderTest, BothVersionsAreReadInBothOrders) {
  for (const ByteOrder order : kOrders) {
    for (const uint32_t version : {2u, 3u}) {
      GgufBytes bytes(order);
      bytes.Header(version, 0, 1).PairU8("k", 1);
      const Reading reading = ReadGguf(bytes);
      EXPECT_EQ(reading.file.version(), version);
      EXPECT_EQ(reading.file.order(), order);
      EXPECT_EQ(reading.file.key_value_count(), 1u);
      if (order == ByteOrder::kLittle) {
        EXPECT_THAT(reading.places(), ElementsAre());
        EXPECT_EQ(reading.result.status, ReadStatus::kParsed);
      } else {
        EXPECT_THAT(reading.places(),
                    ElementsAre(Place(Code::kGgufBigEndian, 4)));
        EXPECT_EQ(reading.result.status, ReadStatus::kFindings);
      }
    }
  }
}

TEST(GgufHeaderTest, EveryByteOfTheMagicCounts) {
  for (const std::string_view magic :
       {"XGUF", "GXUF", "GGXF", "GGUX", "gguf", "FUGG", "GGML", "PK\3\4"}) {
    GgufBytes file;
    file.Raw(magic).U32(3).U64(0).U64(0);
    const Reading reading = ReadGguf(file);
    EXPECT_THAT(reading.places(), ElementsAre(Place(Code::kGgufMagic, 0)));
    EXPECT_THAT(MessageOf(reading, Code::kGgufMagic),
                HasSubstr("begins with '" + std::string(magic) + "'"));
  }
}

TEST(GgufHeaderTest, AShortFileIsCutOffOrOfAnotherKind) {
  for (size_t size = 0; size <= 4; ++size) {
    const GuardBuffer start(AsBytes("GGUF").first(size));
    EXPECT_THAT(ReadGguf(start.bytes(), size).places(),
                ElementsAre(Place(Code::kGgufTruncated, size)));
    if (size == 0) continue;
    const GuardBuffer other(AsBytes("XGUF").first(size));
    EXPECT_THAT(ReadGguf(other.bytes(), size).places(),
                ElementsAre(Place(Code::kGgufMagic, 0)));
  }
}

TEST(GgufHeaderTest, EveryFieldIsWaitedForAndThenMissed) {
  GgufBytes file;
  file.Header(3, 0, 1);
  for (size_t present = 0; present < 24; ++present) {
    const GuardBuffer header(ByteSpan(file.bytes()).first(present));
    const uint64_t field = present < 4 ? 0 : present < 8 ? 4 : present / 8 * 8;
    for (const std::optional<uint64_t> size :
         {std::optional<uint64_t>(), std::optional<uint64_t>(100)}) {
      const Reading waiting = ReadGguf(header.bytes(), size);
      EXPECT_EQ(waiting.result.status, ReadStatus::kNeedBytes);
      EXPECT_EQ(waiting.result.need, field + (field < 8 ? 4 : 8));
      EXPECT_THAT(waiting.places(), ElementsAre());
    }
    // Of the magic, what is there is compared first.
    EXPECT_THAT(
        ReadGguf(header.bytes(), present).places(),
        ElementsAre(Place(Code::kGgufTruncated, field == 0 ? present : field)));
  }
}

TEST(GgufHeaderTest, OtherVersionsAreNamedInEitherOrder) {
  for (const ByteOrder order : kOrders) {
    for (const uint32_t version : {1u, 4u, 0xffffu}) {
      GgufBytes file(order);
      file.Header(version, 0, 0);
      const Reading reading = ReadGguf(file);
      EXPECT_THAT(reading.places(),
                  ElementsAre(Place(Code::kGgufVersionUnsupported, 4)));
      EXPECT_THAT(MessageOf(reading, Code::kGgufVersionUnsupported),
                  HasSubstr("The version is " + std::to_string(version) + ";"));
    }
  }
}

TEST(GgufHeaderTest, AVersionThatIsNoneInAnyOrderIsUnsupported) {
  for (const uint32_t version : {0u, 0x00030003u, 0x01030000u, UINT32_MAX}) {
    GgufBytes file;
    file.Header(version, 0, 0);
    EXPECT_THAT(ReadGguf(file).places(),
                ElementsAre(Place(Code::kGgufVersionUnsupported, 4)));
  }
}

TEST(GgufHeaderTest, NoKeyValuesAreAWarning) {
  EXPECT_THAT(ReadGguf(Counts(0, 0, 0)).places(),
              ElementsAre(Place(Code::kGgufNoKeyValues, 16)));
}

TEST(GgufHeaderTest, ATensorCountMustFitInTheFile) {
  EXPECT_THAT(ReadGguf(Counts(2, 0, 48)).findings,
              testing::Not(HasFinding(Code::kGgufTensorCountPastEnd)));
  for (const uint64_t count : {uint64_t{3}, uint64_t{1} << 40, UINT64_MAX}) {
    const Reading reading = ReadGguf(Counts(count, 0, 71));
    EXPECT_THAT(reading.findings, HasFinding(Code::kGgufTensorCountPastEnd, 8));
    EXPECT_THAT(MessageOf(reading, Code::kGgufTensorCountPastEnd),
                HasSubstr("is " + std::to_string(count) +
                          ", but at most 2 of at least 24 bytes fit in the "
                          "71 bytes that follow."));
  }
}

TEST(GgufHeaderTest, AKeyValueCountMustFitInTheFile) {
  EXPECT_THAT(ReadGguf(Counts(0, 2, 28)).findings,
              testing::Not(HasFinding(Code::kGgufKeyValueCountPastEnd)));
  for (const uint64_t count : {uint64_t{2}, UINT64_MAX}) {
    const Reading reading = ReadGguf(Counts(0, count, 27));
    EXPECT_THAT(reading.findings,
                HasFinding(Code::kGgufKeyValueCountPastEnd, 16));
    EXPECT_THAT(MessageOf(reading, Code::kGgufKeyValueCountPastEnd),
                HasSubstr("at most 1 of at least 14 bytes fits in the 27"));
  }
}

TEST(GgufHeaderTest, BothCountsAreJudged) {
  EXPECT_THAT(ReadGguf(Counts(UINT64_MAX, UINT64_MAX, 0)).places(),
              ElementsAre(Place(Code::kGgufTensorCountPastEnd, 8),
                          Place(Code::kGgufKeyValueCountPastEnd, 16)));
}

TEST(GgufHeaderTest, ACountThatOnlyAWholeFileCouldHoldIsReadOn) {
  // Cut short behind its second pair of three.
  GgufBytes file;
  file.Header(3, 0, 3).PairU8("a", 1).PairU8("b", 2);
  const Reading reading = ReadGguf(file);
  EXPECT_EQ(reading.file.key_value_count(), 2u);
  EXPECT_THAT(reading.places(),
              ElementsAre(Place(Code::kGgufKeyValueCountPastEnd, 16),
                          Place(Code::kGgufTruncated, file.size())));
}

TEST(GgufHeaderTest, OfAnUnknownSizeOnlyImpossibleCountsArePastItsEnd) {
  const Limits limits = {.tensors = UINT64_MAX};
  const uint64_t most = (kMaxFileSize - 24) / 24;
  const GgufBytes fits = Counts(most, 1, 0);
  EXPECT_THAT(ReadGguf(fits.bytes(), std::nullopt, limits).places(),
              ElementsAre());
  const GgufBytes over = Counts(most + 1, 1, 0);
  EXPECT_THAT(ReadGguf(over.bytes(), std::nullopt, limits).places(),
              ElementsAre(Place(Code::kGgufTensorCountPastEnd, 8)));
}

TEST(GgufHeaderTest, ACountOverALimitOfOursEndsTheReadingUndecided) {
  const Limits limits = {.key_values = 2, .tensors = 1};
  const GgufBytes fits = Counts(1, 2, 1000);
  const Reading within = ReadGguf(fits, limits);
  EXPECT_THAT(within.findings, testing::Not(HasFinding(Code::kLimitTensors)));
  EXPECT_GT(within.items, 1u);
  const GgufBytes over = Counts(2, 3, 1000);
  const Reading reading = ReadGguf(over, limits);
  EXPECT_EQ(reading.result.status, ReadStatus::kFindings);
  EXPECT_EQ(reading.items, 0u);
  EXPECT_THAT(reading.places(), ElementsAre(Place(Code::kLimitTensors, 8),
                                            Place(Code::kLimitKeyValues, 16)));
  EXPECT_THAT(MessageOf(reading, Code::kLimitTensors),
              HasSubstr("The tensor count is 2; the limit is 1."));
}

}  // namespace
}  // namespace loadgate::testing_support
