#include "fuzz/mutator/gguf_vocabulary.h"

#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

using Type = GgufValueType;
using Form = KnownForm;

constexpr KnownKey kKnownKeys[] = {
    {"general.architecture", Type::kString},
    {"general.alignment", Type::kU32},
    {"general.quantization_version", Type::kU32},
    {"general.file_type", Type::kU32},
    {"general.type", Type::kString},
    {"general.name", Type::kString},
    {"general.size_label", Type::kString},
    {"general.license", Type::kString},
    {"general.source.url", Type::kString},
    {"general.tags", Type::kString, Form::kList},
    {"general.languages", Type::kString, Form::kList},
    {"general.base_model.count", Type::kU32},
    {"general.base_model.%n.name", Type::kString},
    {"general.sampling.top_k", Type::kI32},
    {"split.no", Type::kU16},
    {"split.count", Type::kU16},
    {"split.tensors.count", Type::kI32},
    {"%a.context_length", Type::kU32},
    {"%a.embedding_length", Type::kU32},
    {"%a.block_count", Type::kU32},
    {"%a.feed_forward_length", Type::kU32, Form::kOnePerBlock},
    {"%a.attention.head_count", Type::kU32, Form::kOnePerBlock},
    {"%a.attention.head_count_kv", Type::kU32, Form::kOnePerBlock},
    {"%a.attention.key_length", Type::kU32},
    {"%a.attention.value_length", Type::kU32},
    {"%a.attention.layer_norm_epsilon", Type::kF32},
    {"%a.attention.layer_norm_rms_epsilon", Type::kF32},
    {"%a.attention.sliding_window", Type::kU32},
    {"%a.attention.sliding_window_pattern", Type::kBool, Form::kOnePerBlock},
    {"%a.attention.kv_lora_rank", Type::kU32},
    {"%a.attention.causal", Type::kBool},
    {"%a.attention.relative_buckets_count", Type::kU32},
    {"%a.rope.dimension_count", Type::kU32},
    {"%a.rope.dimension_sections", Type::kI32, Form::kList},
    {"%a.rope.freq_base", Type::kF32},
    {"%a.rope.scaling.type", Type::kString},
    {"%a.rope.scaling.factor", Type::kF32},
    {"%a.expert_count", Type::kU32},
    {"%a.expert_used_count", Type::kU32},
    {"%a.expert_shared_count", Type::kU32},
    {"%a.expert_feed_forward_length", Type::kU32},
    {"%a.leading_dense_block_count", Type::kU32},
    {"%a.ssm.conv_kernel", Type::kU32},
    {"%a.ssm.inner_size", Type::kU32},
    {"%a.ssm.state_size", Type::kU32},
    {"%a.ssm.time_step_rank", Type::kU32},
    {"%a.wkv.head_size", Type::kU32},
    {"%a.vocab_size", Type::kU32},
    {"%a.pooling_type", Type::kU32},
    {"tokenizer.ggml.model", Type::kString},
    {"tokenizer.ggml.pre", Type::kString},
    {"tokenizer.ggml.tokens", Type::kString, Form::kList},
    {"tokenizer.ggml.scores", Type::kF32, Form::kList},
    {"tokenizer.ggml.token_type", Type::kI32, Form::kList},
    {"tokenizer.ggml.token_type_count", Type::kU32},
    {"tokenizer.ggml.merges", Type::kString, Form::kList},
    {"tokenizer.ggml.added_tokens", Type::kString, Form::kList},
    {"tokenizer.ggml.suppress_tokens", Type::kI32, Form::kList},
    {"tokenizer.ggml.bos_token_id", Type::kU32},
    {"tokenizer.ggml.eos_token_id", Type::kU32},
    {"tokenizer.ggml.eot_token_id", Type::kU32},
    {"tokenizer.ggml.unknown_token_id", Type::kU32},
    {"tokenizer.ggml.seperator_token_id", Type::kU32},
    {"tokenizer.ggml.padding_token_id", Type::kU32},
    {"tokenizer.ggml.mask_token_id", Type::kU32},
    {"tokenizer.ggml.add_bos_token", Type::kBool},
    {"tokenizer.ggml.add_space_prefix", Type::kBool},
    {"tokenizer.ggml.precompiled_charsmap", Type::kU8, Form::kList},
    {"tokenizer.chat_template", Type::kString},
    {"tokenizer.chat_templates", Type::kString, Form::kList},
    {"tokenizer.huggingface.json", Type::kString},
    {"clip.has_vision_encoder", Type::kBool},
    {"clip.vision.image_size", Type::kU32},
    {"clip.vision.patch_size", Type::kU32},
    {"clip.vision.block_count", Type::kU32},
    {"clip.vision.feature_layer", Type::kI32, Form::kList},
    {"clip.vision.image_mean", Type::kF32, Form::kList},
    {"clip.vision.image_grid_pinpoints", Type::kI32, Form::kList},
    {"adapter.type", Type::kString},
    {"adapter.lora.alpha", Type::kF32},
    {"adapter.alora.invocation_tokens", Type::kU32, Form::kList},
    {"controlvector.model_hint", Type::kString},
    {"controlvector.layer_count", Type::kI32},
    {"imatrix.datasets", Type::kString, Form::kList},
    {"imatrix.chunk_count", Type::kU32},
    {"imatrix.chunk_size", Type::kU32},
};

