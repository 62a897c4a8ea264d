#include "harness/policy/policy.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace loadgate::sandbox {
namespace {

TEST(PolicyTest, EveryRowGivesItsReasonAndSaysItsConditionsInWords) {
  for (const Policy policy : kPolicies) {
    for (const Grant& grant : Grants(policy)) {
      SCOPED_TRACE(std::string(PolicyName(policy)) + ": " +
                   std::string(SystemCallName(grant.call)));
      EXPECT_FALSE(grant.reason.empty());
      EXPECT_LE(grant.condition_count, kMostConditions);
      for (const Condition& condition : grant.Conditions()) {
        EXPECT_FALSE(condition.text.empty());
        EXPECT_LT(condition.argument, 6);
      }
    }
  }
}

// A filter is made of them run by run: a call that came again would be asked
// about by its first run alone.
TEST(PolicyTest, TheRowsOfACallStandTogether) {
  for (const Policy policy : kPolicies) {
    std::set<SystemCall> done;
    const Grant* before = nullptr;
    for (const Grant& grant : Grants(policy)) {
      if (before == nullptr || before->call != grant.call) {
        EXPECT_TRUE(done.insert(grant.call).second)
            << PolicyName(policy) << ": " << SystemCallName(grant.call);
      } else {
        EXPECT_GT(before->condition_count, 0u)
            << "nothing comes to the row behind one without conditions";
      }
      before = &grant;
    }
  }
}

TEST(PolicyTest, OnlyReleaseAndStreamAreBoundaries) {
  EXPECT_TRUE(IsBoundary(Policy::kRelease));
  EXPECT_TRUE(IsBoundary(Policy::kStream));
  EXPECT_FALSE(IsBoundary(Policy::kSanitizer));
  EXPECT_FALSE(IsBoundary(Policy::kTrace));
}

TEST(PolicyTest, NoBoundaryEndsByATrap) {
  for (const Policy policy : kPolicies) {
    EXPECT_FALSE(IsBoundary(policy) && EndsByTrap(policy));
  }
}

TEST(PolicyTest, PoliciesHaveTheNamesOfTheDocuments) {
  std::set<std::string_view> names;
  for (const Policy policy : kPolicies) names.insert(PolicyName(policy));
  EXPECT_EQ(names, (std::set<std::string_view>{"release", "stream", "sanitizer",
                                               "trace"}));
}

}  // namespace
}  // namespace loadgate::sandbox
