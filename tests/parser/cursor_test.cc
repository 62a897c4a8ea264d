#include "loadgate/cursor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/parser/bytes_of.h"
#include "tests/support/guard_buffer.h"

namespace loadgate {
namespace {

using testing_support::GuardBuffer;

// Where a cursor stands: the same before and after a read that failed.
struct Place {
  explicit Place(const Cursor& cursor)
      : next(cursor.rest().data()),
        remaining(cursor.remaining()),
        offset(cursor.offset()) {}
  bool operator==(const Place&) const = default;

  const std::byte* next;
  size_t remaining;
  uint64_t offset;
};

// The bytes of `text`, which is a literal.
Cursor Over(std::string_view text, uint64_t origin = 0) {
  return Cursor(AsBytes(text), origin);
}

template <typename T>
class CursorReadTest : public testing::Test {};

using Scalars = testing::Types<uint8_t, int8_t, uint16_t, int16_t, uint32_t,
                               int32_t, uint64_t, int64_t, float, double>;
TYPED_TEST_SUITE(CursorReadTest, Scalars);

TYPED_TEST(CursorReadTest, ReadsItsWidthInBothOrdersFromEveryAlignment) {
  const std::vector<std::byte> bytes = CountingBytes(24);
  for (size_t at = 0; at + sizeof(TypeParam) <= bytes.size(); ++at) {
    const auto own = ByteSpan(bytes).subspan(at).first<sizeof(TypeParam)>();
    for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
      Cursor cursor(bytes);
      ASSERT_TRUE(cursor.Skip(at));
      TypeParam peeked{};
      EXPECT_TRUE(cursor.Peek(&peeked, order));
      EXPECT_EQ(cursor.offset(), at);
      TypeParam read{};
      EXPECT_TRUE(cursor.Read(&read, order));
      EXPECT_EQ(cursor.offset(), at + sizeof(TypeParam));
      EXPECT_EQ(read, Load<TypeParam>(own, order));
      EXPECT_EQ(peeked, read);
    }
  }
}

TYPED_TEST(CursorReadTest, OneByteTooFewFailsAndMovesAndWritesNothing) {
  for (size_t present = 0; present < sizeof(TypeParam); ++present) {
    const GuardBuffer buffer(CountingBytes(present));
    Cursor cursor(buffer.bytes(), 7);
    const Place before(cursor);
    TypeParam out{42};
    EXPECT_FALSE(cursor.Read(&out));
    EXPECT_FALSE(cursor.Peek(&out, ByteOrder::kBig));
    EXPECT_EQ(out, TypeParam{42});
    EXPECT_EQ(Place(cursor), before);
  }
}

TEST(CursorTest, NamedReadsConsumeTheWidthTheirNameSays) {
  const std::vector<std::byte> bytes = CountingBytes(42);
  Cursor cursor(bytes);
  uint8_t u8 = 0;
  int8_t i8 = 0;
  uint16_t u16 = 0;
  int16_t i16 = 0;
  uint32_t u32 = 0;
  int32_t i32 = 0;
  uint64_t u64 = 0;
  int64_t i64 = 0;
  float f32 = 0;
  double f64 = 0;
  EXPECT_TRUE(cursor.ReadU8(&u8) && cursor.ReadI8(&i8));
  EXPECT_EQ(cursor.offset(), 2u);
  EXPECT_TRUE(cursor.ReadU16(&u16) && cursor.ReadI16(&i16, ByteOrder::kBig));
  EXPECT_EQ(cursor.offset(), 6u);
  EXPECT_TRUE(cursor.ReadU32(&u32, ByteOrder::kBig) && cursor.ReadI32(&i32));
  EXPECT_EQ(cursor.offset(), 14u);
  EXPECT_TRUE(cursor.ReadU64(&u64) && cursor.ReadI64(&i64, ByteOrder::kBig));
  EXPECT_EQ(cursor.offset(), 30u);
  EXPECT_TRUE(cursor.ReadF32(&f32) && cursor.ReadF64(&f64));
  EXPECT_TRUE(cursor.empty());
  EXPECT_EQ(u8, 0x81);
  EXPECT_EQ(i8, static_cast<int8_t>(0x82));
  EXPECT_EQ(u16, 0x8483);
  EXPECT_EQ(i16, static_cast<int16_t>(0x8586));
  EXPECT_EQ(u32, 0x8788898au);
  EXPECT_EQ(i32, static_cast<int32_t>(0x8e8d8c8b));
  EXPECT_EQ(u64, 0x969594939291908fu);
  EXPECT_EQ(i64, static_cast<int64_t>(0x9798999a9b9c9d9e));
  EXPECT_EQ(std::bit_cast<uint32_t>(f32), 0xa2a1a09fu);
  EXPECT_EQ(std::bit_cast<uint64_t>(f64), 0xaaa9a8a7a6a5a4a3u);
}

TEST(CursorTest, ADefaultCursorHoldsNothing) {
  Cursor cursor;
  EXPECT_TRUE(cursor.empty());
  EXPECT_EQ(cursor.offset(), 0u);
  EXPECT_TRUE(cursor.Skip(0));
  EXPECT_FALSE(cursor.Skip(1));
}

TEST(CursorTest, LengthsAreComparedUnnarrowed) {
  Cursor cursor = Over("abc");
  const Place before(cursor);
  ByteSpan bytes = AsBytes("kept");
  Cursor sub = Over("kept");
  for (const uint64_t length :
       {uint64_t{4}, uint64_t{1} << 32, (uint64_t{1} << 32) + 3, UINT64_MAX}) {
    EXPECT_FALSE(cursor.ReadBytes(length, &bytes));
    EXPECT_FALSE(cursor.PeekBytes(length, &bytes));
    EXPECT_FALSE(cursor.ReadSub(length, &sub));
    EXPECT_FALSE(cursor.Skip(length));
  }
  EXPECT_EQ(Place(cursor), before);
  EXPECT_EQ(AsText(bytes), "kept");
  EXPECT_EQ(AsText(sub.rest()), "kept");
}

TEST(CursorTest, BytesAreViewsOfTheCursorsOwn) {
  Cursor cursor = Over("abcdef");
  const ByteSpan whole = cursor.rest();
  ByteSpan peeked;
  ByteSpan read;
  ASSERT_TRUE(cursor.PeekBytes(4, &peeked));
  ASSERT_TRUE(cursor.ReadBytes(4, &read));
  EXPECT_EQ(AsText(read), "abcd");
  EXPECT_EQ(read.data(), whole.data());
  EXPECT_EQ(peeked.data(), read.data());
  EXPECT_EQ(AsText(cursor.rest()), "ef");
  ASSERT_TRUE(cursor.ReadBytes(2, &read));
  EXPECT_TRUE(cursor.empty());
  ASSERT_TRUE(cursor.ReadBytes(0, &read));
  EXPECT_TRUE(read.empty());
}

TEST(CursorTest, ASubCursorEndsWhereItIsToldAndKeepsTheFilesOffsets) {
  Cursor cursor = Over("abcdef", 100);
  ASSERT_TRUE(cursor.Skip(1));
  Cursor sub;
  ASSERT_TRUE(cursor.ReadSub(3, &sub));
  EXPECT_EQ(cursor.offset(), 104u);
  EXPECT_EQ(sub.offset(), 101u);
  EXPECT_EQ(AsText(sub.rest()), "bcd");
  uint32_t out = 0;
  EXPECT_FALSE(sub.ReadU32(&out)) << "must not reach past its end";
  EXPECT_TRUE(sub.Skip(3));
  EXPECT_EQ(sub.offset(), 104u);
}

TEST(CursorTest, ACopyLooksAheadWithoutMovingTheOriginal) {
  Cursor cursor = Over("abc");
  Cursor ahead = cursor;
  ASSERT_TRUE(ahead.Skip(2));
  EXPECT_EQ(cursor.offset(), 0u);
  cursor = ahead;
  EXPECT_EQ(cursor.offset(), 2u);
}

template <typename T>
class CursorPrefixTest : public testing::Test {};

using Lengths = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(CursorPrefixTest, Lengths);

// `length` in `order`, and then "abc".
template <typename Length>
std::vector<std::byte> Prefixed(Length length, ByteOrder order) {
  std::vector<std::byte> bytes;
  for (size_t i = 0; i < sizeof(Length); ++i) {
    bytes.push_back(static_cast<std::byte>(uint64_t{length} >> (8 * i)));
  }
  if (order == ByteOrder::kBig) std::reverse(bytes.begin(), bytes.end());
  for (const char c : {'a', 'b', 'c'}) bytes.push_back(std::byte(c));
  return bytes;
}

TYPED_TEST(CursorPrefixTest, ReadsTheLengthAndThatManyBytes) {
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    for (TypeParam length = 0; length <= 3; ++length) {
      const GuardBuffer buffer(Prefixed<TypeParam>(length, order));
      Cursor cursor(buffer.bytes());
      ByteSpan out;
      EXPECT_TRUE(cursor.ReadPrefixed<TypeParam>(&out, order));
      EXPECT_EQ(AsText(out), std::string_view("abc").substr(0, length));
      EXPECT_EQ(cursor.offset(), sizeof(TypeParam) + length);
    }
  }
}

