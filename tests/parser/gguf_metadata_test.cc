#include "formats/gguf_metadata.h"

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

// Where the first pair begins, its key's text, and the type of a pair whose key
// has one byte.
constexpr uint64_t kPair = 24;
constexpr uint64_t kKeyText = kPair + 8;
constexpr uint64_t kType = kKeyText + 1;
constexpr uint64_t kValue = kType + 4;

// A header for `pairs` pairs, which the test writes behind it.
GgufBytes File(uint64_t pairs = 1) {
  GgufBytes file;
  file.Header(3, 0, pairs);
  return file;
}

std::vector<Place> PlacesOfKey(const std::string& key) {
  return ReadGguf(File().PairU8(key, 1).Zeros(1)).places();
}

TEST(GgufMetadataTest, FaultsOfAKeyPointAtTheByte) {
  EXPECT_THAT(PlacesOfKey(""), ElementsAre(Place(Code::kGgufKeyEmpty, kPair)));
  EXPECT_THAT(PlacesOfKey("ab\0c"s),
              ElementsAre(Place(Code::kGgufKeyNul, kKeyText + 2)));
  EXPECT_THAT(PlacesOfKey("a\x80"),
              ElementsAre(Place(Code::kGgufKeyNotAscii, kKeyText + 1)));
  EXPECT_THAT(PlacesOfKey("\xff\0"s),
              ElementsAre(Place(Code::kGgufKeyNul, kKeyText + 1)));
}

TEST(GgufMetadataTest, AKeyHasAtMost65535Bytes) {
  EXPECT_THAT(PlacesOfKey(std::string(65535, 'k')), ElementsAre());
  EXPECT_THAT(PlacesOfKey(std::string(65536, 'k')),
              ElementsAre(Place(Code::kGgufKeyTooLong, kPair)));
}

TEST(GgufMetadataTest, AKeyLiesInTheFile) {
  const GgufBytes file = File().Key("k", kU8, 8).Raw("xx");
  EXPECT_THAT(ReadGguf(file).places(),
              ElementsAre(Place(Code::kGgufKeyPastEnd, kPair)));
}

TEST(GgufMetadataTest, FaultsOfAKeyComeBeforeAValueThatCannotBeRead) {
  const GgufBytes file = File().Key("\x80", 13).U8(1);
  EXPECT_THAT(ReadGguf(file).places(),
              ElementsAre(Place(Code::kGgufKeyNotAscii, kKeyText),
                          Place(Code::kGgufValueTypeUnknown, kType)));
}

TEST(GgufMetadataTest, ADuplicateNamesTheFirst) {
  const GgufBytes file = File(3).PairU8("a", 1).PairU8("b", 1).PairI8("a", 1);
  const Reading reading = ReadGguf(file);
  EXPECT_THAT(reading.places(),
              ElementsAre(Place(Code::kGgufKeyDuplicate, 24 + 2 * 14)));
  EXPECT_EQ(reading.findings[0].where, "key-value[2] 'a'");
  EXPECT_THAT(MessageOf(reading, Code::kGgufKeyDuplicate),
              HasSubstr("already as key-value[0], at offset 24."));
  EXPECT_EQ(reading.file.FindKey("a")->type(), GgufValueType::kU8);
}

TEST(GgufMetadataTest, EveryTypeUpTo12IsRead) {
  const GgufBytes file = File(13)
                             .PairU8("a", 1)
                             .PairI8("b", 1)
                             .PairU16("c", 1)
                             .PairI16("d", 1)
                             .PairU32("e", 1)
                             .PairI32("f", 1)
                             .PairF32("g", 1)
                             .PairBool("h", true)
                             .PairString("i", "text")
                             .ArrayHead("j", kU8, 0)
                             .PairU64("k", 1)
                             .PairI64("l", 1)
                             .PairF64("m", 1);
  const Reading reading = ReadGguf(file);
  EXPECT_THAT(reading.places(), ElementsAre());
  for (uint32_t i = 0; i < kGgufValueTypeCount; ++i) {
    EXPECT_EQ(reading.file.key_value(i).type(), static_cast<GgufValueType>(i));
  }
}

TEST(GgufMetadataTest, TypesOver12AreUnknown) {
  for (const uint32_t type : {13u, 0x80000000u, UINT32_MAX}) {
    EXPECT_THAT(ReadGguf(File().Key("k", type).Zeros(64)).places(),
                ElementsAre(Place(Code::kGgufValueTypeUnknown, kType)));
    EXPECT_THAT(ReadGguf(File().ArrayHead("k", type, 0).Zeros(64)).places(),
                ElementsAre(Place(Code::kGgufArrayTypeUnknown, kValue)));
  }
}

