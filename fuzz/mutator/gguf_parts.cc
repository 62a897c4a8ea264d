#include "fuzz/mutator/gguf_parts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_put.h"
#include "fuzz/mutator/gguf_vocabulary.h"

namespace loadgate::mutator {
namespace {

using craft::GgufArray;
using craft::GgufModel;
using craft::GgufNumber;
using Type = GgufValueType;

constexpr uint32_t kF32 = 0;
constexpr uint32_t kF16 = 1;
constexpr uint64_t kHalf = 0x3f000000;  // The float 0.5.

// Adds parts of one kind. `slip_` is where a number is to disagree: so many
// numbers later.
class PartMaker {
 public:
  PartMaker(Random* random, GgufModel* model)
      : random_(*random), model_(*model), slip_(random->Below(24)) {}

  void AddImages();
  void AddSplit();
  void AddRotations();
  void AddExperts();
  void AddLists();
  void AddIds();

 private:
  // `n`, unless it is the one that slips.
  uint64_t Said(uint64_t n) {
    if (slip_-- != 0) return n;
    if (random_.OneIn(4)) return 0;
    return random_.OneIn(2) ? n + 1 : n - (n > 0 ? 1 : 0);
  }
  void Put(const std::string& key, uint64_t n) {
    PutNumber(key, Said(n), &model_);
  }
  void PutList(const std::string& key, Type type, uint64_t n, uint64_t count) {
    const auto size = static_cast<size_t>(Said(count));
    PutNumbers(key, type, std::vector<uint64_t>(size, Said(n)), &model_);
  }
  std::string Prefix() { return ArchitectureOf(model_, &random_) + "."; }

