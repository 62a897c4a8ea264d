#include "harness/sandbox/setup_step.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace loadgate::sandbox {
namespace {

TEST(SetupStepTest, EachHasANameOfItsOwnAndNoOtherNumberHasOne) {
  std::set<std::string_view> names;
  for (int number = 0; number < 256; ++number) {
    const auto name = SetupStepName(static_cast<SetupStep>(number));
    EXPECT_FALSE(name.empty());
    EXPECT_EQ(name == "unknown", number < 1 || number > 9) << number;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 10u);
}

}  // namespace
}  // namespace loadgate::sandbox
