#include "fuzz/mutator/gguf_bundles.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_vocabulary.h"
#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

using craft::GgufArray;
using craft::GgufModel;
using craft::GgufNumber;
using craft::GgufText;
using Type = GgufValueType;

constexpr uint32_t kF32 = 0;
constexpr uint32_t kF16 = 1;
constexpr uint64_t kByteToken = 6;

GgufArray Numbers(const GgufModel& model, std::vector<uint64_t> values) {
  GgufArray array;
  array.elements = craft::MakeNumbers(4, values, model.order);
  return array;
}

void Add(std::string_view key, Type type, craft::GgufAnyValue value,
         GgufModel* model) {
  model->pairs.push_back(craft::MakePair(key, type, std::move(value)));
}

void AddNumber(std::string_view key, uint64_t number, GgufModel* model) {
  Add(key, Type::kU32, GgufNumber{4, number}, model);
}

// A number for all blocks, or one for each.
void AddPerBlock(std::string_view key, uint64_t number, size_t blocks,
                 Random* random, GgufModel* model) {
  if (random->OneIn(2)) return AddNumber(key, number, model);
  Add(key, Type::kU32, Numbers(*model, std::vector<uint64_t>(blocks, number)),
      model);
}

void AddTensor(std::string_view name, std::vector<uint64_t> shape,
               uint32_t type, GgufModel* model) {
  model->tensors.push_back(craft::MakeTensor(name, std::move(shape), type));
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

}  // namespace

void AddHyperparameters(Random* random, GgufModel* model) {
  const std::string prefix = ArchitectureOf(*model, random) + ".";
  const auto blocks = static_cast<size_t>(random->Between(1, 4));
  const uint64_t heads = random->Between(1, 4);
  const uint64_t width = heads * (uint64_t{2} << random->Below(3));
  AddNumber(prefix + "block_count", blocks, model);
  AddNumber(prefix + "embedding_length", width, model);
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
    AddTensor("token_embd.weight", {width, TokensOf(*model, random)}, kF16,
              model);
  }
  const std::string block =
      "blk." + std::to_string(random->Below(blocks)) + ".";
  if (random->OneIn(2)) {
    AddTensor(block + "attn_norm.weight", {width}, kF32, model);
  }
  if (random->OneIn(2)) {
    AddTensor(block + "attn_q.weight", {width, width}, kF16, model);
  }
}

void AddAdapter(Random* random, GgufModel* model) {
  const uint64_t width = random->Between(1, 32);
  const uint64_t count = random->Between(1, 3);
  if (random->OneIn(2)) {
    for (uint64_t i = 1; i <= count; ++i) {
      AddTensor("direction." + std::to_string(i), {width}, kF32, model);
    }
    return;
  }
  const std::string name = GgufTensorName(random);
  AddTensor(name + ".lora_a", {width, count}, kF32, model);
  AddTensor(name + ".lora_b", {count, width}, kF32, model);
}

void AddBundle(Random* random, GgufModel* model) {
  switch (random->Below(3)) {
    case 0:
      return AddTokenizer(random, model);
    case 1:
      return AddHyperparameters(random, model);
    default:
      return AddAdapter(random, model);
  }
}

void AddTokenizer(Random* random, GgufModel* model) {
  const auto count = static_cast<size_t>(random->Between(1, 8));
  Add("tokenizer.ggml.model", Type::kString, GgufText::Of("llama"), model);
  std::vector<GgufText> tokens;
  for (size_t i = 0; i < count; ++i) {
    tokens.push_back(GgufText::Of(Word(random)));
  }
  if (!random->OneIn(3)) {
    constexpr uint64_t kMinusOne = 0xbf800000;
    Add("tokenizer.ggml.scores", Type::kF32,
        Numbers(*model, std::vector<uint64_t>(count, kMinusOne)), model);
  }
  if (!random->OneIn(3)) {
    std::vector<uint64_t> types;
    for (const GgufText& token : tokens) {
      const bool is_byte = token.bytes.starts_with("<0x");
      types.push_back(is_byte ? kByteToken : random->Between(1, 6));
    }
    Add("tokenizer.ggml.token_type", Type::kI32, Numbers(*model, types), model);
  }
  // A text that is no longer quite what its type says.
  if (random->OneIn(3)) {
    GgufText& token = random->Pick(tokens);
    token = GgufText::Of(NearText(token.bytes, random));
  }
  GgufArray list;
  list.elements = std::move(tokens);
  Add("tokenizer.ggml.tokens", Type::kString, std::move(list), model);
  if (random->OneIn(2)) {
    AddNumber("tokenizer.ggml.bos_token_id", random->Below(count), model);
  }
  if (random->OneIn(2)) {
    AddNumber("tokenizer.ggml.eos_token_id", random->Below(count), model);
  }
}

}  // namespace loadgate::mutator
