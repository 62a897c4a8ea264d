// What the mutator promises of the files it makes.

#include "fuzz/mutator/file_mutator.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "craft/gguf_model.h"
#include "fuzz/mutator/random.h"
#include "loadgate/finding.h"
#include "tests/support/gguf_feeding.h"

namespace loadgate::mutator {
namespace {

constexpr size_t kMaxSize = 4096;

// As a campaign without feedback: each file is made of one of those before it.
std::vector<std::string> Campaign(size_t runs, size_t max_size = kMaxSize) {
  Random random(1);
  std::vector<std::string> files = {""};
  while (files.size() < runs) {
    const ByteSpan from = AsBytes(random.Pick(files));
    if (random.OneIn(10)) {
      const ByteSpan other = AsBytes(random.Pick(files));
      files.push_back(CrossOverGguf(from, other, max_size, random.Bits()));
    } else {
      files.push_back(MutateGguf(from, max_size, random.Bits()));
    }
  }
  return files;
}

struct Accepted {
  size_t all = 0;
  size_t deep = 0;  // With a key-value and a tensor.
};

Accepted CountAccepted(const std::vector<std::string>& files) {
  Accepted accepted;
  for (const std::string& file : files) {
    const auto reading = testing_support::ReadGguf(AsBytes(file));
    if (reading.verdict != Verdict::kAccept) continue;
    ++accepted.all;
    const craft::GgufModel model = craft::GgufFromBytes(AsBytes(file));
    if (!model.pairs.empty() && !model.tensors.empty()) ++accepted.deep;
  }
  return accepted;
}

TEST(FileMutatorTest, ASeedIsAccepted) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string file = SeedGguf(kMaxSize, seed);
    EXPECT_EQ(testing_support::ReadGguf(AsBytes(file)).verdict,
              Verdict::kAccept)
        << seed;
  }
}

TEST(FileMutatorTest, MostFilesAreAcceptedDeepAndManyAreNot) {
  const std::vector<std::string> files = Campaign(5000);
  const Accepted accepted = CountAccepted(files);
  EXPECT_GT(accepted.deep, files.size() * 45 / 100);
  EXPECT_LT(accepted.all, files.size() * 80 / 100);
}

TEST(FileMutatorTest, NoFileIsLargerThanItMayBe) {
  for (const size_t max_size : {0u, 1u, 8u, 23u, 24u, 40u, 64u, 200u, 1000u}) {
    for (const std::string& file : Campaign(300, max_size)) {
      ASSERT_LE(file.size(), max_size);
    }
  }
}

TEST(FileMutatorTest, TheSameSeedGivesTheSameFile) {
  EXPECT_EQ(Campaign(1000), Campaign(1000));
  const std::string file = SeedGguf(kMaxSize, 7);
  EXPECT_NE(MutateGguf(AsBytes(file), kMaxSize, 1),
            MutateGguf(AsBytes(file), kMaxSize, 2));
}

TEST(FileMutatorTest, AShareIsTheEnginesOwn) {
  const std::string file = SeedGguf(kMaxSize, 7);
  int calls = 0;
  const auto count = [&](std::string bytes, size_t max_size) {
    ++calls;
    EXPECT_EQ(bytes, file);
    EXPECT_EQ(max_size, kMaxSize);
    return bytes + "mutated";
  };
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    MutateGguf(AsBytes(file), kMaxSize, seed, count);
  }
  EXPECT_GT(calls, 20);
  EXPECT_LT(calls, 100);
}

TEST(FileMutatorTest, EveryRuleOfTheContainerIsMet) {
  std::set<std::string_view> met;
  for (const std::string& file : Campaign(30000)) {
    const auto reading = testing_support::ReadGguf(AsBytes(file));
    for (const Finding& finding : reading.findings) {
      met.insert(CodeName(finding.code));
    }
  }
  for (const Rule& rule : AllRules()) {
    if (rule.name.substr(0, 5) != "gguf-") continue;
    EXPECT_TRUE(met.contains(rule.name)) << rule.name;
  }
}

}  // namespace
}  // namespace loadgate::mutator
