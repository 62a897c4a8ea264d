#include "craft/recipe_numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace loadgate::craft {
namespace {

using Type = GgufValueType;

TEST(RecipeNumbersTest, UnsignedNumbersHaveTwoForms) {
  EXPECT_EQ(ParseUnsigned("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(ParseUnsigned("0xffffffffffffffff"), UINT64_MAX);
  EXPECT_EQ(ParseUnsigned("255", 1), 255u);
}

TEST(RecipeNumbersTest, WhatHasNoRoomOrIsNoNumberIsNone) {
  for (const char* const text : {"", "0x", "-1", "+1", "1.0", "1 ", "a", "0xg",
                                 "18446744073709551616"}) {
    EXPECT_EQ(ParseUnsigned(text), std::nullopt) << text;
  }
  EXPECT_EQ(ParseUnsigned("256", 1), std::nullopt);
  EXPECT_EQ(ParseUnsigned("0x100000000", 4), std::nullopt);
}

TEST(RecipeNumbersTest, NumbersAreWrittenAsPeopleWriteThem) {
  EXPECT_EQ(FormatNumber(Type::kU8, 200), "200");
  EXPECT_EQ(FormatNumber(Type::kI8, 200), "-56");
  EXPECT_EQ(FormatNumber(Type::kI64, UINT64_MAX), "-1");
  EXPECT_EQ(FormatNumber(Type::kBool, 1), "true");
  EXPECT_EQ(FormatNumber(Type::kBool, 7), "7");
  EXPECT_EQ(FormatNumber(Type::kF32, std::bit_cast<uint32_t>(0.1f)), "0.1");
  EXPECT_EQ(FormatNumber(Type::kF64, std::bit_cast<uint64_t>(1e300)), "1e+300");
  EXPECT_EQ(FormatNumber(Type::kF32, 0x7fc00001), "0x7fc00001");
}

TEST(RecipeNumbersTest, EveryNumberIsReadAsItWasWritten) {
  const std::vector<uint64_t> patterns = {0,
                                          1,
                                          2,
                                          0x7f,
                                          0x80,
                                          0xff,
                                          0x7fff,
                                          0x8000,
                                          0x7fffffff,
                                          0x80000000,
                                          0x7f800000,
                                          0xff800000,
                                          0x7fc00000,
                                          0x3dcccccd,
                                          0x00000001,
                                          0x80000000,
                                          0x7ff0000000000000,
                                          0x3ff3333333333333,
                                          0x8000000000000000,
                                          UINT64_MAX};
  for (uint32_t id = 0; id < kGgufValueTypeCount; ++id) {
    const auto type = static_cast<Type>(id);
    const uint64_t width = GgufFixedSize(type);
    if (width == 0) continue;
    const uint64_t mask = width == 8 ? UINT64_MAX : (1ull << (8 * width)) - 1;
    for (const uint64_t pattern : patterns) {
      const std::string text = FormatNumber(type, pattern & mask);
      EXPECT_EQ(ParseNumber(type, text), pattern & mask)
          << GgufValueTypeName(type) << " " << text;
    }
  }
}

TEST(RecipeNumbersTest, ANumberThatItsTypeHasNoRoomForIsNone) {
  EXPECT_EQ(ParseNumber(Type::kI8, "128"), std::nullopt);
  EXPECT_EQ(ParseNumber(Type::kI8, "-129"), std::nullopt);
  EXPECT_EQ(ParseNumber(Type::kU16, "65536"), std::nullopt);
  EXPECT_EQ(ParseNumber(Type::kU8, "-1"), std::nullopt);
  EXPECT_EQ(ParseNumber(Type::kF32, "1e39"), std::nullopt);
  EXPECT_EQ(ParseNumber(Type::kF32, "nan"), std::nullopt);
  EXPECT_EQ(ParseNumber(Type::kF64, "1x"), std::nullopt);
  EXPECT_EQ(ParseNumber(Type::kBool, "yes"), std::nullopt);
}

TEST(RecipeNumbersTest, HexadecimalDigitsAreBitsOfAnyType) {
  EXPECT_EQ(ParseNumber(Type::kF32, "0x3f800000"), 0x3f800000u);
  EXPECT_EQ(ParseNumber(Type::kI8, "0xff"), 0xffu);
  EXPECT_EQ(ParseNumber(Type::kI8, "0x100"), std::nullopt);
}

}  // namespace
}  // namespace loadgate::craft