TEST(GgufMetadataTest, AnArrayOfArraysIsRefusedAtItsElementType) {
  const GgufBytes file = File().ArrayHead("k", kArray, 0).Zeros(64);
  EXPECT_THAT(ReadGguf(file).places(),
              ElementsAre(Place(Code::kGgufArrayNested, kValue)));
}

TEST(GgufMetadataTest, AnArrayHasAtMost2To30Elements) {
  constexpr uint64_t kMost = uint64_t{1} << 30;
  constexpr uint64_t kSize = uint64_t{1} << 40;
  const GgufBytes fits = File().ArrayHead("k", kU8, kMost);
  EXPECT_THAT(ReadGguf(fits.bytes(), kSize).places(), ElementsAre());
  for (const uint64_t count : {kMost + 1, UINT64_MAX}) {
    const GgufBytes over = File().ArrayHead("k", kU8, count);
    EXPECT_THAT(ReadGguf(over.bytes(), kSize).places(),
                ElementsAre(Place(Code::kGgufArrayTooLong, kValue + 4)));
  }
}

TEST(GgufMetadataTest, AnArrayCountIsComparedWithWhatIsLeft) {
  struct Row {
    uint32_t type;
    uint64_t bytes;
  };
  for (const Row& row : {Row{kU8, 1}, Row{kI16, 2}, Row{kF32, 4}, Row{kU64, 8},
                         Row{kString, 8}}) {
    const GgufBytes fits =
        File().ArrayHead("k", row.type, 3).Zeros(3 * row.bytes);
    EXPECT_THAT(ReadGguf(fits).places(), ElementsAre());
    const GgufBytes over =
        File().ArrayHead("k", row.type, 3).Zeros(3 * row.bytes - 1);
    const Reading reading = ReadGguf(over);
    EXPECT_THAT(reading.places(),
                ElementsAre(Place(Code::kGgufArrayPastEnd, kValue + 4)));
    EXPECT_THAT(MessageOf(reading, Code::kGgufArrayPastEnd),
                HasSubstr("has 3 elements, but at most 2"));
  }
}

TEST(GgufMetadataTest, AStringHasAtMost2To30BytesAndLiesInTheFile) {
  const auto places = [](uint64_t length, uint64_t size) {
    const GgufBytes file = File().Key("k", kString).Str("", "v", length);
    return ReadGguf(file.bytes(), size, {.header_bytes = size}).places();
  };
  constexpr uint64_t kMost = uint64_t{1} << 30;
  EXPECT_THAT(places(kMost, UINT32_MAX), ElementsAre());
  EXPECT_THAT(places(kMost + 1, UINT32_MAX),
              ElementsAre(Place(Code::kGgufStringTooLong, kValue)));
  EXPECT_THAT(places(10, kValue + 18), ElementsAre());
  EXPECT_THAT(places(10, kValue + 17),
              ElementsAre(Place(Code::kGgufStringPastEnd, kValue)));
}

TEST(GgufMetadataTest, ContentOfValuesIsCheckedWhereItStands) {
  const GgufBytes file =
      File(2).Key("b", kBool).U8(2).PairString("s", "ok\xff");
  EXPECT_THAT(ReadGguf(file).places(),
              ElementsAre(Place(Code::kGgufBoolInvalid, kValue),
                          Place(Code::kGgufStringNotUtf8, 38 + 13 + 8 + 2)));
}

TEST(GgufMetadataTest, EveryFieldOfAPairIsWaitedForAndThenMissed) {
  const GgufBytes file = File().PairArray<uint16_t>("k", {1, 2});
  for (size_t present = kPair; present < file.size(); ++present) {
    const GuardBuffer header(ByteSpan(file.bytes()).first(present));
    const Reading waiting = ReadGguf(header.bytes(), std::nullopt);
    EXPECT_EQ(waiting.result.status, ReadStatus::kNeedBytes);
    EXPECT_GT(waiting.result.need, present);
    EXPECT_LE(waiting.result.need, file.size());
    EXPECT_THAT(waiting.places(), ElementsAre());
    EXPECT_EQ(ReadGguf(header.bytes(), present).result.status,
              ReadStatus::kFindings);
  }
}

}  // namespace
}  // namespace loadgate::testing_support
