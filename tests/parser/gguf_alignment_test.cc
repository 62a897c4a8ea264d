#include "formats/gguf_alignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/parser/read_gguf.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate::testing_support {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Where the type and the value of the first pair stand if it is the alignment.
constexpr uint64_t kAlignmentType = 24 + 8 + 17;
constexpr uint64_t kAlignmentValue = kAlignmentType + 4;

// A header for `pairs` pairs, which the test writes behind it.
GgufBytes File(uint64_t pairs = 1) {
  GgufBytes file;
  file.Header(3, 0, pairs);
  return file;
}

TEST(GgufAlignmentTest, PowersOfTwoFrom8To1MiBAreNoFinding) {
  for (uint32_t alignment = 8; alignment <= 1u << 20; alignment *= 2) {
    const GgufBytes file = File().PairU32("general.alignment", alignment);
    const Reading reading = ReadGguf(file);
    EXPECT_THAT(reading.places(), ElementsAre());
    EXPECT_EQ(reading.file.alignment(), alignment);
  }
}

TEST(GgufAlignmentTest, OtherValuesHaveACodeEach) {
  struct Row {
    uint32_t value;
    Code code;
    uint64_t used;  // What the layout is judged by, or 0.
  };
  for (const Row& row : {
           Row{0, Code::kGgufAlignmentZero, 0},
           Row{1, Code::kGgufAlignmentNotMultipleOf8, 1},
           Row{2, Code::kGgufAlignmentNotMultipleOf8, 2},
           Row{4, Code::kGgufAlignmentNotMultipleOf8, 4},
           Row{3, Code::kGgufAlignmentNotPowerOfTwo, 0},
           Row{24, Code::kGgufAlignmentNotPowerOfTwo, 0},
           Row{UINT32_MAX, Code::kGgufAlignmentNotPowerOfTwo, 0},
           Row{1u << 21, Code::kGgufAlignmentLarge, 1u << 21},
           Row{1u << 31, Code::kGgufAlignmentLarge, 1u << 31},
       }) {
    const GgufBytes file = File().PairU32("general.alignment", row.value);
    const Reading reading = ReadGguf(file);
    EXPECT_THAT(reading.places(),
                ElementsAre(Place(row.code, kAlignmentValue)));
    EXPECT_THAT(MessageOf(reading, row.code),
                HasSubstr("is " + std::to_string(row.value) + "."));
    EXPECT_EQ(reading.file.layout_known(), row.used != 0);
    if (row.used == 0) continue;
    EXPECT_EQ(reading.file.alignment(), row.used);
  }
}

TEST(GgufAlignmentTest, AnyTypeButU32IsRefusedAtTheType) {
  const GgufBytes wide = File().PairU64("general.alignment", 32);
  EXPECT_THAT(ReadGguf(wide).places(),
              ElementsAre(Place(Code::kGgufAlignmentType, kAlignmentType)));
  const GgufBytes list = File().PairArray<uint32_t>("general.alignment", {32});
  const Reading reading = ReadGguf(list);
  EXPECT_THAT(reading.places(),
              ElementsAre(Place(Code::kGgufAlignmentType, kAlignmentType)));
  EXPECT_THAT(MessageOf(reading, Code::kGgufAlignmentType),
              HasSubstr("stored as array of 1 u32, not as u32."));
  EXPECT_FALSE(reading.file.layout_known());
}

TEST(GgufAlignmentTest, TheFirstOfTwoCounts) {
  const GgufBytes file =
      File(2).PairU32("general.alignment", 64).PairU32("general.alignment", 0);
  const Reading reading = ReadGguf(file);
  EXPECT_THAT(reading.findings, HasOnly(Code::kGgufKeyDuplicate));
  EXPECT_EQ(reading.file.alignment(), 64u);
}

}  // namespace
}  // namespace loadgate::testing_support
