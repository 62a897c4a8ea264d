#include <array>

#include "tests/parser/canary_cases.h"

namespace loadgate::testing_support {
namespace {

constexpr auto kCases = std::to_array<CanaryCase>({
    // The string begins at 32; 2^64 - 16 bytes later is 16.
    {"GgufStringEndWraps",
     "gguf\n"
     "kv length=0xfffffffffffffff0 \"k\" u8 1\n",
     "gguf\n"
     "kv length=0xffffffffffffffdf \"k\" u8 1\n"},
    // 641 times 6700417 is 2^32 + 1.
    {"GgufElementsIn32Bits",
     "gguf\n"
     "tensor \"w\" [641 6700417] i8\n"
     "tail zeros 64\n",
     "gguf\n"
     "tensor \"w\" [641 6700416] i8\n"
     "tail zeros 64\n"},
    {"GgufDataStartNegative",
     "gguf\n"
     "kv \"general.alignment\" u32 0x80000000\n"
     "tensor \"w\" [1] f32\n",
     "gguf\n"
     "kv \"general.alignment\" u32 0x40000000\n"
     "tensor \"w\" [1] f32\n"},
    {"GgufBufferOfSizes",
     "gguf\n"
     "tensor \"a\" [8] f32\n"
     "tensor \"b\" [8] f32 offset=64\n",
     "gguf\n"
     "tensor \"a\" [8] f32 offset=64\n"
     "tensor \"b\" [8] f32 offset=0\n"},
    {"GgufScoresTooFew",
     "gguf\n"
     "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"b\" \"c\"]\n"
     "kv \"tokenizer.ggml.scores\" array f32 [0 1]\n",
     "gguf\n"
     "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"b\"]\n"
     "kv \"tokenizer.ggml.scores\" array f32 [0 1]\n"},
    {"GgufTokenIdPastEnd",
     "gguf\n"
     "kv \"tokenizer.ggml.eos_token_id\" u32 2\n"
     "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"b\"]\n",
     "gguf\n"
     "kv \"tokenizer.ggml.eos_token_id\" u32 1\n"
     "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"b\"]\n"},
    {"GgufBlocksPastTable",
     "gguf\n"
     "kv \"general.architecture\" string \"gemma2\"\n"
     "kv \"gemma2.block_count\" u32 513\n",
     "gguf\n"
     "kv \"general.architecture\" string \"gemma\"\n"
     "kv \"gemma2.block_count\" u32 513\n"},
    {"GgufByteTokenNegative",
     "gguf\n"
     "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"<0x-1>\"]\n"
     "kv \"tokenizer.ggml.token_type\" array i32 [1 6]\n",
     "gguf\n"
     "kv \"tokenizer.ggml.tokens\" array string [\"a\" \"<0x-1>\"]\n"
     "kv \"tokenizer.ggml.token_type\" array i32 [6 1]\n"},

    {"SafetensorsLengthNegative",
     "safetensors\n"
     "header_length 0x8000000000000000\n"
     "tensor \"a\" F32 [1]\n",
     "safetensors\n"
     "header_length 0x7fffffffffffffff\n"
     "tensor \"a\" F32 [1]\n"},
    {"SafetensorsOffsetNegative",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[1],\\\"data_offsets\\\":[-4,0]}\"\n",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[1],\\\"data_offsets\\\":[-0,4]}\"\n"},
    {"SafetensorsEmptyShapeFilled",
     "safetensors\n"
     "tensor \"a\" F32 [4 0] data_offsets=[0 4]\n",
     "safetensors\n"
     "tensor \"a\" F32 [4 0] data_offsets=[4 4]\n"},
    {"SafetensorsOffsetsTwice",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\",\\\"shape\\\":[1],"
     "\\\"data_offsets\\\":[0,4],\\\"data_offsets\\\":[4,8]}\"\n",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\",\\\"shape\\\":[1],"
     "\\\"data_offsets\\\":[4,8],\\\"data_offsets\\\":[0,4]}\"\n"},
    {"SafetensorsDataEndWraps",
     "safetensors\n"
     "tensor \"a\" F32 [1] "
     "data_offsets=[0xfffffffffffffffb 0xffffffffffffffff]\n",
     "safetensors\n"
     "tensor \"a\" F32 [1] "
     "data_offsets=[0x7ffffffffffffffb 0x7fffffffffffffff]\n"},
    {"SafetensorsFileForSection",
     "safetensors\n"
     "tensor \"a\" U8 [16]\n"
     "data zeros 8\n",
     "safetensors\n"
     "tensor \"a\" U8 [16]\n"
     "data zeros 16\n"},
    {"SafetensorsLastListedEnds",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[4 8]\n"
     "tensor \"b\" F32 [1] data_offsets=[0 4]\n"
     "data zeros 4\n",
     "safetensors\n"
     "tensor \"b\" F32 [1] data_offsets=[0 4]\n"
     "tensor \"a\" F32 [1] data_offsets=[4 8]\n"
     "data zeros 4\n"},
    {"SafetensorsSizesAddUp",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0 4]\n"
     "tensor \"b\" F32 [1] data_offsets=[8 12]\n"
     "data zeros 8\n",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0 4]\n"
     "tensor \"b\" F32 [1] data_offsets=[8 12]\n"
     "data zeros 9\n"},
    {"SafetensorsStartRoundedUp",
     "safetensors\n"
     "tensor \"a\" F32 [1]\n"
     "padding \"  \\n\"\n",
     "safetensors\n"
     "tensor \"a\" F32 [0]\n"
     "padding \"  \\n\"\n"},
    // The header has 54 bytes.
    {"SafetensorsHeaderUnterminated",
     "safetensors\n"
     "header_length 53\n"
     "tensor \"a\" F32 [1]\n",
     "safetensors\n"
     "header_length 54\n"
     "tensor \"a\" F32 [1]\n"},
});

}  // namespace

std::span<const CanaryCase> Blind2CanaryCases() { return kCases; }

}  // namespace loadgate::testing_support
