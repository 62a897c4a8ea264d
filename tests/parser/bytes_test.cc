#include "loadgate/bytes.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tests/parser/bytes_of.h"

namespace loadgate {
namespace {

static_assert(Scalar<uint8_t> && Scalar<int64_t> && Scalar<double>);
static_assert(!Scalar<bool>, "a byte other than 0 and 1 is no bool");
static_assert(!Scalar<long double> && !Scalar<const char*>);

// The number that `bytes` spell, digit by digit in base 256.
uint64_t Spelt(ByteSpan bytes, ByteOrder order) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const size_t next = order == ByteOrder::kBig ? i : bytes.size() - 1 - i;
    value = value * 256 + static_cast<uint64_t>(bytes[next]);
  }
  return value;
}

template <typename T>
class LoadTest : public testing::Test {};

using Integers = testing::Types<uint8_t, int8_t, uint16_t, int16_t, uint32_t,
                                int32_t, uint64_t, int64_t>;
TYPED_TEST_SUITE(LoadTest, Integers);

TYPED_TEST(LoadTest, LoadsBothOrdersFromEveryAlignment) {
  const std::vector<std::byte> bytes = CountingBytes(16);
  for (size_t at = 0; at + sizeof(TypeParam) <= bytes.size(); ++at) {
    const auto own = ByteSpan(bytes).subspan(at).first<sizeof(TypeParam)>();
    for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
      EXPECT_EQ(Load<TypeParam>(own, order),
                static_cast<TypeParam>(Spelt(own, order)))
          << at;
    }
    EXPECT_EQ(Load<TypeParam>(own), Load<TypeParam>(own, ByteOrder::kLittle));
  }
}

TYPED_TEST(LoadTest, LoadsTheExtremes) {
  std::vector<std::byte> bytes(sizeof(TypeParam), std::byte{0xff});
  const std::span<const std::byte, sizeof(TypeParam)> own(bytes);
  EXPECT_EQ(Load<TypeParam>(own), static_cast<TypeParam>(-1));
  bytes.assign(bytes.size(), std::byte{0});
  EXPECT_EQ(Load<TypeParam>(own), TypeParam{0});
}

TEST(LoadFloatTest, LoadsBothOrders) {
  const auto one = BytesOf({0x00, 0x00, 0x80, 0x3f});
  const auto swapped = BytesOf({0x3f, 0x80, 0x00, 0x00});
  EXPECT_EQ(Load<float>(std::span<const std::byte, 4>(one)), 1.0f);
  EXPECT_EQ(
      Load<float>(std::span<const std::byte, 4>(swapped), ByteOrder::kBig),
      1.0f);
  const auto minus_two = BytesOf({0, 0, 0, 0, 0, 0, 0, 0xc0});
  EXPECT_EQ(Load<double>(std::span<const std::byte, 8>(minus_two)), -2.0);
}

// The bit of a NaN that may change: 32-bit x86 returns a float in a register
// that makes it quiet.
#if defined(__i386__)
constexpr uint32_t kQuiet32 = uint32_t{1} << 22;
constexpr uint64_t kQuiet64 = uint64_t{1} << 51;
#else
constexpr uint32_t kQuiet32 = 0;
constexpr uint64_t kQuiet64 = 0;
#endif

TEST(LoadFloatTest, KeepsThePayloadOfANan) {
  const auto narrow = BytesOf({0x23, 0x01, 0xa0, 0xff});
  const auto f32 = Load<float>(std::span<const std::byte, 4>(narrow));
  EXPECT_TRUE(std::isnan(f32));
  EXPECT_EQ(std::bit_cast<uint32_t>(f32) | kQuiet32, 0xffa00123u | kQuiet32);
  const auto wide = BytesOf({0x7f, 0xf0, 0, 0, 0, 0, 0x12, 0x34});
  const auto f64 =
      Load<double>(std::span<const std::byte, 8>(wide), ByteOrder::kBig);
  EXPECT_TRUE(std::isnan(f64));
  EXPECT_EQ(std::bit_cast<uint64_t>(f64) | kQuiet64,
            0x7ff0000000001234u | kQuiet64);
}

TEST(AsTextTest, ViewsTheSameBytesAndBack) {
  const auto bytes = BytesOf({'a', 0, 0xff});
  const std::string_view text = AsText(bytes);
  EXPECT_EQ(text, std::string_view("a\0\xff", 3));
  EXPECT_EQ(AsBytes(text).data(), bytes.data());
  EXPECT_EQ(AsBytes(text).size(), bytes.size());
  EXPECT_EQ(AsText(ByteSpan()), "");
  EXPECT_TRUE(AsBytes("").empty());
}

}  // namespace
}  // namespace loadgate
