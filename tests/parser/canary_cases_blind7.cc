#include <array>

#include "tests/parser/canary_cases.h"

namespace loadgate::testing_support {
namespace {

constexpr auto kCases = std::to_array<CanaryCase>({
    {"GgufOffsetIn32Bits",
     "gguf\n"
     "tensor \"a\" [8] f32 offset=0x300000000\n",
     "gguf\n"
     "tensor \"a\" [8] f32 offset=0x300001000\n"
     "tensor \"b\" [8] f32 offset=0x300000004\n"
     "tensor \"c\" [8] f32\n"},
    // 2^16 * 2^16, and 2^16 * (2^16 - 1).
    {"GgufCacheRowWraps",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.attention.head_count_kv\" u32 65536\n"
     "kv \"llama.attention.key_length\" u32 65536\n",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.embedding_length\" u32 65536\n"
     "kv \"llama.attention.head_count\" u32 1\n"
     "kv \"llama.attention.head_count_kv\" u32 65536\n"
     "kv \"llama.attention.key_length\" u32 65535\n"},
    {"GgufExpertsTooFew",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.expert_count\" u32 8\n"
     "kv \"llama.expert_used_count\" u32 9\n",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.expert_count\" u32 8\n"
     "kv \"llama.expert_used_count\" u32 8\n"
     "kv \"qwen2.expert_used_count\" u32 9\n"},
    {"GgufPatchesWrap",
     "gguf\n"
     "kv \"clip.vision.image_size\" u32 917504\n"
     "kv \"clip.vision.patch_size\" u32 14\n",
     "gguf\n"
     "kv \"clip.vision.image_size\" u32 917503\n"
     "kv \"clip.vision.patch_size\" u32 14\n"},

    // 2^62 + 4 floats take 16 bytes and 2^64.
    {"SafetensorsWidenedSizeWraps",
     "safetensors\n"
     "tensor \"a\" BF16 [0x4000000000000004] "
     "data_offsets=[0 0x8000000000000008]\n",
     "safetensors\n"
     "tensor \"a\" BF16 [0x4000000000000004] "
     "data_offsets=[0 0x8000000000000000]\n"
     "tensor \"b\" I16 [0x4000000000000004] "
     "data_offsets=[0 0x8000000000000008]\n"
     "tensor \"c\" BF16 [0x3fffffffffffffff] "
     "data_offsets=[0 0x7ffffffffffffffe]\n"},
    {"SafetensorsEndNegative",
     "safetensors\n"
     "tensor \"a\" F32 [1] "
     "data_offsets=[0x8000000000000000 0x8000000000000004]\n"
     "data zeros 4\n",
     "safetensors\n"
     "tensor \"a\" F32 [1] "
     "data_offsets=[0x7ffffffffffffffb 0x7fffffffffffffff]\n"
     "tensor \"b\" F32 [0] "
     "data_offsets=[0x8000000000000000 0x8000000000000000]\n"
     "data zeros 4\n"},
    // 2^53 + 3 becomes 2^53 + 4.
    {"SafetensorsOffsetsAsDoubles",
     "safetensors\n"
     "tensor \"a\" U8 [4] data_offsets=[0x20000000000000 0x20000000000003]\n",
     "safetensors\n"
     "tensor \"a\" U8 [4] data_offsets=[0x1ffffffffffffc 0x1fffffffffffff]\n"
     "tensor \"b\" U8 [4] data_offsets=[0x20000000000000 0x20000000000005]\n"
     "tensor \"c\" U8 [4] data_offsets=[0x20000000000000 0x20000000000004]\n"},
    {"SafetensorsScalesTooFew",
     "safetensors\n"
     "tensor \"a\" F8_E4M3 [33]\n"
     "tensor \"a_scale\" F8_E8M0 [1]\n",
     "safetensors\n"
     "tensor \"a\" F8_E4M3 [32]\n"
     "tensor \"a_scale\" F8_E8M0 [1]\n"
     "tensor \"b\" F8_E4M3 [33]\n"
     "tensor \"b_scale\" F8_E4M3 [1]\n"
     "tensor \"c\" U8 [33]\n"
     "tensor \"c_scale\" F8_E8M0 [1]\n"},
});

}  // namespace

std::span<const CanaryCase> Blind7CanaryCases() { return kCases; }

}  // namespace loadgate::testing_support
