#include "formats/safetensors_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/parser/read_gguf.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr uint64_t kMax = UINT64_MAX;
constexpr uint64_t kDataStart = 64;
// Tensor i is named by the letter at byte 10 + i.
constexpr std::string_view kText = "..........abcdefghijklmnopqrstuvwxyz";
constexpr uint32_t kNames = 10;

// Span is where one tensor lies.
struct Span {
  uint64_t begin;
  uint64_t end;
  const char* dtype = "U8";
};

SafetensorsTables TablesOf(const std::vector<Span>& spans) {
  SafetensorsTables tables(HashKey{});
  tables.data_start = kDataStart;
  for (const Span& span : spans) {
    const auto number = static_cast<uint32_t>(tables.entries.size());
    tables.entries.push_back({.name = {.offset = kNames + number, .length = 1},
                              .begin = span.begin,
                              .end = span.end,
                              .dtype = FindSafetensorsDtype(span.dtype)});
  }
  return tables;
}

std::vector<Finding> Tile(const std::vector<Span>& spans,
                          uint64_t data_start = kDataStart) {
  SafetensorsTables tables = TablesOf(spans);
  tables.data_start = data_start;
  FindingSink sink;
  CheckSafetensorsTiling(kText, &tables, &sink);
  return sink.Findings();
}

std::vector<Finding> End(const std::vector<Span>& spans, uint64_t file_size) {
  SafetensorsTables tables = TablesOf(spans);
  FindingSink sink;
  CheckSafetensorsTiling(kText, &tables, &sink);
  CheckSafetensorsEnd(kText, file_size, tables, &sink);
  return sink.Findings();
}

// A finding about tensor `i`, at the quote before its name.
Place About(Code code, uint64_t i) { return {code, kNames + i - 1}; }

TEST(SafetensorsTilingTest, TensorsOneAfterAnotherInAnyOrderArePerfect) {
  EXPECT_THAT(Tile({}), IsEmpty());
  EXPECT_THAT(Tile({{0, 8}}), IsEmpty());
  EXPECT_THAT(Tile({{0, 8}, {8, 16}, {16, 24}}), IsEmpty());
  EXPECT_THAT(Tile({{16, 24}, {0, 8}, {8, 16}}), IsEmpty());
}

TEST(SafetensorsTilingTest, AHoleIsFoundBeforeTheTensorBehindIt) {
  const Code hole = Code::kSafetensorsHole;
  EXPECT_THAT(PlacesOf(Tile({{1, 9}})), ElementsAre(About(hole, 0)));
  EXPECT_THAT(PlacesOf(Tile({{9, 16}, {0, 8}})), ElementsAre(About(hole, 0)));
  EXPECT_THAT(PlacesOf(Tile({{0, 8}, {9, 16}, {17, 18}})),
              ElementsAre(About(hole, 1), About(hole, 2)));
}

TEST(SafetensorsTilingTest, AnOverlapIsFoundAtTheLaterTensor) {
  const Code overlap = Code::kSafetensorsOverlap;
  EXPECT_THAT(PlacesOf(Tile({{0, 8}, {7, 16}})),
              ElementsAre(About(overlap, 1)));
  EXPECT_THAT(PlacesOf(Tile({{0, 100}, {10, 20}, {100, 104}})),
              ElementsAre(About(overlap, 1)));
  const std::vector<Finding> found = Tile({{0, 8}, {7, 16}});
  EXPECT_EQ(found.at(0).where, "tensor[1] 'b'");
  EXPECT_THAT(found.at(0).message, HasSubstr("begins at 7"));
  EXPECT_THAT(found.at(0).message, HasSubstr("end at 8"));
}

TEST(SafetensorsTilingTest, EmptyTensorsStandOnBoundaries) {
  EXPECT_THAT(Tile({{0, 0}}), IsEmpty());
  EXPECT_THAT(Tile({{0, 8}, {0, 0}, {8, 8}, {8, 8}, {8, 16}, {16, 16}}),
              IsEmpty());
  EXPECT_THAT(PlacesOf(Tile({{0, 8}, {4, 4}})),
              ElementsAre(About(Code::kSafetensorsOverlap, 1)));
  EXPECT_THAT(PlacesOf(Tile({{0, 8}, {9, 9}})),
              ElementsAre(About(Code::kSafetensorsHole, 1)));
  EXPECT_THAT(PlacesOf(Tile({{0, 8}, {kMax, kMax}})),
              ElementsAre(About(Code::kSafetensorsHole, 1)));
}

