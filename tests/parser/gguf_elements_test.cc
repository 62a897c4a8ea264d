#include "formats/gguf_elements.h"

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

// Where the elements of an array whose key has one byte begin.
constexpr uint64_t kElements = 24 + 9 + 4 + 4 + 8;

GgufBytes File(ByteOrder order = ByteOrder::kLittle) {
  GgufBytes file(order);
  file.Header(3, 0, 1);
  return file;
}

TEST(GgufElementsTest, EveryElementAndThePairCountOneItemEach) {
  EXPECT_EQ(ReadGguf(File().PairArray<uint64_t>("k", {1, 2, 3})).items, 5u);
  EXPECT_EQ(ReadGguf(File().ArrayOfStrings("k", {"a", ""})).items, 4u);
  EXPECT_EQ(ReadGguf(File().ArrayOfBools("k", {true})).items, 3u);
  EXPECT_EQ(ReadGguf(File().ArrayOfStrings("k", {})).items, 2u);
}

// Reads `file` as its bytes arrive one by one, each time in other memory.
Reading ReadByteByByte(const GgufBytes& file) {
  FindingSink sink;
  GgufReader reader({}, {});
  ReadResult result;
  for (size_t n = 0; n <= file.size(); ++n) {
    const GuardBuffer header(ByteSpan(file.bytes()).first(n));
    result = reader.Read(header.bytes(), file.size(), &sink);
  }
  const uint64_t items = reader.items_read();
  return {result, sink.Findings(), items,
          std::move(reader).TakePartial(file.bytes())};
}

TEST(GgufElementsTest, ElementsThatComeOneByOneAreEachReadOnce) {
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    GgufBytes files[] = {File(order), File(order), File(order)};
    files[0].PairArray<uint16_t>("k", {1, 2, 3, 4, 5});
    files[1].ArrayOfStrings("k", {"one", "", "\xff", "four"});
    files[2].Key("k", kArray);
    files[2].ElementsHead(kBool, 3).U8(1).U8(2).U8(3);
    for (const GgufBytes& file : files) {
      const Reading whole = ReadGguf(file);
      const Reading pieces = ReadByteByByte(file);
      EXPECT_EQ(pieces.items, whole.items);
      EXPECT_EQ(pieces.places(), whole.places());
      EXPECT_EQ(pieces.result.status, whole.result.status);
      EXPECT_EQ(pieces.file.key_value(0).value_bytes(),
                file.size() - kElements);
    }
  }
}

TEST(GgufElementsTest, TextIsCheckedInEveryElement) {
  const GgufBytes file =
      File().ArrayOfStrings("k", {"ok", "a\xff", "b\0"s, "\xfe"});
  const Reading reading = ReadGguf(file);
  EXPECT_THAT(
      reading.places(),
      ElementsAre(Place(Code::kGgufStringNotUtf8, kElements + 10 + 8 + 1),
                  Place(Code::kGgufStringNul, kElements + 20 + 8 + 1),
                  Place(Code::kGgufStringNotUtf8, kElements + 30 + 8)));
  EXPECT_EQ(reading.findings[0].where, "key-value[0] 'k'[1]");
  EXPECT_EQ(reading.findings[2].where, "key-value[0] 'k'[3]");
}

TEST(GgufElementsTest, BoolsAreCheckedInEveryElement) {
  const GgufBytes file = File().ArrayHead("k", kBool, 4).Raw("\0\2\1\xff"s);
  const Reading reading = ReadGguf(file);
  EXPECT_THAT(reading.places(),
              ElementsAre(Place(Code::kGgufBoolInvalid, kElements + 1),
                          Place(Code::kGgufBoolInvalid, kElements + 3)));
  EXPECT_EQ(reading.findings[1].where, "key-value[0] 'k'[3]");
}

TEST(GgufElementsTest, AnElementWhoseLengthLiesEndsTheReading) {
  constexpr uint64_t kMost = uint64_t{1} << 30;
  struct Row {
    uint64_t length;
    Code code;
  };
  for (const Row& row :
       {Row{4, Code::kGgufStringPastEnd}, Row{kMost, Code::kGgufStringPastEnd},
        Row{kMost + 1, Code::kGgufStringTooLong},
        Row{UINT64_MAX, Code::kGgufStringTooLong}}) {
    const GgufBytes file = File()
                               .ArrayHead("k", kString, 2)
                               .Str("one")
                               .Str("two", "lie", row.length);
    const Reading reading = ReadGguf(file);
    EXPECT_THAT(reading.places(), ElementsAre(Place(row.code, kElements + 11)));
    EXPECT_EQ(reading.findings[0].where, "key-value[0] 'k'[1]");
    EXPECT_EQ(reading.file.key_value(0).value_bytes(), 11u)
        << "the whole elements stay readable";
  }
}

TEST(GgufElementsTest, AFileThatEndsBetweenStringsIsTruncated) {
  const GgufBytes file =
      File().ArrayHead("k", kString, 2).Str("eight by").Raw("1234567");
  EXPECT_THAT(ReadGguf(file).places(),
              ElementsAre(Place(Code::kGgufTruncated, kElements + 16)));
}

TEST(GgufElementsTest, OfAnUnknownSizeTheEndIsFoundWhenItComes) {
  const GgufBytes file = File().ArrayHead("k", kU32, 3).U32(1).U16(2);
  FindingSink sink;
  GgufReader reader({}, {});
  const ReadResult waiting = reader.Read(file.bytes(), std::nullopt, &sink);
  EXPECT_EQ(waiting.status, ReadStatus::kNeedBytes);
  EXPECT_EQ(waiting.need, kElements + 8);
  EXPECT_EQ(reader.items_read(), 3u);
  reader.Read(file.bytes(), file.size(), &sink);
  EXPECT_THAT(PlacesOf(sink.Findings()),
              ElementsAre(Place(Code::kGgufTruncated, kElements + 4)));
  EXPECT_EQ(sink.Findings()[0].where, "key-value[0] 'k'[1]");
}

TEST(GgufElementsTest, AMillionElementsOfAFixedSizeAreOneStep) {
  constexpr uint64_t kCount = 1'000'000;
  const GgufBytes file = File().ArrayHead("k", kU8, kCount).Zeros(kCount);
  const Reading reading = ReadGguf(file);
  EXPECT_THAT(reading.places(), ElementsAre());
  EXPECT_EQ(reading.items, kCount + 2);
}

}  // namespace
}  // namespace loadgate::testing_support
