#include "formats/gguf_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "loadgate/checked_math.h"
#include "tests/parser/read_gguf.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate::testing_support {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr uint32_t kI8 = 24;
constexpr uint64_t k2To62 = uint64_t{1} << 62;

// One tensor as these tests see it: so many bytes, said to lie there.
struct Laid {
  uint64_t bytes;
  uint64_t offset;
};

std::string NameOf(size_t i) { return {static_cast<char>('a' + i)}; }

// A file of those tensors, without their data.
GgufBytes FileOf(const std::vector<Laid>& tensors, uint32_t alignment = 32) {
  GgufBytes file;
  file.Header(3, tensors.size(), 1).PairU32("general.alignment", alignment);
  for (size_t i = 0; i < tensors.size(); ++i) {
    file.TensorInfo(NameOf(i), {tensors[i].bytes}, kI8, tensors[i].offset);
  }
  return file;
}

// Where the offset of tensor `i` stands in such a file.
uint64_t OffsetField(size_t i) { return 24 + 33 + 33 * i + 25; }

// What a file whose data is all there is found to have, as code and tensor.
std::vector<std::pair<Code, size_t>> FaultsOf(const std::vector<Laid>& tensors,
                                              uint32_t alignment = 32) {
  const Reading reading =
      ReadGguf(FileOf(tensors, alignment).bytes(), kMaxFileSize);
  std::vector<std::pair<Code, size_t>> faults;
  for (const Finding& finding : reading.findings) {
    size_t i = 0;
    while (i < tensors.size() && OffsetField(i) != finding.offset) ++i;
    faults.emplace_back(finding.code, i);
  }
  return faults;
}

using Fault = std::pair<Code, size_t>;

TEST(GgufLayoutTest, PaddedRunningSumsAreNoFinding) {
  EXPECT_THAT(FaultsOf({{32, 0}, {1, 32}, {33, 64}, {5, 128}}), ElementsAre());
  EXPECT_THAT(FaultsOf({{8, 0}, {1, 8}, {9, 16}, {1, 32}}, 8), ElementsAre());
}

TEST(GgufLayoutTest, EmptyTensorsLieOnTheRunningSumToo) {
  EXPECT_THAT(FaultsOf({{32, 0}, {0, 32}, {0, 32}, {32, 32}}),
              ElementsAre(Fault(Code::kGgufDimensionZero, 4),
                          Fault(Code::kGgufDimensionZero, 4)));
  EXPECT_THAT(FaultsOf({{32, 0}, {0, 64}}),
              testing::Contains(Fault(Code::kGgufOffsetGap, 1)));
  EXPECT_THAT(FaultsOf({{32, 0}, {0, 0}}),
              testing::Contains(Fault(Code::kGgufOffsetOverlap, 1)));
  EXPECT_THAT(FaultsOf({{32, 0}, {0, 33}}),
              testing::Contains(Fault(Code::kGgufOffsetMisaligned, 1)));
}

TEST(GgufLayoutTest, AGapIsReportedOnceAndLaterTensorsAreNotBlamed) {
  EXPECT_THAT(FaultsOf({{32, 0}, {32, 64}, {32, 96}, {32, 128}}),
              ElementsAre(Fault(Code::kGgufOffsetGap, 1)));
  EXPECT_THAT(FaultsOf({{32, 32}, {32, 64}}),
              ElementsAre(Fault(Code::kGgufOffsetGap, 0)));
}

TEST(GgufLayoutTest, AnOverlapIsReportedOnceAndLaterTensorsAreNotBlamed) {
  EXPECT_THAT(FaultsOf({{64, 0}, {32, 32}, {32, 64}, {32, 96}}),
              ElementsAre(Fault(Code::kGgufOffsetOverlap, 1)));
  EXPECT_THAT(FaultsOf({{32, 0}, {32, 0}, {32, 32}}),
              ElementsAre(Fault(Code::kGgufOffsetOverlap, 1)));
}

TEST(GgufLayoutTest, AMisalignedOffsetIsReportedOnce) {
  EXPECT_THAT(FaultsOf({{32, 0}, {32, 33}, {32, 64}}),
              ElementsAre(Fault(Code::kGgufOffsetMisaligned, 1)));
  EXPECT_THAT(FaultsOf({{32, 0}, {32, 31}, {32, 64}}),
              ElementsAre(Fault(Code::kGgufOffsetMisaligned, 1)));
}

TEST(GgufLayoutTest, ASwapIsAGapThatTheNextFills) {
  EXPECT_THAT(FaultsOf({{32, 32}, {32, 0}, {32, 64}}),
              ElementsAre(Fault(Code::kGgufOffsetGap, 0),
                          Fault(Code::kGgufOffsetOrder, 1)));
}

