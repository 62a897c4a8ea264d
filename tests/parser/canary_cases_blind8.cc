#include <array>

#include "tests/parser/canary_cases.h"

namespace loadgate::testing_support {
namespace {

constexpr auto kCases = std::to_array<CanaryCase>({
    // Of five heads in groups of two, the last belongs to a third key.
    {"GgufHeadGroupUneven",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.attention.head_count\" u32 5\n"
     "kv \"llama.attention.head_count_kv\" u32 2\n",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.attention.head_count\" u32 6\n"
     "kv \"llama.attention.head_count_kv\" u32 2\n"
     "kv \"qwen2.attention.head_count_kv\" u32 4\n"},
    {"GgufExpertsPastTensor",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.expert_count\" u32 4\n"
     "tensor \"blk.0.ffn_down_exps.weight\" [8 2 3] f32\n",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.expert_count\" u32 4\n"
     "tensor \"blk.0.ffn_down_exps.weight\" [8 2 4] f32\n"
     "tensor \"blk.0.ffn_down_shexp.weight\" [8 2] f32\n"
     "tensor \"blk.0.ffn_down_exps.bias\" [8 3] f32\n"},
    {"GgufMergeWithoutSpace",
     "gguf\n"
     "kv \"tokenizer.ggml.merges\" array string [\"a b\" \"ab\"]\n",
     "gguf\n"
     "kv \"tokenizer.ggml.merges\" array string [\"a b\" \"ab c\"]\n"
     "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"ab\"]\n"},
    {"GgufUnknownElementsEndless",
     "gguf\n"
     "kv \"a\" array element_type=13 count=0x1000000000000000 absent\n",
     "gguf\n"
     "kv \"a\" array u8 [1]\n"
     "kv \"b\" array element_type=13 count=0xffffffff absent\n"},

    {"SafetensorsProductWrapsToZero",
     "safetensors\n"
     "tensor \"a\" F32 [0x100000000 0x100000000] data_offsets=[0 4]\n",
     "safetensors\n"
     "tensor \"a\" F32 [0x100000000 0xffffffff] data_offsets=[0 4]\n"
     "tensor \"b\" F32 [0x100000000 0x100000000] data_offsets=[4 4]\n"
     "tensor \"c\" F32 [0x100000000 0x100000000 0] data_offsets=[0 4]\n"},
    {"SafetensorsNamesCutAlike",
     "safetensors\n"
     "tensor \"model.diffusion_model.output_blocks.11.1.transformer_blocks.0."
     "xa\" F32 [1]\n"
     "tensor \"model.diffusion_model.output_blocks.11.1.transformer_blocks.0."
     "xb\" F32 [2]\n",
     "safetensors\n"
     "tensor \"model.diffusion_model.output_blocks.11.1.transformer_blocks.0."
     "xa\" F32 [1]\n"
     "tensor \"model.diffusion_model.output_blocks.11.1.transformer_blocks.0."
     "xb\" F32 [1]\n"
     "tensor \"model.diffusion_model.output_blocks.11.1.transformer_blocks.0."
     "b\" F32 [2]\n"
     "tensor \"model.diffusion_model.output_blocks.11.1.transformer_blocks.0."
     "\" F32 [2]\n"},
    {"SafetensorsLogitsTooMany",
     "safetensors\n"
     "tensor \"model.embed_tokens.weight\" F32 [3 2]\n"
     "tensor \"lm_head.weight\" F32 [4 2]\n",
     "safetensors\n"
     "tensor \"model.embed_tokens.weight\" F32 [4 2]\n"
     "tensor \"lm_head.weight\" F32 [4 3]\n"
     "tensor \"lm_head.bias\" F32 [5]\n"},
    // The header's own brace is the first of 65, and of 64.
    {"SafetensorsNestingPastStack",
     "safetensors\n"
     "json \"\\\"a\\\":"
     "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"\n",
     "safetensors\n"
     "json \"\\\"a\\\":"
     "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
     "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\"\n"
     "json \"\\\"b\\\":\\\"[[\\\"\"\n"
     "json \""
     "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"\n"},
});

}  // namespace

std::span<const CanaryCase> Blind8CanaryCases() { return kCases; }

}  // namespace loadgate::testing_support
