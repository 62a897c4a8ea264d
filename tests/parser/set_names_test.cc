#include "loadgate/set_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "loadgate/split_name.h"

namespace loadgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(SetNamesTest, ANumberedNameSaysItsPlace) {
  EXPECT_EQ(ParseNumberedName("m-00002-of-00003.gguf"),
            (NumberedName{"m-", 2, 3, 5, ".gguf"}));
  EXPECT_EQ(ParseNumberedName("m-00002-of-00003.safetensors"),
            (NumberedName{"m-", 2, 3, 5, ".safetensors"}));
  EXPECT_EQ(ParseNumberedName("model_00072-of-00072.safetensors"),
            (NumberedName{"model_", 72, 72, 5, ".safetensors"}));
  EXPECT_EQ(ParseNumberedName("m-00002-of-00003.SafeTensors"),
            (NumberedName{"m-", 2, 3, 5, ".SafeTensors"}));
  EXPECT_EQ(ParseNumberedName("a-000007-of-100000.safetensors"),
            (NumberedName{"a-", 7, 100000, 6, ".safetensors"}));
}

TEST(SetNamesTest, WhatIsNotOfTheFormIsNoShardsName) {
  for (const char* name :
       {"",
        ".gguf",
        ".safetensors",
        "m.safetensors",
        "m-1-of-2.gguf",
        "m-1-of-2.safetensors",
        "m_00001-of-00002.gguf",
        "m-00000-of-00002.safetensors",
        "m-00003-of-00002.safetensors",
        "m-00001-of-000002.safetensors",
        "m-0000001-of-0000002.safetensors",
        "m-0001-of-0002.safetensors",
        "00001-of-00002.safetensors",
        "-00001-of-00002.safetensors",
        "m00001-of-00002.safetensors",
        "m-00001-of-00002.GGUF",
        "m-00001-of-00002.bin",
        "m-00001-of-00002.safetensors.index.json",
        "m--of-00002.safetensors",
        "m-00001-of-.safetensors",
        "m-99999999999999999999-of-99999999999999999999.safetensors"}) {
    EXPECT_EQ(ParseNumberedName(name), std::nullopt) << name;
  }
}

TEST(SetNamesTest, ASetNamesItsShardsAsTheyWereCalled) {
  for (const std::string name :
       {"m-00002-of-00003.gguf", "a_000007-of-000012.safetensors",
        "x.fp16-00001-of-99999.safetensors"}) {
    const DirectorySets found = FindSets(std::vector{name}, {});
    ASSERT_THAT(found.sets, SizeIs(1)) << name;
    EXPECT_EQ(found.sets[0].NameOf(found.sets[0].numbers[0]), name);
  }
}

TEST(SetNamesTest, ASplitsNamesAreThoseOfSplitPath) {
  const DirectorySets found =
      FindSets(std::vector<std::string>{"m-00001-of-00003.gguf"}, {});
  ASSERT_THAT(found.sets, SizeIs(1));
  for (uint32_t number = 1; number <= 3; ++number) {
    EXPECT_EQ(found.sets[0].NameOf(number), SplitPath("m", number, 3));
  }
}

TEST(SetNamesTest, SetsComeInTheOrderOfTheirFirstNames) {
  const std::vector<std::string> names = {"z-00001-of-00002.gguf",
                                          "a-00002-of-00002.safetensors",
                                          "z-00002-of-00002.gguf",
                                          "a-00001-of-00002.safetensors",
                                          "plain.gguf",
                                          "one-00001-of-00001.gguf"};
  const DirectorySets found = FindSets(names, {});
  ASSERT_THAT(found.sets, SizeIs(2));
  EXPECT_EQ(found.sets[0].stem, "a-");
  EXPECT_FALSE(found.sets[0].is_gguf());
  EXPECT_THAT(found.sets[0].numbers, ElementsAre(1u, 2u));
  EXPECT_TRUE(found.sets[0].complete());
  EXPECT_TRUE(found.sets[1].is_gguf());
  EXPECT_THAT(found.strays, IsEmpty());
}

// A directory may hold the same model in several quantisations: one of them
// that lacks a shard is not excused by another that does not.
TEST(SetNamesTest, AnIncompleteSetOfAnotherStemIsASet) {
  const std::vector<std::string> names = {"m-q4-00001-of-00002.gguf",
                                          "m-q4-00002-of-00002.gguf",
                                          "m-q8-00001-of-00002.gguf"};
  const DirectorySets found = FindSets(names, {});
  EXPECT_THAT(found.sets, SizeIs(2));
  EXPECT_THAT(found.strays, IsEmpty());
}

