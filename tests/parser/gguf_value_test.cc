#include "loadgate/gguf_value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/gguf_bytes.h"
#include "tests/support/guard_buffer.h"

namespace loadgate {
namespace {

using testing_support::GgufBytes;
using testing_support::GuardBuffer;

constexpr ByteOrder kOrders[] = {ByteOrder::kLittle, ByteOrder::kBig};

// Decodes the one pair that `file` holds. It must be whole.
GgufKeyValue PairOf(const GgufBytes& file) {
  GgufKeyValue pair;
  EXPECT_TRUE(GgufKeyValue::Read(Cursor(file.bytes()), file.order(), &pair));
  return pair;
}

// A pair whose value is `v`, and what reads it as T.
template <typename T, typename V>
std::optional<T> Converted(V v) {
  GgufBytes file;
  file.Key("k", testing_support::kGgufTypeId<V>).Number(v);
  return PairOf(file).ConvertTo<T>();
}

TEST(GgufValueTypeTest, EveryTypeHasANameAndASize) {
  struct Row {
    std::string_view name;
    uint64_t fixed;
    uint64_t smallest;
  };
  const std::vector<Row> rows = {
      {"u8", 1, 1},     {"i8", 1, 1},    {"u16", 2, 2}, {"i16", 2, 2},
      {"u32", 4, 4},    {"i32", 4, 4},   {"f32", 4, 4}, {"bool", 1, 1},
      {"string", 0, 8}, {"array", 0, 8}, {"u64", 8, 8}, {"i64", 8, 8},
      {"f64", 8, 8},
  };
  ASSERT_EQ(rows.size(), kGgufValueTypeCount);
  for (uint32_t id = 0; id < kGgufValueTypeCount; ++id) {
    const auto type = static_cast<GgufValueType>(id);
    EXPECT_EQ(GgufValueTypeName(type), rows[id].name);
    EXPECT_EQ(GgufFixedSize(type), rows[id].fixed);
    EXPECT_EQ(GgufSmallestSize(type), rows[id].smallest);
  }
}

TEST(GgufValueTypeDeathTest, AnIdThatIsNoTypeAborts) {
  const auto type = static_cast<GgufValueType>(kGgufValueTypeCount);
  EXPECT_DEATH(GgufFixedSize(type), "size");
}

template <typename T>
class GgufNumberTest : public testing::Test {};

using Numbers = testing::Types<uint8_t, int8_t, uint16_t, int16_t, uint32_t,
                               int32_t, float, uint64_t, int64_t, double>;
TYPED_TEST_SUITE(GgufNumberTest, Numbers);

TYPED_TEST(GgufNumberTest, IsReadAsItsOwnTypeAndNoOther) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const ByteOrder order : kOrders) {
    for (const TypeParam v :
         {Limits::lowest(), TypeParam{0}, TypeParam{1}, Limits::max()}) {
      GgufBytes file(order);
      file.Key("key", testing_support::kGgufTypeId<TypeParam>).Number(v);
      const GgufKeyValue pair = PairOf(file);
      EXPECT_EQ(pair.As<TypeParam>(), v);
      EXPECT_EQ(pair.ConvertTo<TypeParam>(), v);
      using Other =
          std::conditional_t<sizeof(TypeParam) == 8, uint8_t, uint64_t>;
      EXPECT_EQ(pair.As<Other>(), std::nullopt);
      EXPECT_EQ(pair.As<bool>(), std::nullopt);
      EXPECT_EQ(pair.As<std::string_view>(), std::nullopt);
      EXPECT_EQ(pair.ConvertTo<bool>(), std::nullopt);
      EXPECT_EQ(pair.ConvertTo<std::string_view>(), std::nullopt);
    }
  }
}

TYPED_TEST(GgufNumberTest, AnArrayGivesItsElementsInOrderAndThenEnds) {
  const std::vector<TypeParam> elements = {TypeParam{3}, TypeParam{0},
                                           TypeParam{100}};
  for (const ByteOrder order : kOrders) {
    GgufBytes file(order);
    file.PairArray<TypeParam>("key", elements);
    const GgufKeyValue pair = PairOf(file);
    EXPECT_EQ(pair.As<TypeParam>(), std::nullopt);
    EXPECT_EQ(pair.ConvertTo<TypeParam>(), std::nullopt);
    EXPECT_EQ(pair.count(), 3u);
    EXPECT_EQ(pair.value_bytes(), 3 * sizeof(TypeParam));
    GgufElements left = pair.elements();
    TypeParam element{};
    std::vector<TypeParam> seen;
    while (left.Next(&element)) seen.push_back(element);
    EXPECT_EQ(seen, elements);
    EXPECT_EQ(element, elements.back()) << "the end writes nothing";
  }
}