TYPED_TEST(CursorPrefixTest, ALengthPastTheEndReadsNeitherPart) {
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    for (const auto length :
         {TypeParam{4}, TypeParam{127}, static_cast<TypeParam>(-1)}) {
      const GuardBuffer buffer(Prefixed<TypeParam>(length, order));
      Cursor cursor(buffer.bytes());
      const Place before(cursor);
      ByteSpan out = AsBytes("kept");
      EXPECT_FALSE(cursor.ReadPrefixed<TypeParam>(&out, order));
      EXPECT_EQ(AsText(out), "kept");
      EXPECT_EQ(Place(cursor), before);
    }
  }
}

TYPED_TEST(CursorPrefixTest, ALengthThatIsNotWholeReadsNothing) {
  for (size_t present = 0; present < sizeof(TypeParam); ++present) {
    const GuardBuffer buffer(std::vector<std::byte>(present, std::byte{0}));
    Cursor cursor(buffer.bytes());
    ByteSpan out = AsBytes("kept");
    EXPECT_FALSE(cursor.ReadPrefixed<TypeParam>(&out));
    EXPECT_EQ(AsText(out), "kept");
    EXPECT_EQ(cursor.remaining(), present);
  }
}

TEST(CursorTest, AStringHasALengthOfEightBytesInTheFilesOrder) {
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const std::vector<std::byte> bytes = Prefixed<uint64_t>(2, order);
    Cursor cursor(bytes);
    std::string_view text;
    EXPECT_TRUE(cursor.ReadString(&text, order));
    EXPECT_EQ(text, "ab");
    EXPECT_EQ(cursor.remaining(), 1u);
  }
}

TEST(CursorTest, AStringThatIsNotWholeLeavesTheOutputAlone) {
  const std::vector<std::byte> bytes =
      Prefixed<uint64_t>(UINT64_MAX, ByteOrder::kLittle);
  Cursor cursor(bytes);
  std::string_view text = "kept";
  EXPECT_FALSE(cursor.ReadString(&text));
  EXPECT_EQ(text, "kept");
  EXPECT_EQ(cursor.offset(), 0u);
}

TEST(CursorTest, TheLastByteMayHaveTheLastOffset) {
  const Cursor cursor = Over("a", UINT64_MAX - 1);
  EXPECT_EQ(cursor.offset(), UINT64_MAX - 1);
}

TEST(CursorDeathTest, AnOriginWhoseEndWrapsAborts) {
  EXPECT_DEATH(Over("a", UINT64_MAX), "end_ >= origin");
}

}  // namespace
}  // namespace loadgate