TEST(SetNamesTest, TwoWholeSetsOfOneStemAreTwoSets) {
  const std::vector<std::string> names = {
      "m-00001-of-00002.gguf", "m-00002-of-00002.gguf", "m-00001-of-00003.gguf",
      "m-00002-of-00003.gguf", "m-00003-of-00003.gguf"};
  EXPECT_THAT(FindSets(names, {}).sets, SizeIs(2));
}

TEST(SetNamesTest, WhatAnIndexNamesIsNoSetOfItsOwn) {
  const std::vector<std::string> names = {"m-00001-of-00002.safetensors",
                                          "m-00002-of-00002.safetensors",
                                          "m-00003-of-00003.safetensors"};
  const DirectorySets found = FindSets(names, std::vector{names[0], names[1]});
  EXPECT_THAT(found.sets, IsEmpty());
  EXPECT_THAT(found.strays, ElementsAre(names[2]));
  // Nor a shard of the same numbering that it leaves out.
  const DirectorySets half = FindSets(names, std::vector{names[0]});
  EXPECT_THAT(half.sets, IsEmpty());
  EXPECT_THAT(half.strays, ElementsAre(names[1], names[2]));
}

TEST(SetNamesTest, AWholeFileIsCalledAsTheIndexWithoutItsEnd) {
  EXPECT_EQ(WholeFileOf("model.safetensors.index.json"), "model.safetensors");
  EXPECT_EQ(WholeFileOf("m.SAFETENSORS.Index.json"), "m.SAFETENSORS");
  EXPECT_EQ(WholeFileOf("model.index.json"), "");
  EXPECT_EQ(WholeFileOf("index.json"), "");
  EXPECT_EQ(WholeFileOf(""), "");
}

TEST(SetNamesTest, AFileThatTheIndexNamesIsNotTheModelOnceMore) {
  FindingSink sink;
  const std::vector<std::string> shard = {"model.safetensors"};
  CheckIndexNames("model.safetensors.index.json", shard, shard, {}, &sink);
  EXPECT_THAT(sink.Findings(), IsEmpty());
}

TEST(SetNamesTest, AMisspeltShardIsReportedOnce) {
  const std::vector<std::string> shards = {"M-00001-of-00002.safetensors",
                                           "m-00002-of-00002.safetensors"};
  const std::vector<std::string> names = {"m-00001-of-00002.safetensors",
                                          "m-00002-of-00002.safetensors"};
  FindingSink sink;
  CheckIndexNames("m.safetensors.index.json", shards, names,
                  FindSets(names, shards).strays, &sink);
  EXPECT_EQ(sink.count_of(Code::kSetShardCase), 1u);
  EXPECT_THAT(sink.Findings(), SizeIs(1));
}

TEST(SetNamesTest, TheSetOfAShardIsFoundWhateverElseIsThere) {
  const std::vector<std::string> names = {
      "m-00001-of-00002.gguf", "m-00002-of-00002.gguf", "m-00001-of-00003.gguf",
      "m-00002-of-00003.gguf"};
  const auto set = FindSetOf("m-00001-of-00003.gguf", names);
  ASSERT_TRUE(set.has_value());
  EXPECT_THAT(set->numbers, ElementsAre(1u, 2u));
  EXPECT_FALSE(set->complete());
  EXPECT_EQ(FindSetOf("m.gguf", names), std::nullopt);
  EXPECT_EQ(FindSetOf("m-00001-of-00001.gguf", names), std::nullopt);
}

// A name claims up to 999,999 shards.
TEST(SetNamesTest, AGreatCountIsReportedWithinBounds) {
  const std::vector<std::string> names = {"m-000001-of-999999.safetensors"};
  const DirectorySets found = FindSets(names, {});
  ASSERT_THAT(found.sets, SizeIs(1));
  FindingSink sink;
  CheckNumberedNames(found.sets[0], names, found.strays, &sink);
  EXPECT_EQ(sink.count_of(Code::kSetShardMissing), 999998u);
  EXPECT_LE(sink.Findings().size(), 100u);
}

}  // namespace
}  // namespace loadgate