TEST(GgufKeyValueTest, KnowsWhereItsPartsStand) {
  GgufBytes file;
  file.PairU32("some.key", 7);
  GgufKeyValue pair;
  ASSERT_TRUE(GgufKeyValue::Read(Cursor(file.bytes(), 1000), ByteOrder::kLittle,
                                 &pair));
  EXPECT_EQ(pair.key(), "some.key");
  EXPECT_EQ(pair.type(), GgufValueType::kU32);
  EXPECT_EQ(pair.element_type(), GgufValueType::kU32);
  EXPECT_FALSE(pair.is_array());
  EXPECT_EQ(pair.count(), 1u);
  EXPECT_EQ(pair.offset(), 1000u);
  EXPECT_EQ(pair.value_offset(), 1020u);
  EXPECT_EQ(pair.value_bytes(), 4u);
  EXPECT_EQ(pair.TypeText(), "u32");
}

TEST(GgufKeyValueTest, StringsAndBoolsAreReadAsThemselvesAlone) {
  for (const ByteOrder order : kOrders) {
    GgufBytes text(order);
    text.PairString("k", "llama");
    EXPECT_EQ(PairOf(text).As<std::string_view>(), "llama");
    EXPECT_EQ(PairOf(text).ConvertTo<std::string_view>(), "llama");
    EXPECT_EQ(PairOf(text).ConvertTo<uint64_t>(), std::nullopt);
    EXPECT_EQ(PairOf(text).ConvertTo<double>(), std::nullopt);
    for (const bool v : {false, true}) {
      GgufBytes flag(order);
      flag.PairBool("k", v);
      EXPECT_EQ(PairOf(flag).As<bool>(), v);
      EXPECT_EQ(PairOf(flag).As<uint8_t>(), std::nullopt);
      EXPECT_EQ(PairOf(flag).ConvertTo<uint8_t>(), std::nullopt);
    }
  }
}

TEST(GgufKeyValueTest, ABoolByteOverOneIsTrueAndNoUndefinedBehaviour) {
  GgufBytes file;
  file.Key("k", testing_support::kBool).U8(0xff);
  EXPECT_EQ(PairOf(file).As<bool>(), true);
}

TEST(GgufKeyValueTest, IntegersConvertWhereTheirValueFits) {
  EXPECT_EQ((Converted<uint32_t, uint8_t>(255)), 255u);
  EXPECT_EQ((Converted<uint8_t, uint64_t>(255)), 255);
  EXPECT_EQ((Converted<uint8_t, uint64_t>(256)), std::nullopt);
  EXPECT_EQ((Converted<uint32_t, int8_t>(127)), 127u);
  EXPECT_EQ((Converted<uint64_t, int8_t>(-1)), std::nullopt);
  EXPECT_EQ((Converted<int8_t, int64_t>(-128)), -128);
  EXPECT_EQ((Converted<int8_t, int64_t>(-129)), std::nullopt);
  EXPECT_EQ((Converted<int32_t, uint32_t>(0x7fffffff)), 0x7fffffff);
  EXPECT_EQ((Converted<int32_t, uint32_t>(0x80000000)), std::nullopt);
  EXPECT_EQ((Converted<int64_t, uint64_t>(UINT64_MAX)), std::nullopt);
  EXPECT_EQ((Converted<uint64_t, uint64_t>(UINT64_MAX)), UINT64_MAX);
  EXPECT_EQ((Converted<int64_t, int16_t>(INT16_MIN)), INT16_MIN);
}

TEST(GgufKeyValueTest, IntegersAndFloatsDoNotMix) {
  EXPECT_EQ((Converted<float, uint32_t>(1)), std::nullopt);
  EXPECT_EQ((Converted<uint32_t, float>(1.0f)), std::nullopt);
  EXPECT_EQ((Converted<int64_t, double>(1.0)), std::nullopt);
}

