#include "fuzz/mutator/vocabulary.h"

#include <array>
#include <cstddef>

#include "fuzz/mutator/numbers.h"

namespace loadgate::mutator {
namespace {

using Type = GgufValueType;
using std::string_view_literals::operator""sv;

constexpr KnownKey kKnownKeys[] = {
    {"general.architecture", Type::kString},
    {"general.alignment", Type::kU32},
    {"general.quantization_version", Type::kU32},
    {"general.file_type", Type::kU32},
    {"general.type", Type::kString},
    {"general.name", Type::kString},
    {"general.license", Type::kString},
    {"general.tags", Type::kString, true},
    {"general.languages", Type::kString, true},
    {"general.base_model.count", Type::kU32},
    {"general.base_model.0.name", Type::kString},
    {"split.no", Type::kU16},
    {"split.count", Type::kU16},
    {"split.tensors.count", Type::kI32},
    {"%a.context_length", Type::kU32},
    {"%a.embedding_length", Type::kU32},
    {"%a.block_count", Type::kU32},
    {"%a.feed_forward_length", Type::kU32},
    {"%a.attention.head_count", Type::kU32},
    {"%a.attention.head_count_kv", Type::kU32},
    {"%a.attention.layer_norm_rms_epsilon", Type::kF32},
    {"%a.rope.dimension_count", Type::kU32},
    {"%a.rope.freq_base", Type::kF32},
    {"%a.rope.scaling.type", Type::kString},
    {"%a.expert_count", Type::kU32},
    {"%a.expert_used_count", Type::kU32},
    {"%a.vocab_size", Type::kU32},
    {"%a.pooling_type", Type::kU32},
    {"tokenizer.ggml.model", Type::kString},
    {"tokenizer.ggml.pre", Type::kString},
    {"tokenizer.ggml.tokens", Type::kString, true},
    {"tokenizer.ggml.scores", Type::kF32, true},
    {"tokenizer.ggml.token_type", Type::kI32, true},
    {"tokenizer.ggml.merges", Type::kString, true},
    {"tokenizer.ggml.bos_token_id", Type::kU32},
    {"tokenizer.ggml.eos_token_id", Type::kU32},
    {"tokenizer.ggml.unknown_token_id", Type::kU32},
    {"tokenizer.ggml.padding_token_id", Type::kU32},
    {"tokenizer.ggml.add_bos_token", Type::kBool},
    {"tokenizer.ggml.add_eos_token", Type::kBool},
    {"tokenizer.ggml.precompiled_charsmap", Type::kU8, true},
    {"tokenizer.chat_template", Type::kString},
    {"tokenizer.huggingface.json", Type::kString},
    {"clip.has_vision_encoder", Type::kBool},
    {"clip.vision.image_mean", Type::kF32, true},
    {"adapter.type", Type::kString},
    {"adapter.lora.alpha", Type::kF32},
    {"imatrix.chunk_count", Type::kU32},
};

constexpr std::string_view kArchitectures[] = {
    "llama", "qwen2",   "gemma3",  "gpt2",      "bert",   "mamba", "phi3",
    "clip",  "whisper", "gpt-oss", "deepseek2", "falcon", "t5",    "rwkv6"};

// `%n` stands for a number.
constexpr std::string_view kGgufTensors[] = {
    "token_embd.weight",           "output.weight",
    "output_norm.weight",          "blk.%n.attn_q.weight",
    "blk.%n.attn_k.weight",        "blk.%n.attn_v.weight",
    "blk.%n.attn_output.weight",   "blk.%n.attn_norm.weight",
    "blk.%n.ffn_gate.weight",      "blk.%n.ffn_up.weight",
    "blk.%n.ffn_down.weight",      "blk.%n.ffn_norm.weight",
    "blk.%n.ffn_gate_exps.weight", "blk.%n.attn_qkv.bias",
    "rope_freqs.weight",           "v.patch_embd.weight",
    "blk.%n.attn_q.weight.lora_a", "blk.%n.attn_q.weight.lora_b"};

constexpr std::string_view kSafetensorsTensors[] = {
    "model.embed_tokens.weight",
    "lm_head.weight",
    "model.norm.weight",
    "model.layers.%n.self_attn.q_proj.weight",
    "model.layers.%n.self_attn.k_proj.weight",
    "model.layers.%n.mlp.down_proj.weight",
    "model.layers.%n.input_layernorm.weight",
    "transformer.h.%n.attn.c_attn.bias",
    "encoder.layer.%n.output.dense.weight",
    "down_blocks.%n.resnets.0.conv1.weight",
    "logit_scale",
    "base_model.model.model.layers.%n.self_attn.q_proj.lora_A.weight"};

constexpr std::string_view kWords[] = {
    "",
    "a",
    "llama",
    "gpt2",
    "bpe",
    "default",
    "model",
    "imatrix",
    "adapter",
    "apache-2.0",
    "<s>",
    "</s>",
    "<unk>",
    "<|endoftext|>",
    "<0x0A>",
    "\xc4\xa0the",
    "\xe2\x96\x81of",
    "h e",
    "linear",
    "../../etc/passwd",
    "/home/user/model",
    "{{ bos_token }}{% for m in messages %}{{ m.content }}{% endfor %}",
    "\xff\xfe"sv,
    "nul\0inside"sv,
    "\x1b[2J"sv,
    "\xe2\x80\xae"sv};

// `pattern` with `by` in the place of the two bytes `what`.
std::string Filled(std::string_view pattern, std::string_view what,
                   std::string_view by) {
  std::string text(pattern);
  const size_t at = text.find(what);
  if (at != std::string::npos) text.replace(at, what.size(), by);
  return text;
}

// Of layers and blocks there are a few; a name can say any number.
std::string Numbered(std::string_view pattern, Random* random) {
  const uint64_t number =
      random->OneIn(32) ? EdgeNumber(8, random) : random->Small(40);
  return Filled(pattern, "%n", std::to_string(number));
}

}  // namespace

std::span<const KnownKey> KnownKeys() { return kKnownKeys; }

std::span<const std::string_view> Architectures() { return kArchitectures; }

std::string KeyName(const KnownKey& known, Random* random) {
  return Filled(known.key, "%a", random->Pick(Architectures()));
}

std::string GgufTensorName(Random* random) {
  return Numbered(random->Pick(std::span(kGgufTensors)), random);
}

std::string SafetensorsTensorName(Random* random) {
  return Numbered(random->Pick(std::span(kSafetensorsTensors)), random);
}

std::string NearName(std::string name, Random* random) {
  constexpr std::array<char, 10> kOdd = {'\0',   '\n', ' ', '.', '\x7f',
                                         '\xc3', 'A',  '/', '-', '9'};
  const size_t at = static_cast<size_t>(random->Below(name.size() + 1));
  switch (random->Below(6)) {
    case 0:
      name.insert(at, 1, random->Pick(kOdd));
      return name;
    case 5:
      name += random->Pick(kOdd);
      return name;
    case 1:
      if (at < name.size()) name.erase(at, 1);
      return name;
    case 2:
      if (at < name.size()) name[at] = random->Pick(kOdd);
      return name;
    case 3:
      if (at < name.size()) name[at] = static_cast<char>(name[at] ^ 0x20);
      return name;
    default:
      return name + std::to_string(random->Below(10));
  }
}

std::string Word(Random* random) {
  return std::string(random->Pick(std::span(kWords)));
}

}  // namespace loadgate::mutator
