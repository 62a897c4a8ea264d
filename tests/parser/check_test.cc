#include "loadgate/check.h"

#include <gtest/gtest.h>

#include <csignal>

namespace loadgate {
namespace {

static_assert((LG_CHECK(true), true), "usable in constant expressions");

TEST(CheckTest, EvaluatesItsConditionOnce) {
  int evaluated = 0;
  LG_CHECK(++evaluated > 0);
  EXPECT_EQ(evaluated, 1);
}

TEST(CheckDeathTest, FailureAbortsAndNamesTheConditionAndThePlace) {
  const int two = 2;
  EXPECT_EXIT(LG_CHECK(two == 3), testing::KilledBySignal(SIGABRT),
              "internal check failed: two == 3 \\(.*check_test\\.cc:[0-9]+\\)");
}

}  // namespace
}  // namespace loadgate
