#include "fuzz/mutator/gguf_measures.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "fuzz/mutator/gguf_bundles.h"
#include "fuzz/mutator/gguf_mutator.h"
#include "fuzz/mutator/gguf_values.h"

namespace loadgate::mutator {
namespace {

using craft::GgufModel;
using craft::GgufNumber;
using craft::GgufText;

GgufModel Model() {
  GgufModel model = craft::NewGguf();
  model.pairs.push_back(craft::MakePair(
      "general.architecture", GgufValueType::kString, GgufText::Of("llama")));
  model.pairs.push_back(craft::MakePair(
      "llama.block_count", GgufValueType::kU32, GgufNumber{4, 29}));
  model.tensors.push_back(craft::MakeTensor("w", {64, 17}, 0));
  return model;
}

TEST(GgufMeasuresTest, EveryKindOfNumberAndItsNeighboursAreMeasured) {
  const GgufModel model = Model();
  Random random(1);
  std::set<uint64_t> all;
  for (int i = 0; i < 2000; ++i) all.insert(GgufMeasure(model, &random));
  // Two pairs, one tensor, five letters, 29 blocks, dimensions of 64 and 17.
  for (const uint64_t n : {1u, 2u, 3u, 5u, 28u, 29u, 30u, 64u, 65u, 16u, 17u}) {
    EXPECT_TRUE(all.contains(n)) << n;
  }
}

TEST(GgufMeasuresTest, AnEmptyFileHasMeasuresToo) {
  Random random(1);
  for (int i = 0; i < 200; ++i) GgufMeasure({}, &random);
}

TEST(GgufMeasuresTest, TheArchitectureIsMostlyTheFilesOwn) {
  const GgufModel model = Model();
  Random random(1);
  int own = 0;
  for (int i = 0; i < 1000; ++i) {
    own += ArchitectureOf(model, &random) == "llama" ? 1 : 0;
  }
  EXPECT_GT(own, 800);
  EXPECT_LT(own, 1000);
  EXPECT_FALSE(ArchitectureOf({}, &random).empty());
}

// The pair of that key, if there is one.
const craft::GgufPair* Find(const GgufModel& model, std::string_view key) {
  for (const craft::GgufPair& pair : model.pairs) {
    if (pair.key.bytes == key) return &pair;
  }
  return nullptr;
}

uint64_t CountOf(const craft::GgufPair& pair) {
  return std::get<craft::GgufArray>(pair.value).count.value_or(0);
}

TEST(GgufBundlesTest, BlocksAndListsOfOneForEachAgree) {
  Random random(1);
  int lists = 0;
  for (int i = 0; i < 200; ++i) {
    GgufModel model = craft::NewGguf();
    model.pairs.push_back(Model().pairs[0]);
    AddHyperparameters(&random, &model);
    const auto* const heads = Find(model, "llama.attention.head_count");
    const auto* const blocks = Find(model, "llama.block_count");
    if (heads == nullptr || blocks == nullptr) continue;
    if (!std::holds_alternative<craft::GgufArray>(heads->value)) continue;
    EXPECT_EQ(CountOf(*heads), std::get<GgufNumber>(blocks->value).bits);
    ++lists;
  }
  EXPECT_GT(lists, 50);
}

TEST(GgufBundlesTest, TokensHaveTheirScoresAndTypes) {
  Random random(1);
  int scores = 0;
  for (int i = 0; i < 200; ++i) {
    GgufModel model = craft::NewGguf();
    AddTokenizer(&random, &model);
    const auto* const tokens = Find(model, "tokenizer.ggml.tokens");
    ASSERT_NE(tokens, nullptr);
    for (const char* const key :
         {"tokenizer.ggml.scores", "tokenizer.ggml.token_type"}) {
      const auto* const list = Find(model, key);
      if (list == nullptr) continue;
      EXPECT_EQ(CountOf(*list), CountOf(*tokens)) << key;
      ++scores;
    }
  }
  EXPECT_GT(scores, 100);
}

TEST(GgufBundlesTest, BytesAreTokensOfTheirType) {
  Random random(1);
  int bytes = 0;
  for (int i = 0; i < 400; ++i) {
    GgufModel model = craft::NewGguf();
    AddTokenizer(&random, &model);
    const auto* const types = Find(model, "tokenizer.ggml.token_type");
    if (types == nullptr) continue;
    const auto& tokens = std::get<std::vector<GgufText>>(
        std::get<craft::GgufArray>(Find(model, "tokenizer.ggml.tokens")->value)
            .elements);
    const auto& numbers = std::get<craft::GgufNumbers>(
        std::get<craft::GgufArray>(types->value).elements);
    for (size_t t = 0; t < tokens.size(); ++t) {
      if (!tokens[t].bytes.starts_with("<0x")) continue;
      EXPECT_EQ(numbers.bytes[4 * t], 6);
      ++bytes;
    }
  }
  EXPECT_GT(bytes, 10);
}

TEST(GgufBundlesTest, AnAdapterHasDirectionsOrFactors) {
  Random random(1);
  std::set<std::string> ends;
  for (int i = 0; i < 100; ++i) {
    GgufModel model = craft::NewGguf();
    AddAdapter(&random, &model);
    ASSERT_FALSE(model.tensors.empty());
    const std::string& name = model.tensors.back().name.bytes;
    ends.insert(name.substr(name.rfind('.')));
  }
  EXPECT_EQ(ends, (std::set<std::string>{".1", ".2", ".3", ".lora_b"}));
}

}  // namespace
}  // namespace loadgate::mutator
