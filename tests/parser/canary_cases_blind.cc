#include <array>

#include "tests/parser/canary_cases.h"

namespace loadgate::testing_support {
namespace {

constexpr auto kCases = std::to_array<CanaryCase>({
    {"GgufBlockAssumed32",
     "gguf\n"
     "tensor \"w\" [288] q4_K\n",
     "gguf\n"
     "tensor \"w\" [272] q4_K\n"},
    // 3 times 6148914691236517206 is 2^64 + 2.
    {"GgufThirdDimensionWraps",
     "gguf\n"
     "tensor \"w\" [1 1 3 6148914691236517206] i8\n",
     "gguf\n"
     "tensor \"w\" [1 1 3 6148914691236517205] i8\n"},
    {"GgufSumTurnsNegative",
     "gguf\n"
     "tensor \"a\" [0x7fffffffffffffc0] i8\n"
     "tensor \"b\" [64] i8 offset=0x7fffffffffffffc0\n",
     "gguf\n"
     "tensor \"a\" [0x7fffffffffffffc0] i8\n"
     "tensor \"b\" [32] i8 offset=0x7fffffffffffffc0\n"},
    {"GgufArrayBytesIn32Bits",
     "gguf\n"
     "kv \"a\" array u64 count=0x20000001 [1 2]\n",
     "gguf\n"
     "kv \"a\" array u64 count=0x1fffffff [1 2]\n"},
    {"GgufAlignmentLastWins",
     "gguf\n"
     "kv \"general.alignment\" u32 64\n"
     "kv \"general.alignment\" u32 128\n"
     "tensor \"w\" [1] f32\n",
     "gguf\n"
     "kv \"general.alignment\" u32 64\n"
     "kv \"general.alignment\" u32 64\n"
     "tensor \"w\" [1] f32\n"},
    {"GgufEndWraps",
     "gguf\n"
     "tensor \"w\" [8] f32 offset=0xffffffffffffffe0\n",
     "gguf\n"
     "tensor \"w\" [7] f32 offset=0xffffffffffffffe0\n"},
    {"GgufNameTerminator",
     "gguf\n"
     "tensor \"0123456789abcdef0123456789abcdef0123456789abcdef"
     "0123456789abcdef\" [1] f32\n",
     "gguf\n"
     "tensor \"0123456789abcdef0123456789abcdef0123456789abcdef"
     "0123456789abcdef0\" [1] f32\n"},
    {"SafetensorsLengthForgotten",
     "safetensors\n"
     "header_length 16\n"
     "padding \"      \"\n",
     "safetensors\n"
     "header_length 17\n"
     "padding \"      \"\n"},
    {"SafetensorsBeginPlusSizeWraps",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0xfffffffffffffffc 0]\n",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0xfffffffffffffffb 0]\n"},
    {"SafetensorsHalfByteDropped",
     "safetensors\n"
     "tensor \"a\" F4 [3] data_offsets=[0 1]\n",
     "safetensors\n"
     "tensor \"a\" F4 [3] data_offsets=[0 2]\n"},
    {"SafetensorsDuplicateLarger",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0 4]\n"
     "tensor \"a\" F32 [2] data_offsets=[4 12]\n",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0 4]\n"
     "tensor \"a\" F32 [1] data_offsets=[4 8]\n"},
    {"SafetensorsNumberWraps",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[18446744073709551617],\\\"data_offsets\\\":[0,4]}\"\n",
     "safetensors\n"
     "json \"\\\"a\\\":{\\\"dtype\\\":\\\"F32\\\","
     "\\\"shape\\\":[18446744073709551616],\\\"data_offsets\\\":[0,4]}\"\n"},
});

}  // namespace

std::span<const CanaryCase> BlindCanaryCases() { return kCases; }

}  // namespace loadgate::testing_support