constexpr std::string_view kArchitectures[] = {
    "llama",     "qwen2", "qwen3",         "qwen3moe", "gemma2",
    "gemma3",    "gpt2",  "bert",          "mamba",    "phi3",
    "deepseek2", "clip",  "whisper",       "gpt-oss",  "falcon",
    "t5",        "rwkv6", "controlvector", "imatrix",  "starcoder",
    "command-r"};

constexpr std::string_view kTensors[] = {"token_embd.weight",
                                         "token_embd_norm.weight",
                                         "token_types.weight",
                                         "position_embd.weight",
                                         "output.weight",
                                         "output_norm.weight",
                                         "rope_freqs.weight",
                                         "rope_factors_long.weight",
                                         "rope_factors_short.weight",
                                         "cls.weight",
                                         "blk.%n.attn_q.weight",
                                         "blk.%n.attn_k.weight",
                                         "blk.%n.attn_v.weight",
                                         "blk.%n.attn_q.bias",
                                         "blk.%n.attn_qkv.weight",
                                         "blk.%n.attn_qkv.bias",
                                         "blk.%n.attn_output.weight",
                                         "blk.%n.attn_norm.weight",
                                         "blk.%n.attn_q_norm.weight",
                                         "blk.%n.attn_k_norm.weight",
                                         "blk.%n.ffn_gate.weight",
                                         "blk.%n.ffn_up.weight",
                                         "blk.%n.ffn_down.weight",
                                         "blk.%n.ffn_norm.weight",
                                         "blk.%n.ffn_gate_inp.weight",
                                         "blk.%n.ffn_gate_exps.weight",
                                         "blk.%n.ffn_down_exps.weight",
                                         "blk.%n.ssm_conv1d.weight",
                                         "blk.%n.ssm_a",
                                         "enc.blk.%n.attn_rel_b.weight",
                                         "dec.blk.%n.cross_attn_q.weight",
                                         "v.patch_embd.weight",
                                         "v.blk.%n.ln1.weight",
                                         "mm.%n.weight",
                                         "direction.%n",
                                         "blk.%n.ffn_up.weight.in_sum2",
                                         "blk.%n.ffn_up.weight.counts",
                                         "blk.%n.attn_q.weight.lora_a",
                                         "blk.%n.attn_q.weight.lora_b"};

std::string Replaced(std::string text, std::string_view what,
                     std::string_view by) {
  const size_t at = text.find(what);
  if (at != std::string::npos) text.replace(at, what.size(), by);
  return text;
}

}  // namespace

std::span<const KnownKey> KnownKeys() { return kKnownKeys; }

std::span<const std::string_view> Architectures() { return kArchitectures; }

std::string KeyName(const KnownKey& known, std::string_view architecture,
                    Random* random) {
  return Numbered(Replaced(std::string(known.key), "%a", architecture), random);
}

std::string GgufTensorName(Random* random) {
  return Numbered(std::string(random->Pick(std::span(kTensors))), random);
}

}  // namespace loadgate::mutator
