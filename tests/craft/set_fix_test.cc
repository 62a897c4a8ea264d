#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "craft/set_model.h"
#include "tests/craft/sample_sets.h"
#include "tests/support/set_properties.h"

namespace loadgate::craft {
namespace {

using testing_support::Disagreement;

constexpr SetFix kNothing = {.files = false,
                             .names = false,
                             .numbers = false,
                             .counts = false,
                             .totals = false,
                             .shard_names = false,
                             .index = false,
                             .total_size = false};

GgufModel& GgufAt(SetModel* set, size_t i) {
  return std::get<GgufModel>(set->files[i].content);
}

GgufPair& PairOf(std::string_view key, GgufModel* model) {
  for (GgufPair& pair : model->pairs) {
    if (pair.key.bytes == key) return pair;
  }
  ADD_FAILURE() << key;
  return model->pairs.front();
}

void SetNumber(std::string_view key, uint64_t bits, GgufModel* model) {
  std::get<GgufNumber>(PairOf(key, model).value).bits = bits;
}

SetModel Fixed(SetFix fix, SetModel set) {
  Fix(fix, &set);
  return set;
}

// `lying` is mended by what `with` switches on, and by nothing else.
void ExpectMendedBy(SetFix with, const SetModel& lying, const SetModel& right) {
  EXPECT_EQ(Fixed(with, lying), right);
  EXPECT_EQ(Fixed({}, lying), right);
  SetFix without;
  without.names = !with.names;
  without.numbers = !with.numbers;
  without.counts = !with.counts;
  without.totals = !with.totals;
  EXPECT_EQ(Fixed(without, lying), lying);
}

TEST(SetFixTest, ASetThatAgreesStaysAsItIs) {
  for (const SetModel& set : SampleSets()) {
    EXPECT_EQ(Disagreement(SetToFiles(set)), "");
    EXPECT_EQ(Fixed({}, set), set);
  }
}

TEST(SetFixTest, PartsThatAgreeStayInAnyOrder) {
  SetModel set = SplitOfThree();
  std::swap(set.files[0], set.files[2]);
  EXPECT_EQ(Fixed({}, set), set);
}

TEST(SetFixTest, TwoSplitsSideBySideStayAsTheyAre) {
  SetModel set = SplitOfThree();
  const SetModel other = NewSplitSet(GgufAt(&set, 0), 2, "n");
  set.files.insert(set.files.begin() + 1, other.files.begin(),
                   other.files.end());
  EXPECT_EQ(Fixed({}, set), set);
}

TEST(SetFixTest, AWholeFileIsNoPart) {
  SetModel set;
  GgufModel merged = NewGguf();
  merged.pairs = {MakePair(kSplitCount, GgufValueType::kU16, GgufNumber{2, 0})};
  Fix(GgufFix{}, &merged);
  set.files = {{"a.gguf", merged}, {"b.gguf", NewGguf()}};
  EXPECT_EQ(Fixed({}, set), set);
  const SetModel with_split = SplitOfThree();
  set.files.insert(set.files.end(), with_split.files.begin(),
                   with_split.files.end());
  EXPECT_EQ(Fixed({}, set), set);
}

TEST(SetFixTest, NothingSwitchedOnChangesNothing) {
  SetModel set = SplitOfThree();
  set.files[1].name = "x";
  SetNumber(kSplitCount, 9, &GgufAt(&set, 1));
  EXPECT_EQ(Fixed(kNothing, set), set);
}

// A lie about `key` in one part is mended by `with`, and by that alone.
void ExpectEachMendedBy(bool SetFix::*with, std::string_view key, size_t part,
                        const std::vector<uint64_t>& lies) {
  const SetModel right = SplitOfThree();
  SetFix fix = kNothing;
  fix.*with = true;
  for (const uint64_t lie : lies) {
    SetModel lying = right;
    SetNumber(key, lie, &GgufAt(&lying, part));
    ExpectMendedBy(fix, lying, right);
  }
}

TEST(SetFixTest, NumbersAreSetByTheNames) {
  ExpectEachMendedBy(&SetFix::numbers, kSplitNumber, 1, {0, 2, 3, 255, 65535});
}

TEST(SetFixTest, CountsAreSetToTheParts) {
  ExpectEachMendedBy(&SetFix::counts, kSplitCount, 2, {0, 1, 2, 4, 65535});
}

TEST(SetFixTest, TotalsAreSetToTheTensors) {
  ExpectEachMendedBy(&SetFix::totals, kSplitTotal, 0,
                     {0, 3, 5, 0x80000000, 0xffffffff});
}

TEST(SetFixTest, AKeyOfAnotherTypeGetsItsExactOne) {
  SetModel lying = SplitOfThree();
  PairOf(kSplitCount, &GgufAt(&lying, 1)) =
      MakePair(kSplitCount, GgufValueType::kU32, GgufNumber{4, 3});
  Fix(GgufFix{.last_padding = true}, &GgufAt(&lying, 1));
  EXPECT_EQ(Fixed({}, lying), SplitOfThree());
  EXPECT_EQ(Disagreement(SetToFiles(lying)), "split.count");
}

TEST(SetFixTest, AKeyThatStandsTwiceStandsOnce) {
  SetModel lying = SplitOfThree();
  GgufModel& part = GgufAt(&lying, 1);
  part.pairs.push_back(part.pairs[0]);
  Fix(GgufFix{.last_padding = true}, &part);
  SetFix with = kNothing;
  with.numbers = true;
  EXPECT_EQ(Fixed(with, lying), SplitOfThree());
}

TEST(SetFixTest, AKeyThatIsMissingIsAdded) {
  SetModel lying = SplitOfThree();
  GgufModel& part = GgufAt(&lying, 1);
  part.pairs.pop_back();
  Fix(GgufFix{.last_padding = true}, &part);
  SetFix with = kNothing;
  with.totals = true;
  EXPECT_EQ(Fixed(with, lying), SplitOfThree());
}

TEST(SetFixTest, AHeaderThatEndsEarlyGetsNoKey) {
  SetModel lying = SplitOfThree();
  GgufModel& part = GgufAt(&lying, 1);
  part.pairs.pop_back();
  part.tensors[0].offset.reset();
  SetFix with = kNothing;
  with.totals = true;
  EXPECT_EQ(Fixed(with, lying), lying);
}

TEST(SetFixTest, ACountOfPairsThatLiesGoesOnLying) {
  SetModel lying = SplitOfThree();
  GgufModel& part = GgufAt(&lying, 1);
  part.pairs.pop_back();
  part.pair_count = 77;
  SetFix with = kNothing;
  with.totals = true;
  const SetModel fixed = Fixed(with, lying);
  EXPECT_EQ(std::get<GgufModel>(fixed.files[1].content).pair_count, 77u);
}

TEST(SetFixTest, NamesThatDoNotAgreeAreWrittenAnew) {
  for (const std::string name :
       {"", "x", "m-00001-of-00003.gguf", "m-2-of-3.gguf",
        "M-00002-of-00003.gguf", "m-00002-of-00004.gguf",
        "../m-00002-of-00003.gguf"}) {
    SetModel lying = SplitOfThree();
    lying.files[1].name = name;
    SetFix with = kNothing;
    with.names = true;
    EXPECT_EQ(Fixed(with, lying), SplitOfThree()) << name;
    EXPECT_EQ(Fixed({}, lying), SplitOfThree()) << name;
  }
}

TEST(SetFixTest, APartThatIsMissingChangesNamesAndCounts) {
  SetModel set = SplitOfThree();
  set.files.erase(set.files.begin());
  Fix({}, &set);
  EXPECT_EQ(set.files[0].name, "m-00001-of-00002.gguf");
  EXPECT_EQ(Disagreement(SetToFiles(set)), "");
}

TEST(SetFixTest, FilesAreMendedInThemselves) {
  SetModel lying = SplitOfThree();
  GgufAt(&lying, 1).tensor_count = 9;
  SetFix with = kNothing;
  with.files = true;
  EXPECT_EQ(Fixed(with, lying), SplitOfThree());
  SetFix without;
  without.files = false;
  EXPECT_EQ(Fixed(without, lying), lying);
  SetModel checkpoint = CheckpointOfThree();
  std::get<SafetensorsModel>(checkpoint.files[0].content).header_length = 5;
  EXPECT_EQ(Fixed(with, checkpoint), CheckpointOfThree());
  EXPECT_EQ(Fixed(without, checkpoint), checkpoint);
}

TEST(SetFixTest, NamesOfShardsThatDoNotAgreeAreWrittenAnew) {
  for (const std::string name :
       {"", "../model-00002-of-00003.safetensors",
        "model-00001-of-00003.safetensors", "model-00005-of-00003.safetensors",
        "a\\b.safetensors"}) {
    SetModel lying = CheckpointOfThree();
    if (name.empty()) {
      lying.files[1].name = "/.safetensors";
    } else {
      lying.files[1].name = name;
    }
    SetFix with = kNothing;
    with.shard_names = true;
    EXPECT_EQ(Fixed(with, lying), CheckpointOfThree()) << name;
    with = SetFix();
    with.shard_names = with.index = with.total_size = false;
    EXPECT_EQ(Fixed(with, lying), lying) << name;
  }
}

TEST(SetFixTest, ShardsMayHaveOtherNames) {
  SetModel set = CheckpointOfThree();
  set.files[0].name = "model-mtp-of-00003.safetensors";
  set.files[1].name = "consolidated.safetensors";
  set.files[2].name = "model_00001-of-00072.safetensors";
  const SetModel fixed = Fixed({}, set);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(fixed.files[i], set.files[i]);
  }
  EXPECT_EQ(fixed.files[3].content,
            SetContent(TokenizeJson(IndexText(RightIndex(set)))));
}

TEST(SetFixTest, WhatItSetsDoesNotDependOnTheLies) {
  SetModel set = SplitOfThree();
  const SetModel right = set;
  for (size_t i = 0; i < 3; ++i) {
    SetNumber(kSplitNumber, 7 * i, &GgufAt(&set, i));
    SetNumber(kSplitCount, 2 + i, &GgufAt(&set, i));
    SetNumber(kSplitTotal, 100, &GgufAt(&set, i));
  }
  EXPECT_EQ(Fixed({}, set), right);
}

}  // namespace
}  // namespace loadgate::craft