TEST(GgufLayoutTest, AReversalFillsTheGapFromItsEnd) {
  EXPECT_THAT(FaultsOf({{32, 96}, {32, 64}, {32, 32}, {32, 0}}),
              ElementsAre(Fault(Code::kGgufOffsetGap, 0),
                          Fault(Code::kGgufOffsetOrder, 1),
                          Fault(Code::kGgufOffsetOrder, 2),
                          Fault(Code::kGgufOffsetOrder, 3)));
}

TEST(GgufLayoutTest, ATensorInTheMiddleOfAGapLeavesBothSidesOpen) {
  EXPECT_THAT(FaultsOf({{32, 96}, {32, 32}, {32, 64}, {32, 0}, {32, 32}}),
              ElementsAre(Fault(Code::kGgufOffsetGap, 0),
                          Fault(Code::kGgufOffsetOrder, 3),
                          Fault(Code::kGgufOffsetOverlap, 4)));
}

TEST(GgufLayoutTest, TensorsBehindAWrongOffsetAreNotBlamed) {
  const std::pair<uint64_t, Code> lies[] = {
      {64, Code::kGgufOffsetGap},
      {0, Code::kGgufOffsetOverlap},
      {4096, Code::kGgufOffsetGap},
      {33, Code::kGgufOffsetMisaligned},
      {UINT64_MAX - 31, Code::kGgufOffsetGap}};
  for (const auto& [offset, code] : lies) {
    EXPECT_THAT(FaultsOf({{32, 0}, {32, offset}, {32, 64}, {32, 96}}),
                ElementsAre(Fault(code, 1)));
  }
}

TEST(GgufLayoutTest, AnEmptyTensorInTheWrongPlaceOpensNoGap) {
  constexpr size_t kNoOffset = 3;  // The note is about a dimension.
  EXPECT_THAT(FaultsOf({{32, 0}, {0, 64}, {32, 32}}),
              ElementsAre(Fault(Code::kGgufOffsetGap, 1),
                          Fault(Code::kGgufDimensionZero, kNoOffset)));
}

TEST(GgufLayoutTest, ATensorThatIsLargerThanTheGapOverlaps) {
  EXPECT_THAT(FaultsOf({{32, 32}, {64, 0}}),
              ElementsAre(Fault(Code::kGgufOffsetGap, 0),
                          Fault(Code::kGgufOffsetOverlap, 1)));
}

TEST(GgufLayoutTest, AWrongOffsetIsNamedWithTheRightOne) {
  const Reading reading =
      ReadGguf(FileOf({{40, 0}, {1, 96}}).bytes(), kMaxFileSize);
  EXPECT_EQ(reading.findings[0].where, "tensor[1] 'b'");
  EXPECT_THAT(MessageOf(reading, Code::kGgufOffsetGap),
              HasSubstr("The offset is 96, but the tensors before it end, "
                        "padded to 32, at 64."));
}

TEST(GgufLayoutTest, AnOffsetThatNoFileHoldsLosesTheLayout) {
  for (const uint64_t offset : {kMaxFileSize, UINT64_MAX}) {
    const GgufBytes file = FileOf({{32, 0}, {32, offset - 31}, {1, 64}});
    const Reading reading = ReadGguf(file.bytes(), kMaxFileSize);
    EXPECT_THAT(reading.findings,
                HasFinding(Code::kGgufOffsetGap, OffsetField(1)));
    EXPECT_EQ(reading.findings.size(), 1u);
    EXPECT_FALSE(reading.file.layout_known());
    EXPECT_TRUE(reading.file.TailProbes(kMaxFileSize).empty());
  }
}

TEST(GgufLayoutTest, PaddedSizesAndTheirSumStayUnder2To63) {
  const Reading fits = ReadGguf(
      FileOf({{k2To62, 0}, {k2To62 - 1024, k2To62}}).bytes(), kMaxFileSize);
  EXPECT_THAT(fits.places(), ElementsAre());
  EXPECT_EQ(fits.file.data_bytes(), 2 * k2To62 - 1024);
  const GgufBytes padded = FileOf({{kMaxFileSize - 30, 0}});
  EXPECT_THAT(ReadGguf(padded.bytes(), kMaxFileSize).places(),
              ElementsAre(Place(Code::kGgufPaddedSizeOverflow, 24 + 33 + 13)));
  const GgufBytes sum = FileOf({{k2To62, 0}, {k2To62, k2To62}});
  EXPECT_THAT(ReadGguf(sum.bytes(), kMaxFileSize).places(),
              ElementsAre(Place(Code::kGgufDataSizeOverflow, 24 + 66 + 13)));
  const GgufBytes all = FileOf({{kMaxFileSize - 31, 0}});
  EXPECT_THAT(ReadGguf(all.bytes(), kMaxFileSize).places(),
              ElementsAre(Place(Code::kGgufDataSizeOverflow, 8)))
      << "with the header in front";
}

