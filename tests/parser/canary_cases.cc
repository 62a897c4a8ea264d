#include "tests/parser/canary_cases.h"

#include <array>

namespace loadgate::testing_support {
namespace {

constexpr auto kCases = std::to_array<CanaryCase>({
    {"PairTableWraps", "gguf\nmetadata_kv_count 0x1000000000000000\n",
     "gguf\nmetadata_kv_count 0x0fffffffffffffff\n"},
    {"TensorTableWraps", "gguf\ntensor_count 0x2000000000000000\n",
     "gguf\ntensor_count 0x1fffffffffffffff\n"},
    {"TerminatorWraps",
     "gguf\n"
     "kv length=0xffffffffffffffff \"k\" u8 1\n",
     "gguf\n"
     "kv length=0xfffffffffffffffe \"k\" u8 1\n"},
    {"LengthTruncated",
     "gguf\n"
     "kv length=0x100000001 \"k\" u8 1\n",
     "gguf\n"
     "kv length=0x1ffffffff \"k\" u8 1\n"},
    {"ArrayBytesWrap",
     "gguf\n"
     "kv \"a\" array u64 count=0x2000000000000000 [1]\n",
     "gguf\n"
     "kv \"a\" array u64 count=0x1fffffffffffffff [1]\n"},
    {"FiveDimensions",
     "gguf\n"
     "tensor \"w\" n_dimensions=5 [1 1 1 1] f32\n",
     "gguf\n"
     "tensor \"w\" n_dimensions=6 [1 1 1 1] f32\n"},
    {"ShapeWraps",
     "gguf\n"
     "tensor \"w\" [0x100000000 0x100000000] f32\n",
     "gguf\n"
     "tensor \"w\" [0x100000000 0xffffffff] f32\n"},
    // 18 bytes a block of 32: 2^64 + 128 and 2^64 - 448 bytes before the
    // division.
    {"RowBytesWrap",
     "gguf\n"
     "tensor \"w\" [1024819115206086208] q4_0\n"
     "tail zeros 64\n",
     "gguf\n"
     "tensor \"w\" [1024819115206086176] q4_0\n"
     "tail zeros 64\n"},
    {"PaddedSizeWraps",
     "gguf\n"
     "tensor \"w\" [0x3fffffffffffffff] f32\n",
     "gguf\n"
     "tensor \"w\" [0x3ffffffffffffff8] f32\n"},
    {"DataSumNegative",
     "gguf\n"
     "tensor \"a\" [0x7fffffffffffffc0] i8\n"
     "tensor \"b\" [64] i8 offset=0x7fffffffffffffc0\n",
     "gguf\n"
     "tensor \"a\" [0x7fffffffffffffc0] i8\n"
     "tensor \"b\" [64] i8 offset=0x7fffffffffffffa0\n"},
    {"DataEndWraps",
     "gguf\n"
     "tensor \"w\" [8] f32 offset=0xffffffffffffffe0\n",
     "gguf\n"
     "tensor \"w\" [8] f32 offset=0xffffffffffffffc0\n"},
    {"AlignmentZero",
     "gguf\n"
     "kv \"general.alignment\" u32 0\n",
     "gguf\n"
     "kv \"general.alignment\" u32 16\n"},
    {"ScoresNarrow",
     "gguf\n"
     "kv \"tokenizer.ggml.scores\" array u16 [1 2]\n",
     "gguf\n"
     "kv \"tokenizer.ggml.scores\" array f32 [1 2]\n"},
    {"NameFillsBuffer",
     "gguf\n"
     "tensor \"0123456789abcdef0123456789abcdef0123456789abcdef"
     "0123456789abcdef\" [1] f32\n",
     "gguf\n"
     "tensor \"0123456789abcdef0123456789abcdef0123456789abcdef"
     "0123456789abcde\" [1] f32\n"},
    {"KeyAlias",
     "gguf\n"
     "kv \"general.alignment\\x00x\" u32 64\n",
     "gguf\n"
     "kv \"general.alignmentx\\x00\" u32 64\n"},
    {"ZeroDimensionDivides",
     "gguf\n"
     "tensor \"w\" [4 0] f32\n",
     "gguf\n"
     "tensor \"w\" [0 4] f32\n"},
    {"RemovedTypeDivides",
     "gguf\n"
     "tensor \"w\" [32] type=4\n",
     "gguf\n"
     "tensor \"w\" [32] type=44\n"},

    {"HeaderEndWraps",
     "safetensors\n"
     "header_length 0xfffffffffffffff8\n"
     "tensor \"a\" F32 [1]\n",
     "safetensors\n"
     "header_length 0xfffffffffffffff7\n"
     "tensor \"a\" F32 [1]\n"},
    {"HeaderLengthTruncated",
     "safetensors\n"
     "header_length 0x100000002\n"
     "tensor \"a\" F32 [1]\n",
     "safetensors\n"
     "header_length 0x1ffffffff\n"
     "tensor \"a\" F32 [1]\n"},
    {"ProductWraps",
     "safetensors\n"
     "tensor \"a\" F32 [0x100000000 0x100000000] data_offsets=[0 0]\n",
     "safetensors\n"
     "tensor \"a\" F32 [0x100000000 0x100000000] data_offsets=[0 4]\n"},
    {"BitsWrap",
     "safetensors\n"
     "tensor \"a\" F64 [0x400000000000001] data_offsets=[0 8]\n",
     "safetensors\n"
     "tensor \"a\" F64 [0x400000000000001] data_offsets=[0 16]\n"},
    {"OffsetsReversed",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[4 0]\n",
     "safetensors\n"
     "tensor \"a\" F32 [0] data_offsets=[4 4]\n"},
    {"SpanTruncated",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0 0x100000004]\n",
     "safetensors\n"
     "tensor \"a\" F32 [1] data_offsets=[0 0x100000008]\n"},
    {"NestedTensor",
     "safetensors\n"
     "tensor \"a\" F32 [4] data_offsets=[0 16]\n"
     "tensor \"b\" F32 [1] data_offsets=[8 12]\n",
     "safetensors\n"
     "tensor \"a\" F32 [4] data_offsets=[0 16]\n"
     "tensor \"b\" F32 [1] data_offsets=[12 16]\n"},
    {"OneByteHole",
     "safetensors\n"
     "tensor \"a\" U8 [4] data_offsets=[0 4]\n"
     "tensor \"b\" U8 [1] data_offsets=[5 6]\n",
     "safetensors\n"
     "tensor \"a\" U8 [4] data_offsets=[0 4]\n"
     "tensor \"b\" U8 [1] data_offsets=[6 7]\n"},
    {"EmptyDtype",
     "safetensors\n"
     "tensor \"a\" \"\" [1]\n",
     "safetensors\n"
     "tensor \"a\" \"F\" [1]\n"},
    {"SurrogateAtEnd",
     "safetensors\n"
     "brackets absent\n"
     "json \"{\\\"\\\\ud800\"\n"
     "padding \"\"\n",
     "safetensors\n"
     "brackets absent\n"
     "json \"{\\\"\\\\ud800\\\":0}\"\n"
     "padding \"   \"\n"},
});

}  // namespace

std::span<const CanaryCase> CanaryCases() { return kCases; }

}  // namespace loadgate::testing_support
