#include <array>

#include "tests/parser/canary_cases.h"

namespace loadgate::testing_support {
namespace {

constexpr auto kCases = std::to_array<CanaryCase>({
    {"GgufImageMeanShort",
     "gguf\n"
     "kv \"clip.vision.image_mean\" array f32 [0.5 0.5 0.5]\n"
     "kv \"clip.vision.image_std\" array f32 [0.5 0.5]\n",
     "gguf\n"
     "kv \"clip.vision.image_mean\" array f32 [0.5 0.5 0.5]\n"
     "kv \"clip.vision.image_std\" array u8 [1 1 1 1 1 1 1 1 1 1 1 1]\n"
     "kv \"clip.audio.image_mean\" array f32 [0.5 0.5]\n"},
    {"GgufAdapterRanksDiffer",
     "gguf\n"
     "tensor \"blk.0.attn_q.weight.lora_a\" [8 2] f32\n"
     "tensor \"blk.0.attn_q.weight.lora_b\" [3 8] f32\n",
     "gguf\n"
     "tensor \"blk.0.attn_q.weight.lora_b\" [2 8] f32\n"
     "tensor \"blk.0.attn_q.weight.lora_a\" [8 2] f32\n"
     "tensor \"blk.1.attn_q.weight.lora_b\" [3 8] f32\n"
     "tensor \"blk.1.attn_q.weight\" [8 2] f32\n"},
    // A head has 64 / 4 elements.
    {"GgufRotationPastHead",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.embedding_length\" u32 64\n"
     "kv \"llama.attention.head_count\" u32 4\n"
     "kv \"llama.rope.dimension_count\" u32 17\n",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.embedding_length\" u32 64\n"
     "kv \"llama.attention.head_count\" u32 4\n"
     "kv \"llama.attention.key_length\" u32 20\n"
     "kv \"llama.rope.dimension_count\" u32 20\n"},
    {"GgufSplitTotalTooSmall",
     "gguf\n"
     "kv \"split.count\" u16 2\n"
     "kv \"split.tensors.count\" i32 1\n"
     "tensor \"a\" [8] f32\n"
     "tensor \"b\" [8] f32\n",
     "gguf\n"
     "kv \"split.count\" u16 2\n"
     "kv \"split.tensors.count\" i32 2\n"
     "tensor \"a\" [8] f32\n"
     "tensor \"b\" [8] f32\n"},

    // 3 bytes, and 2 for each of the rows.
    {"SafetensorsRowsRoundedUp",
     "safetensors\n"
     "tensor \"a\" F4 [2 3]\n",
     "safetensors\n"
     "tensor \"a\" F4 [3 2]\n"
     "tensor \"b\" F6_E2M3 [3 4]\n"
     "tensor \"c\" F4 [3 0 3]\n"
     "tensor \"d\" U8 [2 3]\n"},
    {"SafetensorsElementsUnaligned",
     "safetensors\n"
     "tensor \"a\" U8 [2]\n"
     "tensor \"b\" F32 [1]\n",
     "safetensors\n"
     "tensor \"a\" U8 [2]\n"
     "tensor \"b\" F16 [1]\n"
     "tensor \"c\" F32 [1]\n"
     "tensor \"d\" U8 [1]\n"
     "tensor \"e\" F4 [2]\n"
     "tensor \"f\" F64 [0]\n"},
    {"SafetensorsMetadataCut",
     "safetensors\n"
     "metadata [\"format\" \"pt\" \"config\" \"{\\\"a\\\":1}\"]\n"
     "tensor \"a\" F32 [1]\n",
     "safetensors\n"
     "metadata [\"format\" \"pt\" \"config\" \"{\\\"a\\\":1\\\\\"]\n"
     "tensor \"a}\" F32 [1]\n"},
    {"SafetensorsNameLeavesFolder",
     "safetensors\n"
     "tensor \"./../a\" F32 [1]\n",
     "safetensors\n"
     "tensor \"a/../../b\" F32 [1]\n"
     "tensor \"a../b\" F32 [1]\n"
     "tensor \"...\" F32 [1]\n"
     "tensor \"../..\" F32 [1]\n"
     "tensor \"/\" F32 [1]\n"},
});

}  // namespace

std::span<const CanaryCase> Blind5CanaryCases() { return kCases; }

}  // namespace loadgate::testing_support