// The end of a file of two tensors: 5 bytes padded to 32, and 8 padded to 32.
// The header's padding begins at 123, the data at 128.
Reading ReadEnd(uint64_t size) {
  static const GgufBytes* const kFile =
      new GgufBytes(FileOf({{5, 0}, {8, 32}}));
  EXPECT_EQ(kFile->size(), 123u);
  return ReadGguf(kFile->bytes(), size);
}

TEST(GgufEndTest, AFileThatEndsWithItsPaddingIsWhole) {
  EXPECT_THAT(ReadEnd(192).places(), ElementsAre());
  EXPECT_THAT(ReadEnd(193).places(), ElementsAre());
  EXPECT_EQ(ReadEnd(192).file.tail_offset(), 192u);
}

TEST(GgufEndTest, MissingPaddingOfTheLastTensorIsANote) {
  for (const uint64_t size : {168u, 169u, 191u}) {
    const Reading reading = ReadEnd(size);
    EXPECT_THAT(reading.places(),
                ElementsAre(Place(Code::kGgufLastPaddingMissing, size)));
    EXPECT_EQ(reading.result.status, ReadStatus::kParsed);
    EXPECT_THAT(MessageOf(reading, Code::kGgufLastPaddingMissing),
                HasSubstr(size == 191 ? "1 byte is missing"
                                      : std::to_string(192 - size) +
                                            " bytes are missing"));
  }
}

TEST(GgufEndTest, MissingDataIsAnErrorWhereTheFileEnds) {
  const Reading one = ReadEnd(167);
  EXPECT_THAT(one.places(),
              ElementsAre(Place(Code::kGgufTensorDataPastEnd, 167)));
  EXPECT_THAT(MessageOf(one, Code::kGgufTensorDataPastEnd),
              HasSubstr("has 8 bytes from 160 on. 1 byte is missing: the "
                        "file has 167 and would need 168."));
  const Reading both = ReadEnd(132);
  EXPECT_THAT(both.places(),
              ElementsAre(Place(Code::kGgufTensorDataPastEnd, 132),
                          Place(Code::kGgufTensorDataPastEnd, 132)));
  EXPECT_EQ(both.findings[0].where, "tensor[0] 'a'");
  EXPECT_EQ(both.findings[1].where, "tensor[1] 'b'");
  EXPECT_THAT(ReadEnd(128).findings,
              HasFinding(Code::kGgufTensorDataPastEnd, 128));
}

TEST(GgufEndTest, ATensorLargerThanTheFileIsBlamedForItsShape) {
  const GgufBytes file = FileOf({{300, 0}});
  EXPECT_THAT(ReadGguf(file.bytes(), 300).places(),
              ElementsAre(Place(Code::kGgufTensorDataPastEnd, 300)));
  EXPECT_THAT(ReadGguf(file.bytes(), 299).places(),
              ElementsAre(Place(Code::kGgufTensorDataPastEnd, 24 + 33 + 13)));
}

TEST(GgufEndTest, ADataSectionThatStartsPastTheEndIsAnError) {
  for (const uint64_t size : {123u, 127u}) {
    EXPECT_THAT(ReadEnd(size).places(),
                ElementsAre(Place(Code::kGgufDataStartPastEnd, size)));
  }
  const GgufBytes empty = FileOf({{0, 0}});
  EXPECT_THAT(ReadGguf(empty).findings,
              HasFinding(Code::kGgufDataStartPastEnd, 90));
  EXPECT_THAT(ReadGguf(empty.bytes(), 96).findings,
              testing::Not(HasFinding(Code::kGgufDataStartPastEnd)));
}

TEST(GgufEndTest, WithoutTensorsTheHeaderIsTheWholeFile) {
  const Reading reading = ReadGguf(FileOf({}));
  EXPECT_THAT(reading.places(), ElementsAre());
  EXPECT_EQ(reading.file.data_offset(), 57u);
  EXPECT_EQ(reading.file.tail_offset(), 57u);
  EXPECT_TRUE(reading.file.probes().empty());
}

}  // namespace
}  // namespace loadgate::testing_support