TEST(GgufKeyValueTest, FloatsConvertToTheOtherWidthInRange) {
  constexpr double kMax = std::numeric_limits<float>::max();
  EXPECT_EQ((Converted<double, float>(0.5f)), 0.5);
  EXPECT_EQ((Converted<float, double>(0.1)), 0.1f);
  EXPECT_EQ((Converted<float, double>(-kMax)), -0x1.fffffep127f);
  EXPECT_EQ((Converted<float, double>(std::nextafter(kMax, 1e39))),
            std::nullopt);
  EXPECT_EQ((Converted<float, double>(-1e39)), std::nullopt);
  const auto infinity =
      Converted<float, double>(std::numeric_limits<double>::infinity());
  ASSERT_TRUE(infinity.has_value());
  EXPECT_TRUE(std::isinf(*infinity));
  const auto nan = Converted<double, float>(std::nanf(""));
  ASSERT_TRUE(nan.has_value());
  EXPECT_TRUE(std::isnan(*nan));
}

TEST(GgufKeyValueTest, StringsOfAnArrayAreViewsReadOneByOne) {
  for (const ByteOrder order : kOrders) {
    GgufBytes file(order);
    file.ArrayOfStrings("k", {"a", "", "ccc"});
    const GgufKeyValue pair = PairOf(file);
    EXPECT_EQ(pair.TypeText(), "array of 3 string");
    EXPECT_EQ(pair.element_type(), GgufValueType::kString);
    EXPECT_EQ(pair.value_offset(), 25u);
    GgufElements left = pair.elements();
    std::string_view text;
    uint8_t number = 7;
    EXPECT_FALSE(left.Next(&number)) << "not of that type";
    for (const std::string_view expected : {"a", "", "ccc"}) {
      EXPECT_TRUE(left.Next(&text));
      EXPECT_EQ(text, expected);
    }
    EXPECT_FALSE(left.Next(&text));
    EXPECT_EQ(text, "ccc");
    EXPECT_EQ(number, 7);
  }
}

TEST(GgufKeyValueTest, BoolsOfAnArrayAreReadOneByOne) {
  GgufBytes file;
  file.ArrayOfBools("k", {true, false});
  GgufElements left = PairOf(file).elements();
  bool flag = false;
  EXPECT_TRUE(left.Next(&flag));
  EXPECT_TRUE(flag);
  EXPECT_TRUE(left.Next(&flag));
  EXPECT_FALSE(flag);
  EXPECT_FALSE(left.Next(&flag));
}

TEST(GgufKeyValueTest, AHeadThatIsNotWholeLeavesTheOutputAlone) {
  GgufBytes file;
  file.ArrayHead("k", testing_support::kU8, 0);
  for (size_t present = 0; present < file.size(); ++present) {
    const GuardBuffer buffer(ByteSpan(file.bytes()).first(present));
    GgufKeyValue pair;
    EXPECT_FALSE(
        GgufKeyValue::Read(Cursor(buffer.bytes()), ByteOrder::kLittle, &pair));
    EXPECT_EQ(pair.key(), "");
  }
  EXPECT_EQ(PairOf(file).count(), 0u);
}

TEST(GgufKeyValueTest, ATypeOutsideTheTableIsNoPair) {
  GgufKeyValue pair;
  GgufBytes scalar;
  scalar.Key("k", kGgufValueTypeCount).U64(0);
  EXPECT_FALSE(
      GgufKeyValue::Read(Cursor(scalar.bytes()), ByteOrder::kLittle, &pair));
  GgufBytes array;
  array.ArrayHead("k", kGgufValueTypeCount, 0);
  EXPECT_FALSE(
      GgufKeyValue::Read(Cursor(array.bytes()), ByteOrder::kLittle, &pair));
}

TEST(GgufKeyValueTest, AValueShorterThanItsTypeIsNotReadPastItsEnd) {
  GgufBytes file;
  file.Key("k", testing_support::kU32).U16(1);
  const GuardBuffer buffer(file.bytes());
  GgufKeyValue pair;
  ASSERT_TRUE(
      GgufKeyValue::Read(Cursor(buffer.bytes()), ByteOrder::kLittle, &pair));
  EXPECT_EQ(pair.As<uint32_t>(), std::nullopt);
  EXPECT_EQ(pair.ConvertTo<int64_t>(), std::nullopt);
  GgufBytes flag;
  flag.Key("k", testing_support::kBool);
  EXPECT_EQ(PairOf(flag).As<bool>(), std::nullopt);
}

}  // namespace
}  // namespace loadgate
