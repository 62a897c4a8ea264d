#include "fuzz/other/inputs.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "fuzz/mutator/file_mutator.h"
#include "fuzz/other/byte_mutator.h"

namespace loadgate::other {
namespace {

constexpr size_t kMaxSize = 512;

class InputsTest : public testing::TestWithParam<std::tuple<bool, bool>> {
 protected:
  Inputs Make(uint64_t seed) const {
    return Inputs(
        std::get<0>(GetParam()) ? Format::kGguf : Format::kSafetensors,
        std::get<1>(GetParam()), kMaxSize, seed);
  }
};

TEST_P(InputsTest, TheSameSeedAndTheSameKeptFilesGiveTheSameFiles) {
  Inputs one = Make(7);
  Inputs other = Make(7);
  Inputs third = Make(8);
  bool differs = false;
  for (int i = 0; i < 500; ++i) {
    const std::string file = one.Next();
    ASSERT_EQ(other.Next(), file);
    differs = differs || third.Next() != file;
    if (i % 2 == 0) {
      one.Keep(file);
      other.Keep(file);
    }
  }
  EXPECT_TRUE(differs);
}

TEST_P(InputsTest, NoFileIsLargerThanItMayBeAndFewAreAlike) {
  Inputs inputs = Make(1);
  std::set<std::string> files;
  for (int i = 0; i < 1000; ++i) {
    std::string file = inputs.Next();
    ASSERT_LE(file.size(), kMaxSize);
    inputs.Keep(file);
    files.insert(std::move(file));
  }
  EXPECT_GT(files.size(), 800u);
}

TEST_P(InputsTest, KeepsABoundedNumberOfFilesAndNoneThatIsTooLarge) {
  Inputs inputs = Make(1);
  inputs.Keep(std::string(kMaxSize + 1, 'x'));
  EXPECT_EQ(inputs.kept(), 0u);
  for (size_t i = 0; i < Inputs::kMostKept + 10; ++i) inputs.Keep("file");
  EXPECT_EQ(inputs.kept(), Inputs::kMostKept);
}

INSTANTIATE_TEST_SUITE_P(All, InputsTest,
                         testing::Combine(testing::Bool(), testing::Bool()));

TEST(ChangeBytesTest, MakesOfNothingAByteAtLeast) {
  mutator::Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::string file = ChangeBytes("", 3, &random);
    EXPECT_GE(file.size(), 1u);
    EXPECT_LE(file.size(), 3u);
  }
}

}  // namespace
}  // namespace loadgate::other
