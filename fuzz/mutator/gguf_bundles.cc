#include "fuzz/mutator/gguf_bundles.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/mutator/gguf_companies.h"
#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_parts.h"
#include "fuzz/mutator/gguf_put.h"
#include "fuzz/mutator/gguf_vocabulary.h"
#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

using craft::GgufArray;
using craft::GgufModel;
using craft::GgufText;
using Type = GgufValueType;

constexpr uint32_t kF32 = 0;
constexpr uint32_t kF16 = 1;
constexpr uint64_t kByteToken = 6;

// A number for all blocks, or one for each.
void AddPerBlock(std::string_view key, uint64_t number, size_t blocks,
                 Random* random, GgufModel* model) {
  if (random->OneIn(2)) return PutNumber(key, number, model);
  PutNumbers(key, Type::kU32, std::vector<uint64_t>(blocks, number), model);
}

// How many tokens the model has, or a few.
uint64_t TokensOf(const GgufModel& model, Random* random) {
  for (const craft::GgufPair& pair : model.pairs) {
    if (pair.key.bytes != "tokenizer.ggml.tokens") continue;
    const auto* const array = std::get_if<GgufArray>(&pair.value);
    if (array != nullptr) return array->count.value_or(1);
  }
  return random->Between(1, 8);
}

// Pairs of tokens that make another one, or none; a few without the space
// between the two, or with it at an end.
void AddMerges(const std::vector<GgufText>& tokens, Random* random,
               GgufModel* model) {
  std::vector<GgufText> merges;
  const uint64_t count = random->Between(1, 4);
  for (uint64_t i = 0; i < count; ++i) {
    std::string merge = random->Pick(tokens).bytes;
    if (!random->OneIn(6)) merge += ' ';
    if (!random->OneIn(6)) merge += random->Pick(tokens).bytes;
    merges.push_back(GgufText::Of(merge));
  }
  GgufArray list;
  list.elements = std::move(merges);
  PutPair("tokenizer.ggml.merges", Type::kString, std::move(list), model);
}

}  // namespace

void AddHyperparameters(Random* random, GgufModel* model) {
  const std::string prefix = ArchitectureOf(*model, random) + ".";
  const auto blocks = static_cast<size_t>(random->Between(1, 4));
  const uint64_t heads = random->Between(1, 4);
  const uint64_t width = heads * (uint64_t{2} << random->Below(3));
  PutNumber(prefix + "block_count", blocks, model);
  PutNumber(prefix + "embedding_length", width, model);
  AddPerBlock(prefix + "attention.head_count", heads, blocks, random, model);
  if (random->OneIn(2)) {
    AddPerBlock(prefix + "attention.head_count_kv", heads, blocks, random,
                model);
  }
  if (random->OneIn(2)) {
    AddPerBlock(prefix + "feed_forward_length", 2 * width, blocks, random,
                model);
  }
  if (random->OneIn(2)) {
    PutTensor("token_embd.weight", {width, TokensOf(*model, random)}, kF16,
              model);
  }
  const std::string block =
      "blk." + std::to_string(random->Below(blocks)) + ".";
  if (random->OneIn(2)) {
    PutTensor(block + "attn_norm.weight", {width}, kF32, model);
  }
  if (random->OneIn(2)) {
    PutTensor(block + "attn_q.weight", {width, width}, kF16, model);
  }
}

void AddAdapter(Random* random, GgufModel* model) {
  const uint64_t width = random->Between(1, 32);
  const uint64_t count = random->Between(1, 3);
  if (random->OneIn(2)) {
    for (uint64_t i = 1; i <= count; ++i) {
      PutTensor("direction." + std::to_string(i), {width}, kF32, model);
    }
    return;
  }
  const std::string name = GgufTensorName(random);
  PutTensor(name + ".lora_a", {width, count}, kF32, model);
  PutTensor(name + ".lora_b", {count, width}, kF32, model);
}

void AddBundle(Random* random, GgufModel* model) {
  switch (random->Below(5)) {
    case 0:
      return AddTokenizer(random, model);
    case 1:
      return AddHyperparameters(random, model);
    case 2:
      return AddGgufCompany(random, model);
    case 3:
      return AddGgufPart(random, model);
    default:
      return AddAdapter(random, model);
  }
}

void AddTokenizer(Random* random, GgufModel* model) {
  const auto count = static_cast<size_t>(random->Between(1, 8));
  PutPair("tokenizer.ggml.model", Type::kString, GgufText::Of("llama"), model);
  std::vector<GgufText> tokens;
  for (size_t i = 0; i < count; ++i) {
    tokens.push_back(GgufText::Of(Word(random)));
  }
  if (!random->OneIn(3)) {
    constexpr uint64_t kMinusOne = 0xbf800000;
    PutNumbers("tokenizer.ggml.scores", Type::kF32,
               std::vector<uint64_t>(count, kMinusOne), model);
  }
  if (!random->OneIn(3)) {
    std::vector<uint64_t> types;
    for (const GgufText& token : tokens) {
      const bool is_byte = token.bytes.starts_with("<0x");
      types.push_back(is_byte ? kByteToken : random->Between(1, 6));
    }
    PutNumbers("tokenizer.ggml.token_type", Type::kI32, types, model);
  }
  // A text that is no longer quite what its type says.
  if (random->OneIn(3)) {
    GgufText& token = random->Pick(tokens);
    token = GgufText::Of(NearText(token.bytes, random));
  }
  if (random->OneIn(3)) AddMerges(tokens, random, model);
  GgufArray list;
  list.elements = std::move(tokens);
  PutPair("tokenizer.ggml.tokens", Type::kString, std::move(list), model);
  if (random->OneIn(2)) {
    PutNumber("tokenizer.ggml.bos_token_id", random->Below(count), model);
  }
  if (random->OneIn(2)) {
    PutNumber("tokenizer.ggml.eos_token_id", random->Below(count), model);
  }
}

}  // namespace loadgate::mutator
