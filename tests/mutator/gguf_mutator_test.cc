// What the parts of the GGUF mutator do.

#include "fuzz/mutator/gguf_mutator.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <variant>

#include "fuzz/mutator/gguf_lies.h"
#include "fuzz/mutator/gguf_repair.h"
#include "fuzz/mutator/gguf_values.h"
#include "fuzz/mutator/gguf_vocabulary.h"
#include "fuzz/mutator/vocabulary.h"
#include "loadgate/finding.h"
#include "tests/support/gguf_feeding.h"
#include "tests/support/good_files.h"

namespace loadgate::mutator {
namespace {

using craft::GgufModel;

constexpr size_t kMaxSize = 4096;

// The first finding of the model's file, if it is not accepted.
std::string Rejection(const GgufModel& model) {
  const std::string bytes = craft::GgufToBytes(model);
  const auto reading = testing_support::ReadGguf(AsBytes(bytes));
  if (reading.verdict == Verdict::kAccept) return "";
  return std::string(CodeName(reading.findings.front().code)) + ": " +
         reading.findings.front().message;
}

GgufModel ModelOf(std::string_view name) {
  return craft::GgufFromBytes(testing_support::GoodGgufFile(name).bytes);
}

TEST(GgufMutatorTest, WhateverWasChangedCanBeMadeWellFormed) {
  Random random(1);
  GgufMutator mutator(kMaxSize, &random);
  GgufModel model = mutator.Seed();
  for (int i = 0; i < 3000; ++i) {
    mutator.Change(&model);
    if (random.OneIn(2)) LieInGguf(&random, &model);
    GgufModel repaired = model;
    mutator.MakeWellFormed(&repaired);
    if (repaired.order == ByteOrder::kBig) continue;
    ASSERT_EQ(Rejection(repaired), "") << i;
    ASSERT_LE(craft::GgufSize(repaired), kMaxSize);
    if (random.OneIn(20)) model = mutator.Seed();
  }
}

TEST(GgufMutatorTest, RepairLeavesAGoodFileAlone) {
  Random random(3);
  for (const char* const name : {"tiny_llama", "types_with_padding_between",
                                 "array_of_string", "alignment_64"}) {
    GgufModel model = ModelOf(name);
    RepairGguf(size_t{1} << 20, &random, &model);
    EXPECT_EQ(model, ModelOf(name)) << name;
  }
}

TEST(GgufMutatorTest, ALieIsToldAndMostAreRejected) {
  Random random(1);
  int rejected = 0;
  int changed = 0;
  constexpr int kRuns = 3000;
  for (int i = 0; i < kRuns; ++i) {
    GgufModel model = ModelOf("tiny_llama");
    LieInGguf(&random, &model);
    changed += model != ModelOf("tiny_llama") ? 1 : 0;
    rejected += Rejection(model).empty() ? 0 : 1;
  }
  EXPECT_GT(changed, kRuns * 85 / 100);
  EXPECT_GT(rejected, kRuns * 50 / 100);
}

TEST(GgufMutatorTest, ALieAddsWhatItNeeds) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    GgufModel model = craft::NewGguf();
    LieInGguf(&random, &model);
  }
}

TEST(GgufMutatorTest, CrossOverTakesPartsOfBoth) {
  Random random(1);
  GgufMutator mutator(kMaxSize, &random);
  std::set<size_t> pairs;
  std::set<size_t> tensors;
  const GgufModel from = ModelOf("tiny_llama");
  for (int i = 0; i < 200; ++i) {
    GgufModel into = ModelOf("one_tensor");
    mutator.CrossOver(from, &into);
    pairs.insert(into.pairs.size());
    tensors.insert(into.tensors.size());
  }
  EXPECT_GT(pairs.size(), 5u);
  EXPECT_GE(tensors.size(), 2u);
}

TEST(GgufMutatorTest, ShrinkTakesAwayWhatDoesNotFit) {
  Random random(1);
  for (const size_t most : {24u, 100u, 200u, 400u}) {
    GgufModel model = ModelOf("tiny_llama");
    ShrinkGguf(most, &random, &model);
    EXPECT_LE(craft::GgufSize(model), most);
  }
}

TEST(GgufMutatorTest, EveryValueTypeAndTensorTypeIsMade) {
  Random random(1);
  const GgufModel model = ModelOf("tiny_llama");
  std::set<uint32_t> values;
  std::set<uint32_t> elements;
  std::set<uint32_t> tensors;
  std::set<size_t> ranks;
  for (int i = 0; i < 5000; ++i) {
    const craft::GgufPair pair = RandomPair(model, &random);
    values.insert(*pair.type);
    if (const auto* array = std::get_if<craft::GgufArray>(&pair.value)) {
      elements.insert(*array->element_type);
    }
    const craft::GgufTensor tensor = RandomTensor(256, &random);
    tensors.insert(*tensor.type);
    ranks.insert(tensor.dimensions.size());
  }
  EXPECT_EQ(values.size(), 13u);
  EXPECT_EQ(elements.size(), 12u);
  EXPECT_GT(tensors.size(), 30u);
  EXPECT_EQ(ranks.size(), 5u);
}

TEST(MutatorVocabularyTest, KeysAreNamedForAnArchitecture) {
  Random random(1);
  for (const KnownKey& known : KnownKeys()) {
    const std::string key = KeyName(known, "llama", &random);
    EXPECT_EQ(key.find('%'), std::string::npos) << known.key;
    EXPECT_EQ(key.starts_with("llama."), known.key.starts_with("%a."));
  }
  EXPECT_EQ(GgufTensorName(&random).find('%'), std::string::npos);
  EXPECT_EQ(SafetensorsTensorName(&random).find('%'), std::string::npos);
}

TEST(MutatorVocabularyTest, ANearNameIsNear) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::string near = NearName("blk.0.weight", &random);
    EXPECT_GE(near.size(), 11u);
    EXPECT_LE(near.size(), 13u);
  }
  NearName("", &random);
}

}  // namespace
}  // namespace loadgate::mutator
