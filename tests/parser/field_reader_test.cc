#include "formats/field_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "loadgate/checked_math.h"
#include "tests/parser/bytes_of.h"
#include "tests/support/guard_buffer.h"
#include "tests/support/matchers.h"

namespace loadgate {
namespace {

using testing::HasSubstr;
using testing_support::GuardBuffer;

constexpr StringRule kRule = {.field = "name",
                              .max_length = 5,
                              .too_long = Code::kGgufKeyTooLong,
                              .past_end = Code::kGgufKeyPastEnd};

// A reader at the start of `header`, of a file of `file_end` bytes.
FieldReader At(ByteSpan header, uint64_t file_end, uint64_t position = 0) {
  return FieldReader(header, position, file_end, ByteOrder::kLittle,
                     Code::kGgufTruncated);
}

void ExpectNeeds(const FieldReader& in, uint64_t need) {
  EXPECT_FALSE(in.stopped());
  EXPECT_FALSE(in.failure().has_value());
  EXPECT_EQ(in.need(), need);
}

void ExpectFails(const FieldReader& in, Code code, uint64_t offset) {
  EXPECT_TRUE(in.stopped());
  ASSERT_TRUE(in.failure().has_value());
  EXPECT_EQ(in.failure()->code, code);
  EXPECT_EQ(in.failure()->offset, offset);
}

// A length of 8 bytes, and `text`.
std::vector<std::byte> StringOf(uint64_t length, std::string_view text) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < 8; ++i) {
    bytes.push_back(static_cast<std::byte>(length >> (8 * i)));
  }
  for (const char c : text) bytes.push_back(std::byte(c));
  return bytes;
}

TEST(FieldReaderTest, ReadsNumbersInTheOrderItIsToldLast) {
  const std::vector<std::byte> bytes = CountingBytes(21);
  FieldReader in = At(bytes, bytes.size());
  uint8_t u8 = 0;
  uint32_t little = 0;
  uint32_t big = 0;
  uint64_t u64 = 0;
  ASSERT_TRUE(in.U8("a", &u8) && in.U32("b", &little));
  in.set_order(ByteOrder::kBig);
  ASSERT_TRUE(in.U32("c", &big) && in.U64("d", &u64));
  EXPECT_EQ(u8, 0x81);
  EXPECT_EQ(little, 0x85848382u);
  EXPECT_EQ(big, 0x86878889u);
  EXPECT_EQ(u64, 0x8a8b8c8d8e8f9091u);
  EXPECT_EQ(in.offset(), 17u);
  EXPECT_EQ(in.left_in_file(), 4u);
  ByteSpan rest;
  ASSERT_TRUE(in.Bytes("e", 4, &rest));
  EXPECT_EQ(rest.size(), 4u);
}

TEST(FieldReaderTest, StandsWhereItIsPut) {
  const std::vector<std::byte> bytes = CountingBytes(9);
  FieldReader in = At(bytes, 100, 8);
  EXPECT_EQ(in.offset(), 8u);
  EXPECT_EQ(in.left_in_file(), 92u);
  uint8_t u8 = 0;
  ASSERT_TRUE(in.U8("a", &u8));
  EXPECT_EQ(u8, 0x89);
}

// Reads one field of `width` bytes and returns whether that was possible.
bool ReadWidth(FieldReader& in, size_t width) {
  uint8_t u8 = 0;
  uint32_t u32 = 0;
  uint64_t u64 = 0;
  if (width == 1) return in.U8("field", &u8);
  return width == 4 ? in.U32("field", &u32) : in.U64("field", &u64);
}

TEST(FieldReaderTest, AFieldThatIsNotPresentYetIsNeeded) {
  for (const size_t width : {1u, 4u, 8u}) {
    for (size_t present = 0; present < width; ++present) {
      const GuardBuffer header(CountingBytes(2 + present));
      for (const uint64_t file_end : {uint64_t{2 + width}, kMaxFileSize}) {
        FieldReader in = At(header.bytes(), file_end, 2);
        EXPECT_FALSE(ReadWidth(in, width));
        ExpectNeeds(in, 2 + width);
        EXPECT_EQ(in.offset(), 2u);
      }
    }
  }
}

