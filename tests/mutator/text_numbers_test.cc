#include "fuzz/mutator/text_numbers.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace loadgate::mutator {
namespace {

std::set<std::string> Changed(const std::string& text, uint64_t unit) {
  Random random(1);
  std::set<std::string> all;
  for (int i = 0; i < 4000; ++i) {
    all.insert(ChangeNumberIn(text, unit, &random));
  }
  return all;
}

TEST(TextNumbersTest, WhatHasADigitHasANumber) {
  EXPECT_TRUE(HasNumber("blk.0.weight"));
  EXPECT_TRUE(HasNumber("<0x0A>"));
  EXPECT_FALSE(HasNumber("output.weight"));
  EXPECT_FALSE(HasNumber(""));
}

TEST(TextNumbersTest, ATextWithoutANumberStaysAsItIs) {
  EXPECT_EQ(Changed("output.weight", 1),
            std::set<std::string>{"output.weight"});
  EXPECT_EQ(Changed("", 1), std::set<std::string>{""});
}

TEST(TextNumbersTest, TheRestOfTheTextStays) {
  for (const std::string& text : Changed("blk.7.w", 1)) {
    EXPECT_EQ(text.substr(0, 4), "blk.");
    EXPECT_EQ(text.substr(text.size() - 2), ".w");
  }
}

TEST(TextNumbersTest, ANumberGetsNeighboursEdgesAndSigns) {
  const std::set<std::string> all = Changed("blk.7.w", 1);
  for (const char* const text :
       {"blk.6.w", "blk.8.w", "blk.-.w", "blk.-7.w", "blk.07.w",
        "blk.2147483648.w", "blk.18446744073709551616.w"}) {
    EXPECT_TRUE(all.contains(text)) << text;
  }
}

TEST(TextNumbersTest, ANumberWrapsWhenItIsMultipliedByTheUnit) {
  const std::set<std::string> all = Changed("direction.1", 4096);
  // 2^64 / 4096, and the same for 2^63 and 2^32.
  for (const char* const text :
       {"direction.4503599627370496", "direction.2251799813685248",
        "direction.1048576"}) {
    EXPECT_TRUE(all.contains(text)) << text;
  }
}

TEST(TextNumbersTest, AByteIsSpeltOtherwiseInTheSameWidth) {
  const std::set<std::string> all = Changed("<0x0A>", 1);
  EXPECT_TRUE(all.contains("<0x-A>"));
  EXPECT_TRUE(all.contains("<0x0->"));
  EXPECT_TRUE(all.contains("<0xFF>"));
  for (const std::string& text : all) EXPECT_EQ(text.size(), 6u) << text;
}

TEST(TextNumbersTest, TheSameNumberIsWrittenInOtherDigits) {
  Random random(1);
  std::set<std::string> all;
  for (int i = 0; i < 500; ++i) all.insert(SameNumberIn("blk.7.w", &random));
  EXPECT_EQ(all, (std::set<std::string>{"blk.07.w", "blk.007.w", "blk.+7.w",
                                        "blk. 7.w", "blk.4294967303.w",
                                        "blk.18446744073709551623.w"}));
  EXPECT_EQ(SameNumberIn("output", &random), "output");
}

TEST(TextNumbersTest, EachOfSeveralNumbersIsChanged) {
  bool is_first = false;
  bool is_second = false;
  for (const std::string& text : Changed("a1b2", 1)) {
    is_first = is_first || !text.starts_with("a1b");
    is_second = is_second || text.find("b2") == std::string::npos;
  }
  EXPECT_TRUE(is_first);
  EXPECT_TRUE(is_second);
}

}  // namespace
}  // namespace loadgate::mutator