// The order of tensors in one place must not depend on the library's sort.
TEST(SafetensorsTilingTest, OfTensorsInOnePlaceTheFirstInTheHeaderIsNotBlamed) {
  std::vector<Span> spans(20, Span{0, 8});
  spans.insert(spans.begin(), {8, 16});
  const std::vector<Place> places = PlacesOf(Tile(spans));
  ASSERT_EQ(places.size(), 10u) << "as many as are kept of one code";
  for (uint64_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(places[i], About(Code::kSafetensorsOverlap, i + 2));
  }
}

TEST(SafetensorsTilingTest, TheSectionIsAsLongAsItsFurthestTensor) {
  SafetensorsTables tables = TablesOf({{0, 100}, {10, 20}});
  FindingSink sink;
  CheckSafetensorsTiling(kText, &tables, &sink);
  EXPECT_EQ(tables.data_bytes, 100u);
}

TEST(SafetensorsTilingTest, UnalignedTensorsAreOneNoteTogether) {
  const std::vector<Finding> found =
      Tile({{0, 1}, {1, 9, "F32"}, {9, 10}, {10, 14, "BF16"}, {14, 30, "F64"}});
  EXPECT_THAT(PlacesOf(found),
              ElementsAre(Place(Code::kSafetensorsTensorUnaligned, 64)));
  EXPECT_THAT(found.at(0).message, HasSubstr("2 of 5 tensors, 24 bytes"));
}

TEST(SafetensorsTilingTest, PackedTensorsNeedNoAlignment) {
  EXPECT_THAT(Tile({{0, 1}, {1, 2, "F4"}, {2, 5, "F6_E2M3"}}), IsEmpty());
}

TEST(SafetensorsTilingTest, ASectionOffAMultipleOf8IsANote) {
  EXPECT_THAT(PlacesOf(Tile({{0, 8}}, 65)),
              ElementsAre(Place(Code::kSafetensorsDataUnaligned, 0)));
  EXPECT_THAT(Tile({}, 65), IsEmpty()) << "there is no data to align";
}

TEST(SafetensorsTilingTest, TensorsThatTheSectionAlonePutsOffAreInItsNote) {
  const std::vector<Finding> section = Tile({{0, 8, "F32"}}, 66);
  EXPECT_THAT(PlacesOf(section),
              ElementsAre(Place(Code::kSafetensorsDataUnaligned, 0)));
  EXPECT_THAT(
      section.at(0).message,
      HasSubstr("begins at 66, 6 bytes before a multiple of 8, and 1 of "
                "1 tensor, 8 bytes, is not aligned to its elements. "));
  // Padding the header would not be enough for the second one.
  EXPECT_THAT(PlacesOf(Tile({{0, 1}, {1, 9, "F32"}}, 66)),
              ElementsAre(Place(Code::kSafetensorsDataUnaligned, 0),
                          Place(Code::kSafetensorsTensorUnaligned, 66)));
}

TEST(SafetensorsEndTest, TheFileEndsWithItsLastTensor) {
  EXPECT_THAT(End({}, 64), IsEmpty());
  EXPECT_THAT(End({{0, 8}}, 72), IsEmpty());
  EXPECT_THAT(PlacesOf(End({{0, 8}}, 71)),
              ElementsAre(Place(Code::kSafetensorsDataPastEnd, 71)));
  EXPECT_THAT(PlacesOf(End({{0, 8}}, 73)),
              ElementsAre(Place(Code::kSafetensorsTrailingData, 72)));
  EXPECT_THAT(PlacesOf(End({}, 65)),
              ElementsAre(Place(Code::kSafetensorsTrailingData, 64)));
}

TEST(SafetensorsEndTest, TheTensorThatReachesFurthestIsNamed) {
  const std::vector<Finding> found = End({{8, 16}, {0, 8}}, 64);
  EXPECT_EQ(found.at(0).where, "tensor[0] 'a'");
  EXPECT_THAT(found.at(0).message, HasSubstr("16 bytes are missing."));
  EXPECT_THAT(found.at(0).message,
              HasSubstr("has 64 bytes; header and tensors take 80."));
}

TEST(SafetensorsEndTest, OffsetsNear2To64AreTooLargeForAnyFile) {
  EXPECT_THAT(PlacesOf(End({{0, kMax}}, 72)),
              ElementsAre(Place(Code::kSafetensorsDataPastEnd, 72)));
  EXPECT_THAT(PlacesOf(End({{0, kMax - 64}}, 72)),
              ElementsAre(Place(Code::kSafetensorsDataPastEnd, 72)));
  EXPECT_THAT(PlacesOf(End({{0, kMax - 63}}, 72)),
              ElementsAre(Place(Code::kSafetensorsDataPastEnd, 72)));
}

}  // namespace
}  // namespace loadgate::testing_support