TEST(FieldReaderTest, AFileThatEndsInsideAFieldIsTruncated) {
  for (const size_t width : {1u, 4u, 8u}) {
    const GuardBuffer header(CountingBytes(2 + width - 1));
    FieldReader in = At(header.bytes(), header.bytes().size(), 2);
    EXPECT_FALSE(ReadWidth(in, width));
    ExpectFails(in, Code::kGgufTruncated, 2);
    EXPECT_THAT(in.failure()->what, HasSubstr("inside the field"));
    EXPECT_THAT(in.failure()->what,
                HasSubstr(width == 1   ? "1 byte is needed and 0 are left"
                          : width == 4 ? "4 bytes are needed and 3 are left"
                                       : "8 bytes are needed and 7 are left"));
  }
}

TEST(FieldReaderTest, BytesOfAnyLengthNeverWrap) {
  const std::vector<std::byte> bytes = CountingBytes(4);
  ByteSpan out;
  FieldReader known = At(bytes, 10, 4);
  EXPECT_FALSE(known.Bytes("value", UINT64_MAX, &out));
  ExpectFails(known, Code::kGgufTruncated, 4);
  FieldReader unknown = At(bytes, kMaxFileSize, 4);
  EXPECT_FALSE(unknown.Bytes("value", kMaxFileSize - 4, &out));
  ExpectNeeds(unknown, kMaxFileSize);
  EXPECT_FALSE(unknown.Bytes("value", kMaxFileSize - 3, &out));
  ExpectFails(unknown, Code::kGgufTruncated, 4);
}

TEST(FieldReaderTest, AStringOfTheLongestLengthIsRead) {
  const std::vector<std::byte> bytes = StringOf(5, "abcdefg");
  FieldReader in = At(bytes, bytes.size());
  std::string_view text;
  ASSERT_TRUE(in.String(kRule, &text));
  EXPECT_EQ(text, "abcde");
  EXPECT_EQ(in.offset(), 13u);
}

TEST(FieldReaderTest, AStringOverItsCapFailsAtItsLength) {
  const std::vector<std::byte> bytes = StringOf(6, "abcdefg");
  FieldReader in = At(bytes, bytes.size());
  std::string_view text = "kept";
  EXPECT_FALSE(in.String(kRule, &text));
  ExpectFails(in, Code::kGgufKeyTooLong, 0);
  EXPECT_THAT(in.failure()->what, HasSubstr("name has a length of 6"));
  EXPECT_THAT(in.failure()->what, HasSubstr("the 5 that"));
  EXPECT_EQ(text, "kept");
  EXPECT_EQ(in.offset(), 0u);
}

TEST(FieldReaderTest, AStringPastTheFilesEndFailsAtItsLength) {
  const std::vector<std::byte> bytes = StringOf(5, "abcd");
  FieldReader in = At(bytes, bytes.size());
  std::string_view text = "kept";
  EXPECT_FALSE(in.String(kRule, &text));
  ExpectFails(in, Code::kGgufKeyPastEnd, 0);
  EXPECT_THAT(in.failure()->what, HasSubstr("length of 5"));
  EXPECT_THAT(in.failure()->what, HasSubstr("only 4 bytes left"));
  EXPECT_EQ(text, "kept");
  EXPECT_EQ(in.offset(), 0u);
}

TEST(FieldReaderTest, AStringThatIsNotPresentYetIsNeededToItsEnd) {
  const std::vector<std::byte> bytes = StringOf(5, "abcd");
  for (size_t present = 0; present < bytes.size(); ++present) {
    const GuardBuffer header(ByteSpan(bytes).first(present));
    FieldReader in = At(header.bytes(), 13);
    std::string_view text = "kept";
    EXPECT_FALSE(in.String(kRule, &text));
    ExpectNeeds(in, present < 8 ? 8 : 13);
    EXPECT_EQ(text, "kept");
    EXPECT_EQ(in.offset(), 0u);
  }
}

TEST(FieldReaderTest, FailAndStopEndTheReading) {
  FieldReader failed = At({}, 10);
  EXPECT_FALSE(failed.Fail(Code::kGgufMagic, 3, "Why."));
  ExpectFails(failed, Code::kGgufMagic, 3);
  FieldReader stopped = At({}, 10);
  EXPECT_FALSE(stopped.Stop());
  EXPECT_TRUE(stopped.stopped());
  EXPECT_FALSE(stopped.failure().has_value());
}

TEST(FieldReaderDeathTest, APositionPastTheHeaderAborts) {
  const std::vector<std::byte> bytes = CountingBytes(4);
  EXPECT_DEATH(At(bytes, 10, 5), "Skip");
}

}  // namespace
}  // namespace loadgate
