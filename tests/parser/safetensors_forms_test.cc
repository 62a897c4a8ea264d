// The reader and the naive reader on headers in every form that JSON allows.

#include "tests/support/safetensors_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "loadgate/finding.h"
#include "tests/support/safetensors_properties.h"

namespace loadgate::testing_support {
namespace {

using ::testing::Ge;
using ::testing::SizeIs;

constexpr uint64_t kFiles = 2000;
// Of a thousand choices.
constexpr uint32_t kWrong = 3;

TEST(SafetensorsFormsTest, AGoodHeaderIsAcceptedInEveryForm) {
  size_t tensors = 0;
  size_t escapes = 0;
  for (uint64_t seed = 0; seed < kFiles; ++seed) {
    const SafetensorsBytes made = RandomSafetensors(seed, 0);
    const std::vector<std::byte> file = made.bytes();
    const auto naive = JudgeSafetensorsNaively(file);
    EXPECT_TRUE(naive.accept)
        << seed << ": " << naive.reason << " at " << naive.offset << "\n"
        << made.json;
    EXPECT_EQ(BrokenSafetensorsProperty(file), "") << seed << "\n" << made.json;
    tensors += naive.tensors.size();
    if (made.json.find("\\u") != std::string::npos) ++escapes;
  }
  EXPECT_GT(tensors, kFiles);
  EXPECT_GT(escapes, kFiles / 2);
}

TEST(SafetensorsFormsTest, BothReadersAgreeWhereAFormIsWrong) {
  size_t accepted = 0;
  std::set<std::string> reasons;
  std::set<Code> codes;
  for (uint64_t seed = 0; seed < kFiles; ++seed) {
    const SafetensorsBytes made = RandomSafetensors(seed, kWrong);
    const std::vector<std::byte> file = made.bytes();
    EXPECT_EQ(BrokenSafetensorsProperty(file), "") << seed << "\n" << made.json;
    const auto naive = JudgeSafetensorsNaively(file);
    accepted += naive.accept ? 1 : 0;
    reasons.insert(naive.reason);
    for (const Finding& finding : FeedSafetensors(file).findings) {
      codes.insert(finding.code);
    }
  }
  // All this would hold of files that are all alike.
  EXPECT_GT(accepted, kFiles / 4);
  EXPECT_LT(accepted, kFiles * 3 / 4);
  EXPECT_THAT(reasons, SizeIs(Ge(20U)));
  EXPECT_THAT(codes, SizeIs(Ge(20U)));
}

}  // namespace
}  // namespace loadgate::testing_support
