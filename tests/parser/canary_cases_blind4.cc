#include <array>

#include "tests/parser/canary_cases.h"

namespace loadgate::testing_support {
namespace {

constexpr auto kCases = std::to_array<CanaryCase>({
    // Twice 2^63 - 64 leave 128 bytes to 2^64, and two headers take 736.
    {"GgufOverheadWraps",
     "gguf\n"
     "tensor \"a\" [0x7fffffffffffffc0] i8\n"
     "tensor \"b\" [0x7fffffffffffffc0] i8 offset=0x7fffffffffffffc0\n",
     "gguf\n"
     "tensor \"a\" [0x7fffffffffffffc0] i8\n"
     "tensor \"b\" [0x7ffffffffffffd40] i8 offset=0x7fffffffffffffc0\n"},
    {"GgufTypeNegative",
     "gguf\n"
     "tensor \"w\" [32] type=0xffffffff\n",
     "gguf\n"
     "tensor \"w\" [32] type=0x7fffffff\n"},
    {"GgufLayerArrayShort",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.block_count\" u32 3\n"
     "kv \"llama.attention.head_count_kv\" array u32 [8 4]\n",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.block_count\" u32 3\n"
     "kv \"llama.attention.head_count_kv\" array u32 [8 4 2]\n"
     "kv \"llama.attention.head_count\" u32 8\n"
     "kv \"qwen2.feed_forward_length\" array u32 [8 4]\n"
     "kv \"llama.rope.dimension_sections\" array u32 [8 4]\n"},
    {"GgufNormNarrow",
     "gguf\n"
     "tensor \"output_norm.weight\" [8] f16\n",
     "gguf\n"
     "tensor \"output_norm.weight\" [8] f32\n"
     "tensor \"blk.0.attn_norm.weight\" [8] f64\n"
     "tensor \"blk.0.attn_norm.bias\" [8] f16\n"},

    {"SafetensorsOffsetsIn32Bits",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0x300000000 0x300000004]\n"
     "data zeros 4\n",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0x300000000 0x300000004]\n"
     "tensor \"b\" F32 [1] data_offsets=[0xfffffffe 0x100000002]\n"
     "data zeros 3\n"},
    {"SafetensorsTotalIn32Bits",
     "safetensors\n"
     "tensor \"a\" U8 [0x80000000]\n"
     "tensor \"b\" F32 [0x20000001]\n"
     "data zeros 4\n",
     "safetensors\n"
     "tensor \"a\" U8 [0x80000000]\n"
     "tensor \"b\" F32 [0x20000001]\n"
     "data zeros 3\n"},
    {"SafetensorsUnknownDtypeEmpty",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"I4\\\","
     "\\\"shape\\\":[8],\\\"data_offsets\\\":[0,4]}\"\n"
     "data zeros 4\n",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"I4\\\","
     "\\\"shape\\\":[8],\\\"data_offsets\\\":[0,0]}\"\n"
     "json \"\\\"b\\\":{\\\"shape\\\":[1],\\\"data_offsets\\\":[0,4]}\"\n"
     "data zeros 4\n"},
    {"SafetensorsShapePastTable",
     "safetensors\n"
     "tensor \"a\" U8 [1 1 1 1 1 1 1 1 1]\n",
     "safetensors\n"
     "tensor \"a\" U8 [1 1 1 1 1 1 1 1]\n"},
});

}  // namespace

std::span<const CanaryCase> Blind4CanaryCases() { return kCases; }

}  // namespace loadgate::testing_support
