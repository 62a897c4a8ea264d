// The golden texts: a change of a policy shows in review.

#include "harness/policy/policy_text.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace loadgate::sandbox {
namespace {

std::string Golden(Policy policy, Architecture architecture) {
  const std::string path = std::string(LG_SOURCE_DIR) +
                           "/tests/harness/golden/" +
                           std::string(PolicyName(policy)) + "." +
                           std::string(ArchitectureName(architecture)) + ".txt";
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TEST(PolicyTextTest, EveryPolicyIsAsItsGoldenTextSays) {
  for (const Policy policy : kPolicies) {
    for (const Architecture architecture : kArchitectures) {
      EXPECT_EQ(PolicyText(policy, architecture), Golden(policy, architecture))
          << "if the change is meant, write this text to golden/";
    }
  }
}

}  // namespace
}  // namespace loadgate::sandbox