  Random& random_;
  GgufModel& model_;
  uint64_t slip_;
};

// An encoder of square patches, with a position for each and one for all.
void PartMaker::AddImages() {
  const std::string prefix = random_.OneIn(4) ? "clip.audio." : "clip.vision.";
  const uint64_t patch = random_.Between(1, 4);
  const uint64_t side = random_.Between(1, 3);
  const uint64_t heads = random_.Between(1, 4);
  const uint64_t width = heads * random_.Between(1, 4);
  const uint64_t blocks = random_.Between(1, 4);
  Put(prefix + "image_size", patch * side);
  Put(prefix + "patch_size", patch);
  Put(prefix + "embedding_length", width);
  Put(prefix + "attention.head_count", heads);
  Put(prefix + "block_count", blocks);
  Put(prefix + "projection_dim", width);
  PutList(prefix + "image_mean", Type::kF32, kHalf, 3);
  PutList(prefix + "image_std", Type::kF32, kHalf, 3);
  if (random_.OneIn(2)) {
    PutList(prefix + "feature_layer", Type::kI32, blocks - 1, 2);
    Put(prefix + "spatial_merge_size", side);
    Put(prefix + "projector.scale_factor", side);
  }
  PutTensor("v.patch_embd.weight", {patch, patch, 3, Said(width)}, kF16,
            &model_);
  PutTensor("v.position_embd.weight", {width, Said(side * side + 1)}, kF32,
            &model_);
}

// One part of a few.
void PartMaker::AddSplit() {
  const uint64_t count = random_.Between(1, 4);
  const auto put = [this](std::string_view key, Type type, size_t width,
                          uint64_t n) {
    PutPair(key, type, GgufNumber{width, Said(n)}, &model_);
  };
  put("split.no", Type::kU16, 2, random_.Below(count));
  put("split.count", Type::kU16, 2, count);
  put("split.tensors.count", Type::kI32, 4,
      model_.tensors.size() + random_.Small(4));
}

void PartMaker::AddRotations() {
  const std::string prefix = Prefix();
  const uint64_t half = random_.Between(1, 8);
  Put(prefix + "attention.key_length", 2 * half);
  Put(prefix + "attention.value_length", 2 * half);
  Put(prefix + "rope.dimension_count", 2 * half);
  if (random_.OneIn(2)) {
    PutList(prefix + "rope.dimension_sections", Type::kI32, half / 4, 4);
  }
  PutTensor("rope_freqs.weight", {Said(half)}, kF32, &model_);
  if (random_.OneIn(2)) {
    Put(prefix + "rope.scaling.original_context_length", 4 * half);
    PutTensor("rope_factors_long.weight", {Said(half)}, kF32, &model_);
    PutTensor("rope_factors_short.weight", {Said(half)}, kF32, &model_);
  }
}

void PartMaker::AddExperts() {
  const std::string prefix = Prefix();
  const uint64_t groups = random_.Between(1, 3);
  const uint64_t experts = groups * random_.Between(1, 3);
  const uint64_t width = random_.Between(1, 8);
  Put(prefix + "embedding_length", width);
  Put(prefix + "expert_count", experts);
  Put(prefix + "expert_used_count", random_.Between(1, experts));
  Put(prefix + "expert_shared_count", 1);
  Put(prefix + "expert_group_count", groups);
  Put(prefix + "expert_group_used_count", random_.Between(1, groups));
  Put(prefix + "expert_feed_forward_length", width);
  PutTensor("blk.0.ffn_gate_inp.weight", {width, Said(experts)}, kF32, &model_);
  PutTensor("blk.0.ffn_up_exps.weight", {width, width, Said(experts)}, kF16,
            &model_);
}

// Lists with a value for each block, of those that may be one.
void PartMaker::AddLists() {
  const std::string prefix = Prefix();
  const uint64_t blocks = random_.Between(1, 4);
  Put(prefix + "block_count", blocks);
  for (const KnownKey& known : KnownKeys()) {
    if (known.form != KnownForm::kOnePerBlock || random_.OneIn(3)) continue;
    const std::string key =
        KeyName(known, prefix.substr(0, prefix.size() - 1), &random_);
    if (GgufFixedSize(known.type) != 4) continue;
    PutList(key, known.type, random_.Between(1, 4), blocks);
  }
  if (random_.OneIn(3)) {
    Put(prefix + "leading_dense_block_count", random_.Below(blocks));
    Put(prefix + "nextn_predict_layers", random_.Below(blocks));
    Put(prefix + "attention.shared_kv_layers", random_.Below(blocks));
  }
}

// How many tokens there are, in the words of a few keys, and ids among them.
void PartMaker::AddIds() {
  constexpr std::array<std::string_view, 8> kIds = {
      "bos_token_id",     "eos_token_id",     "eot_token_id",
      "unknown_token_id", "padding_token_id", "mask_token_id",
      "fim_pre_token_id", "prefix_token_id"};
  uint64_t tokens = random_.Between(1, 8);
  for (const craft::GgufPair& pair : model_.pairs) {
    if (pair.key.bytes != "tokenizer.ggml.tokens") continue;
    const auto* const array = std::get_if<GgufArray>(&pair.value);
    if (array != nullptr) tokens = array->count.value_or(1);
  }
  const uint64_t last = tokens - (tokens > 0 ? 1 : 0);
  Put(Prefix() + "vocab_size", tokens);
  for (int i = 0; i < 2; ++i) {
    Put("tokenizer.ggml." + std::string(random_.Pick(kIds)), last);
  }
  if (random_.OneIn(2)) {
    PutList("tokenizer.ggml.suppress_tokens", Type::kI32, last, 2);
  }
  if (random_.OneIn(2)) {
    Put("tokenizer.ggml.token_type_count", 2);
    PutTensor("token_types.weight", {4, Said(2)}, kF32, &model_);
  }
  PutTensor("token_embd.weight", {4, Said(tokens)}, kF16, &model_);
}

}  // namespace

void AddGgufPart(Random* random, GgufModel* model) {
  using Method = void (PartMaker::*)();
  constexpr std::array<Method, 6> kParts = {
      &PartMaker::AddImages,  &PartMaker::AddSplit, &PartMaker::AddRotations,
      &PartMaker::AddExperts, &PartMaker::AddLists, &PartMaker::AddIds};
  PartMaker maker(random, model);
  (maker.*random->Pick(kParts))();
}

}  // namespace loadgate::mutator
