#include <array>

#include "tests/parser/canary_cases.h"

namespace loadgate::testing_support {
namespace {

constexpr auto kCases = std::to_array<CanaryCase>({
    // 3 times 1431655766 is 2^32 + 2, less than one layer's 3.
    {"GgufDirectionWraps",
     "gguf\n"
     "tensor \"direction.1431655766\" [3] f32\n",
     "gguf\n"
     "tensor \"direction.1431655767\" [3] f32\n"},
    {"GgufBlockPastCount",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.block_count\" u32 2\n"
     "tensor \"blk.2.attn_norm.weight\" [1] f32\n",
     "gguf\n"
     "kv \"general.architecture\" string \"llama\"\n"
     "kv \"llama.block_count\" u32 2\n"
     "tensor \"blk.1.attn_norm.weight\" [1] f32\n"
     "tensor \"blk.2x.attn_norm.weight\" [1] f32\n"
     "tensor \"enc.blk.2.attn_norm.weight\" [1] f32\n"},
    {"GgufRowsFewerThanTokens",
     "gguf\n"
     "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"b\" \"c\"]\n"
     "tensor \"token_embd.weight\" [8 2] f32\n",
     "gguf\n"
     "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"b\" \"c\"]\n"
     "tensor \"token_embd.weight\" [8 3] f32\n"
     "tensor \"output.weight\" [8 2] f32\n"},
    {"GgufCharsMapPastEnd",
     "gguf\n"
     "kv \"tokenizer.ggml.precompiled_charsmap\" array u8 [3 0 0 0 65 66]\n",
     "gguf\n"
     "kv \"tokenizer.ggml.precompiled_charsmap\" array u8 [2 0 0 0 65 66]\n"},
    // The header has 57 bytes, and the data begins at 64.
    {"GgufDataLeftWraps",
     "gguf\n"
     "tensor \"w\" [1] f32\n"
     "padding \"\"\n"
     "data 0 \"\"\n"
     "data_padding 0 \"\"\n",
     "gguf\n"
     "tensor \"w\" [1] f32\n"
     "padding zeros 7\n"
     "data 0 \"\"\n"
     "data_padding 0 \"\"\n"},

    {"SafetensorsMinusesCancel",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[-2,3,-1],\\\"data_offsets\\\":[0,24]}\"\n"
     "data zeros 24\n",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[-2,3,1],\\\"data_offsets\\\":[0,24]}\"\n"
     "json \"\\\"b\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[-2,3,-1],\\\"data_offsets\\\":[24,52]}\"\n"
     "data zeros 52\n"},
    {"SafetensorsBitsAreNoByte",
     "safetensors\n"
     "tensor \"a\" F4 [2 4] data_offsets=[0 0]\n",
     "safetensors\n"
     "tensor \"a\" U8 [2 4] data_offsets=[0 0]\n"
     "tensor \"b\" F4 [2 4]\n"},
    {"SafetensorsNameUpToNul",
     "safetensors\n"
     "tensor \"a\" F32 [1]\n"
     "json \"\\\"a\\\\u0000b\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[2],\\\"data_offsets\\\":[4,12]}\"\n"
     "data zeros 12\n",
     "safetensors\n"
     "tensor \"a\" F32 [1]\n"
     "json \"\\\"a\\\\u0000b\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[1],\\\"data_offsets\\\":[4,8]}\"\n"
     "json \"\\\"c\\\\u0000b\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[2],\\\"data_offsets\\\":[8,16]}\"\n"
     "data zeros 16\n"},
    {"SafetensorsSpanOutgrowsShape",
     "safetensors\n"
     "tensor \"a\" F32 [2] data_offsets=[0 12]\n",
     "safetensors\n"
     "tensor \"a\" F32 [2] data_offsets=[0 4]\n"},
    {"SafetensorsOffsetsUnset",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\",\\\"shape\\\":[1]}\"\n"
     "data zeros 4\n",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"data_offsets\\\":[0,4]}\"\n"
     "data zeros 4\n"},
});

}  // namespace

std::span<const CanaryCase> Blind3CanaryCases() { return kCases; }

}  // namespace loadgate::testing_support
