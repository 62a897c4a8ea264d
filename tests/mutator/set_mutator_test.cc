// What the mutator promises of the sets it makes.

#include "fuzz/mutator/set_mutator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "craft/set_model.h"
#include "fuzz/mutator/random.h"
#include "tests/support/set_properties.h"

namespace loadgate::mutator {
namespace {

using testing_support::Disagreement;

constexpr size_t kMaxSize = 4096;

// As a campaign without feedback: each set is made of one of those before it.
std::vector<std::string> Campaign(size_t runs, size_t max_size = kMaxSize) {
  Random random(1);
  std::vector<std::string> sets = {""};
  while (sets.size() < runs) {
    const ByteSpan from = AsBytes(random.Pick(sets));
    if (random.OneIn(10)) {
      const ByteSpan other = AsBytes(random.Pick(sets));
      sets.push_back(CrossOverSet(from, other, max_size, random.Bits()));
    } else {
      sets.push_back(MutateSet(from, max_size, random.Bits(), {}));
    }
  }
  return sets;
}

std::vector<craft::NamedFile> FilesOf(const std::string& bundle) {
  return craft::BundleFromBytes(AsBytes(bundle)).files;
}

TEST(SetMutatorTest, ASeedIsASetThatAgrees) {
  size_t splits = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const auto files = FilesOf(SeedSet(kMaxSize, seed));
    ASSERT_GE(files.size(), 2u) << seed;
    ASSERT_EQ(Disagreement(files), "") << seed;
    if (craft::EndsIn(files.front().name, craft::kGgufEnding)) ++splits;
  }
  EXPECT_GT(splits, 150u);
  EXPECT_LT(splits, 350u);
}

TEST(SetMutatorTest, MostSetsAgreeAndManyDoNot) {
  size_t agreeing = 0;
  const std::vector<std::string> sets = Campaign(1500);
  for (const std::string& set : sets) {
    const auto files = FilesOf(set);
    if (files.size() >= 2 && Disagreement(files).empty()) ++agreeing;
  }
  EXPECT_GT(agreeing, sets.size() * 45 / 100);
  EXPECT_LT(agreeing, sets.size() * 80 / 100);
}

TEST(SetMutatorTest, NoSetIsLargerThanItMayBe) {
  for (const size_t max_size : {0u, 1u, 18u, 40u, 100u, 300u, 1000u}) {
    for (const std::string& set : Campaign(100, max_size)) {
      ASSERT_LE(set.size(), max_size);
    }
    ASSERT_LE(SeedSet(max_size, 1).size(), max_size);
  }
}

TEST(SetMutatorTest, TheSameSeedGivesTheSameSet) {
  EXPECT_EQ(Campaign(200), Campaign(200));
  const std::string set = SeedSet(kMaxSize, 7);
  EXPECT_EQ(set, SeedSet(kMaxSize, 7));
  EXPECT_NE(MutateSet(AsBytes(set), kMaxSize, 1),
            MutateSet(AsBytes(set), kMaxSize, 2));
}

TEST(SetMutatorTest, AShareIsTheEnginesOwn) {
  const std::string set = SeedSet(kMaxSize, 7);
  int calls = 0;
  const auto count = [&](std::string bytes, size_t max_size) {
    ++calls;
    EXPECT_EQ(bytes, set);
    EXPECT_EQ(max_size, kMaxSize);
    return bytes + "mutated";
  };
  for (uint64_t seed = 0; seed < 400; ++seed) {
    MutateSet(AsBytes(set), kMaxSize, seed, count);
  }
  EXPECT_GT(calls, 5);
  EXPECT_LT(calls, 45);
}

// What is wrong with the sets of a campaign, in the words of Disagreement, and
// the names that their files have, or their indexes say that shards have.
TEST(SetMutatorTest, EveryKindOfDisagreementIsMet) {
  std::set<std::string> met;
  std::string names;
  for (const std::string& set : Campaign(8000)) {
    const auto files = FilesOf(set);
    met.insert(Disagreement(files));
    for (const auto& file : craft::SetFromFiles(files).files) {
      names += file.name;
      const auto* const tokens =
          std::get_if<std::vector<craft::JsonToken>>(&file.content);
      if (tokens == nullptr) continue;
      const auto index = craft::ReadIndex(*tokens);
      if (!index.has_value()) continue;
      for (const auto& [tensor, shard] : index->weight_map) names += shard;
    }
  }
  for (const char* const wrong :
       {"names of parts", "a tensor in two parts", "split.no", "split.count",
        "split.tensors.count", "there is not one index", "names of shards",
        "a tensor in two shards", "the form of the index", "weight_map",
        "total_size"}) {
    EXPECT_TRUE(met.contains(wrong)) << wrong;
  }
  for (const std::string part : {"../", "./", "\\", "C:", "https://", ".bin"}) {
    EXPECT_NE(names.find(part), std::string::npos) << part;
  }
  EXPECT_NE(names.find('\0'), std::string::npos);
}

TEST(SetMutatorTest, EverySetHoldsTheProperties) {
  for (const std::string& set : Campaign(300)) {
    ASSERT_EQ(testing_support::BrokenSetCraftProperty(AsBytes(set)), "");
  }
}

}  // namespace
}  // namespace loadgate::mutator
