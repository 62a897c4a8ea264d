#include "fuzz/mutator/number_forms.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace loadgate::mutator {
namespace {

TEST(NumberFormsTest, ANumberPastAllIntegersHasTheSameLowBits) {
  EXPECT_EQ(PlusPowerOfTwo(0), "18446744073709551616");
  EXPECT_EQ(PlusPowerOfTwo(8), "18446744073709551624");
  EXPECT_EQ(PlusPowerOfTwo(290'448'384), "18446744074000000000");
  EXPECT_EQ(PlusPowerOfTwo(UINT64_MAX), "36893488147419103231");
}

TEST(NumberFormsTest, EveryFormOfANumberIsMet) {
  Random random(1);
  std::set<std::string> met;
  for (int i = 0; i < 5000; ++i) met.insert(NumberForm("12", &random));
  for (const char* form :
       {"12.0", "12e0", "-12", "012", "0x12", "120", "18446744073709551628",
        "1e400", "null", "120e-1", "9007199254741005", "9007199254740993"}) {
    EXPECT_TRUE(met.contains(form)) << form;
  }
}

TEST(NumberFormsTest, WhatIsNoNumberHasFormsToo) {
  Random random(1);
  std::set<std::string> met;
  for (int i = 0; i < 5000; ++i) met.insert(NumberForm("true", &random));
  EXPECT_TRUE(met.contains("true.0"));
  EXPECT_TRUE(met.contains("18446744073709551616"));
}

}  // namespace
}  // namespace loadgate::mutator
