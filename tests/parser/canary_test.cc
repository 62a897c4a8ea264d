#include "base/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "craft/recipe.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/limits.h"
#include "loadgate/safetensors_reader.h"
#include "tests/parser/canary_cases.h"

// Built in the tree of bench/mutator alone: elsewhere there is no canary.

namespace loadgate {
namespace {

using canary::Count;
using canary::Row;
using testing_support::CanaryCase;

struct Author {
  std::string_view name;
  std::span<const CanaryCase> cases;
};

std::vector<Author> Authors() {
  return {{"ours", testing_support::CanaryCases()},
          {"blind", testing_support::BlindCanaryCases()},
          {"blind2", testing_support::Blind2CanaryCases()},
          {"blind3", testing_support::Blind3CanaryCases()},
          {"blind4", testing_support::Blind4CanaryCases()},
          {"blind5", testing_support::Blind5CanaryCases()},
          {"blind7", testing_support::Blind7CanaryCases()},
          {"blind8", testing_support::Blind8CanaryCases()}};
}

std::vector<CanaryCase> AllCases() {
  std::vector<CanaryCase> all;
  for (const Author& author : Authors()) {
    all.insert(all.end(), author.cases.begin(), author.cases.end());
  }
  return all;
}

template <typename Reader>
void Read(ByteSpan file) {
  const Limits limits;
  FindingSink sink(limits);
  Reader(limits, {}).Read(file, file.size(), &sink);
}

// Reads the file of a recipe, as its first word says, and returns the count of
// `fault`.
Count CountAt(std::string_view fault, std::string_view recipe) {
  craft::RecipeError error;
  const auto file = craft::Assemble(recipe, &error);
  if (!file.has_value()) {
    ADD_FAILURE() << fault << ": " << error.message;
    return {};
  }
  canary::Clear();
  if (recipe.starts_with("gguf")) {
    Read<GgufReader>(AsBytes(*file));
  } else {
    Read<SafetensorsReader>(AsBytes(*file));
  }
  for (size_t i = 0; i < canary::Rows().size(); ++i) {
    if (canary::Rows()[i].name == fault) return canary::Counts()[i];
  }
  ADD_FAILURE() << fault << " is not in canaries.def";
  return {};
}

uint64_t TriggeredInAll() {
  uint64_t triggered = 0;
  for (const Count& count : canary::Counts()) triggered += count.triggered;
  return triggered;
}

TEST(CanaryTest, EveryFaultHasItsCaseByTheSameAuthor) {
  for (const Author& author : Authors()) {
    std::vector<std::string_view> rows;
    for (const Row& row : canary::Rows()) {
      if (row.author == author.name) rows.push_back(row.name);
    }
    std::vector<std::string_view> cases;
    for (const CanaryCase& one : author.cases) cases.push_back(one.fault);
    EXPECT_THAT(cases, testing::UnorderedElementsAreArray(rows)) << author.name;
  }
}

TEST(CanaryTest, EachIsTriggeredByAFileThatItsFaultHarms) {
  for (const CanaryCase& one : AllCases()) {
    EXPECT_GT(CountAt(one.fault, one.harmful).triggered, 0) << one.fault;
  }
}

TEST(CanaryTest, EachIsReachedAndNotTriggeredByANearMiss) {
  for (const CanaryCase& one : AllCases()) {
    const Count count = CountAt(one.fault, one.near_miss);
    EXPECT_GT(count.reached, 0) << one.fault;
    EXPECT_EQ(count.triggered, 0) << one.fault;
  }
}

TEST(CanaryTest, WellFormedFilesTriggerNone) {
  CountAt("TerminatorWraps",
          "gguf\n"
          "kv \"general.architecture\" string \"llama\"\n"
          "kv \"general.alignment\" u32 64\n"
          "kv \"llama.block_count\" u32 512\n"
          "kv \"llama.embedding_length\" u32 64\n"
          "kv \"llama.attention.head_count\" u32 4\n"
          "kv \"llama.attention.head_count_kv\" u32 2\n"
          "kv \"llama.expert_count\" u32 2\n"
          "kv \"llama.rope.dimension_count\" u32 16\n"
          "kv \"clip.vision.image_mean\" array f32 [0.5 0.5 0.5]\n"
          "kv \"split.count\" u16 2\n"
          "kv \"split.tensors.count\" i32 9\n"
          "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"<0x0A>\"]\n"
          "kv \"tokenizer.ggml.merges\" array string [\"a b\"]\n"
          "kv \"tokenizer.ggml.scores\" array f32 [0 1]\n"
          "kv \"tokenizer.ggml.token_type\" array i32 [1 6]\n"
          "kv \"tokenizer.ggml.bos_token_id\" u32 1\n"
          "kv \"tokenizer.ggml.eos_token_id\" u32 0xffffffff\n"
          "kv \"tokenizer.ggml.precompiled_charsmap\" array u8 [0 0 0 0 7]\n"
          "tensor \"token_embd.weight\" [32 2] q4_0\n"
          "tensor \"blk.511.attn_norm.weight\" [3] f32\n"
          "tensor \"blk.511.ffn_up_exps.weight\" [3 1 2] f32\n"
          "tensor \"direction.512\" [3] f32\n"
          "tensor \"output.weight.lora_a\" [8 2] f32\n"
          "tensor \"output.weight.lora_b\" [2 8] f32\n");
  EXPECT_EQ(TriggeredInAll(), 0);
  CountAt("HeaderEndWraps",
          "safetensors\n"
          "metadata [\"format\" \"pt\"]\n"
          "tensor \"model.embed_tokens.weight\" F32 [2 3]\n"
          "tensor \"lm_head.weight\" F16 [2 3]\n"
          "tensor \"c\" F4 [2 4]\n");
  EXPECT_EQ(TriggeredInAll(), 0);
}

TEST(CanaryTest, TheTableNamesItsFormatsKindsAndAuthors) {
  for (const Row& row : canary::Rows()) {
    EXPECT_THAT(row.format, testing::AnyOf("Gguf", "Safetensors"));
    EXPECT_THAT(
        row.kind,
        testing::AnyOf("removed_check", "wrap", "signedness", "truncation",
                       "off_by_one", "missing_terminator", "constant",
                       "rounding", "number_parsing", "alias"));
    EXPECT_THAT(row.author,
                testing::AnyOf("ours", "blind", "blind2", "blind3", "blind4",
                               "blind5", "blind7", "blind8"));
    EXPECT_GT(row.fields, 0) << row.name;
    EXPECT_FALSE(row.what.empty()) << row.name;
  }
}

}  // namespace
}  // namespace loadgate
