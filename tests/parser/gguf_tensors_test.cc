#include "formats/gguf_tensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/parser/read_gguf.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/guard_buffer.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr uint32_t kF32 = 0;
constexpr uint64_t k2To62 = uint64_t{1} << 62;
constexpr uint64_t k2To63 = uint64_t{1} << 63;

// Where the first tensor info begins, and its name's text.
constexpr uint64_t kInfo = 24 + 14;
constexpr uint64_t kNameText = kInfo + 8;

// A file of one pair and as many tensor infos as the test writes.
GgufBytes File(uint64_t tensors = 1, ByteOrder order = ByteOrder::kLittle) {
  GgufBytes file(order);
  file.Header(3, tensors, 1).PairU8("k", 1);
  return file;
}

// The file is as large as it likes: only infos are judged.
Reading ReadInfos(const GgufBytes& file) {
  return ReadGguf(file.bytes(), uint64_t{1} << 62);
}

std::vector<Place> PlacesOfName(const std::string& name) {
  return ReadInfos(File().TensorInfo(name, {8}, kF32, 0)).places();
}

std::vector<Place> PlacesOfShape(const std::vector<uint64_t>& ne,
                                 uint32_t type = kF32) {
  return ReadInfos(File().TensorInfo("w", ne, type, 0)).places();
}

// Where the first dimension of a tensor whose name has one byte stands, and
// the type behind `n` of them.
constexpr uint64_t kDimensions = kNameText + 1 + 4;
constexpr uint64_t TypeBehind(uint64_t n) { return kDimensions + 8 * n; }

TEST(GgufTensorsTest, AnInfoIsDecodedInBothOrders) {
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const GgufBytes file = File(1, order).TensorInfo("w", {256, 3}, 14, 0);
    const Reading reading = ReadInfos(file);
    ASSERT_EQ(reading.file.tensor_count(), 1u);
    const GgufTensor tensor = reading.file.tensor(0);
    EXPECT_EQ(tensor.name, "w");
    EXPECT_EQ(tensor.n_dims, 2u);
    EXPECT_THAT(tensor.ne, ElementsAre(256, 3, 1, 1));
    EXPECT_EQ(tensor.type_id, 14u);
    EXPECT_EQ(tensor.type->name, "q6_K");
    EXPECT_EQ(tensor.offset, 0u);
    EXPECT_EQ(tensor.elements, 768u);
    EXPECT_EQ(tensor.bytes, 630u);
    EXPECT_EQ(tensor.info_offset, kInfo);
  }
}

TEST(GgufTensorsTest, NamesOfUpTo63BytesOfUtf8AreNoFinding) {
  for (const std::string& name :
       {"a"s, "blk.0.attn_q.weight"s, "\u0432\u0435\u0441"s, " "s,
        std::string(63, 'n')}) {
    EXPECT_THAT(PlacesOfName(name), ElementsAre()) << name;
  }
}

TEST(GgufTensorsTest, LongerNamesAreRefusedAndReadOnUpTo65535Bytes) {
  for (const size_t length : {64u, 65535u}) {
    const GgufBytes file = File(2)
                               .TensorInfo(std::string(length, 'n'), {8}, 0, 0)
                               .TensorInfo("w", {8}, kF32, 32);
    const Reading reading = ReadInfos(file);
    EXPECT_THAT(reading.places(),
                ElementsAre(Place(Code::kGgufTensorNameTooLong, kInfo)));
    EXPECT_THAT(MessageOf(reading, Code::kGgufTensorNameTooLong),
                HasSubstr("has " + std::to_string(length) + " bytes"));
    EXPECT_EQ(reading.file.tensor_count(), 2u);
  }
  const GgufBytes over = File().TensorInfo(std::string(65536, 'n'), {8}, 0, 0);
  const Reading reading = ReadInfos(over);
  EXPECT_THAT(reading.places(),
              ElementsAre(Place(Code::kGgufTensorNameTooLong, kInfo)));
  EXPECT_EQ(reading.file.tensor_count(), 0u);
}

TEST(GgufTensorsTest, FaultsOfANamePointAtTheByte) {
  EXPECT_THAT(PlacesOfName(""),
              ElementsAre(Place(Code::kGgufTensorNameEmpty, kInfo)));
  EXPECT_THAT(PlacesOfName("ab\0"s),
              ElementsAre(Place(Code::kGgufTensorNameNul, kNameText + 2)));
  EXPECT_THAT(PlacesOfName("a\xff"),
              ElementsAre(Place(Code::kGgufTensorNameNotUtf8, kNameText + 1)));
  EXPECT_THAT(PlacesOfName("a\x1b"),
              ElementsAre(Place(Code::kGgufTensorNameControl, kNameText)));
  EXPECT_THAT(PlacesOfName("\xff\0"s),
              ElementsAre(Place(Code::kGgufTensorNameNotUtf8, kNameText),
                          Place(Code::kGgufTensorNameNul, kNameText + 1)));
}

TEST(GgufTensorsTest, ANameLiesInTheFile) {
  const GgufBytes file = File().TensorName("w", 30).Zeros(28);
  const Reading reading = ReadGguf(file);
  EXPECT_THAT(reading.places(),
              ElementsAre(Place(Code::kGgufTensorNamePastEnd, kInfo)));
  EXPECT_EQ(reading.findings[0].where, "tensor[0] ''");
}

TEST(GgufTensorsTest, ADuplicateNamesTheFirst) {
  const GgufBytes file = File(3)
                             .TensorInfo("a", {8}, kF32, 0)
                             .TensorInfo("b", {8}, kF32, 32)
                             .TensorInfo("a", {8}, kF32, 64);
  const Reading reading = ReadInfos(file);
  EXPECT_THAT(reading.places(),
              ElementsAre(Place(Code::kGgufTensorNameDuplicate, kInfo + 66)));
  EXPECT_EQ(reading.findings[0].where, "tensor[2] 'a'");
  EXPECT_THAT(MessageOf(reading, Code::kGgufTensorNameDuplicate),
              HasSubstr("already as tensor[0], at offset 38."));
  EXPECT_EQ(reading.file.FindTensor("a")->offset, 0u);
}

TEST(GgufTensorsTest, UpToFourDimensionsAreRead) {
  const std::vector<uint64_t> ne = {4, 3, 2, 5};
  uint64_t elements = 1;
  for (size_t n = 0; n <= ne.size(); ++n) {
    const std::vector<uint64_t> own(ne.begin(), ne.begin() + n);
    const GgufBytes file = File().TensorInfo("w", own, kF32, 0);
    const Reading reading = ReadInfos(file);
    EXPECT_THAT(reading.places(), ElementsAre());
    EXPECT_EQ(reading.file.tensor(0).elements, elements);
    EXPECT_THAT(reading.file.tensor(0).Shape(), testing::ElementsAreArray(own));
    if (n < ne.size()) elements *= ne[n];
  }
}

TEST(GgufTensorsTest, MoreDimensionsEndTheReadingAtTheirCount) {
  for (const uint32_t count : {5u, UINT32_MAX}) {
    const GgufBytes file =
        File().TensorName("w").Dimensions({1, 1, 1, 1, 1}, count).Zeros(12);
    const Reading reading = ReadInfos(file);
    EXPECT_THAT(reading.places(),
                ElementsAre(Place(Code::kGgufDimensionCount, kDimensions - 4)));
    EXPECT_EQ(reading.file.tensor_count(), 0u);
  }
}

TEST(GgufTensorsTest, FaultsOfASizePointAtTheDimensionOrTheType) {
  EXPECT_THAT(
      PlacesOfShape({1, k2To63}),
      ElementsAre(Place(Code::kGgufDimensionTooLarge, kDimensions + 8)));
  EXPECT_THAT(PlacesOfShape({k2To62, 1, 2}),
              ElementsAre(Place(Code::kGgufElementCountOverflow, kDimensions)));
  EXPECT_THAT(PlacesOfShape({k2To62}),
              ElementsAre(Place(Code::kGgufByteSizeOverflow, kDimensions)));
  EXPECT_THAT(PlacesOfShape({33}, 2),
              ElementsAre(Place(Code::kGgufRowNotWholeBlocks, kDimensions)));
  EXPECT_THAT(PlacesOfShape({32, 1}, 4),
              ElementsAre(Place(Code::kGgufTensorTypeRemoved, TypeBehind(2))));
  EXPECT_THAT(PlacesOfShape({32}, 43),
              ElementsAre(Place(Code::kGgufTensorTypeUnknown, TypeBehind(1))));
}

TEST(GgufTensorsTest, AZeroDimensionIsANoteOrAWarningAtTheZero) {
  EXPECT_THAT(PlacesOfShape({4, 0, 0}),
              ElementsAre(Place(Code::kGgufDimensionZero, kDimensions + 8)));
  EXPECT_THAT(
      PlacesOfShape({k2To62, k2To62, 0}),
      ElementsAre(Place(Code::kGgufEmptyTensorAbsurd, kDimensions + 16)));
}

TEST(GgufTensorsTest, TensorsBehindOneOfUnknownSizeAreReadButNotPlaced) {
  const GgufBytes file =
      File(2).TensorInfo("a", {8}, 99, 0).TensorInfo("b", {8}, kF32, 12345);
  const Reading reading = ReadInfos(file);
  EXPECT_THAT(reading.places(),
              ElementsAre(Place(Code::kGgufTensorTypeUnknown, TypeBehind(1))));
  EXPECT_FALSE(reading.file.layout_known());
  EXPECT_EQ(reading.file.tensor(0).type, nullptr);
  EXPECT_EQ(reading.file.tensor(0).bytes, 0u);
  EXPECT_EQ(reading.file.tensor(1).bytes, 32u);
}

TEST(GgufTensorsTest, EveryFieldOfAnInfoIsWaitedForAndThenMissed) {
  const GgufBytes file = File().TensorInfo("name", {2, 2}, kF32, 0);
  for (size_t present = kInfo; present < file.size(); ++present) {
    const GuardBuffer header(ByteSpan(file.bytes()).first(present));
    const Reading waiting = ReadGguf(header.bytes(), std::nullopt);
    EXPECT_EQ(waiting.result.status, ReadStatus::kNeedBytes);
    EXPECT_GT(waiting.result.need, present);
    EXPECT_LE(waiting.result.need, file.size());
    EXPECT_EQ(waiting.items, 2u);
    const Reading cut = ReadGguf(header.bytes(), present);
    EXPECT_EQ(cut.result.status, ReadStatus::kFindings);
    EXPECT_EQ(cut.file.tensor_count(), 0u);
  }
}

TEST(GgufTensorsDeathTest, AnInfoThatWasNeverReadAborts) {
  const GgufBytes file = File();
  EXPECT_DEATH(GgufTensorInfoAt(file.bytes(), ByteOrder::kLittle, 30),
               "ReadGgufTensorInfo");
}

}  // namespace
}  // namespace loadgate::testing_support
