#include "fuzz/support/recipes.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "craft/recipe.h"

namespace loadgate::testing_support {

Seeds GgufRecipes() {
  return {
      {"gguf-empty", "gguf\n"},
      {"gguf-model",
       "gguf\n"
       "kv \"general.architecture\" string \"llama\"\n"
       "kv \"general.alignment\" u32 64\n"
       "tensor \"token_embd.weight\" [32 2] q4_0\n"
       "tensor \"output_norm.weight\" [3] f32\n"
       "data 1 x\"00 00 80 3f\" zeros 8\n"},
      {"gguf-values",
       "gguf\n"
       "kv \"a\" u8 255\n"
       "kv \"b\" i8 -128\n"
       "kv \"c\" u16 65535\n"
       "kv \"d\" i16 -1\n"
       "kv \"e\" u32 0xffffffff\n"
       "kv \"f\" i32 -1\n"
       "kv \"g\" f32 0.5\n"
       "kv \"h\" bool true\n"
       "kv \"i\" string \"\\\\ \\\" \\n \\r \\t \\xff\"\n"
       "kv \"j\" u64 18446744073709551615\n"
       "kv \"k\" i64 -9223372036854775808\n"
       "kv \"l\" f64 -1e300\n"},
      {"gguf-arrays",
       "gguf\n"
       "kv \"a\" array u8 []\n"
       "kv \"b\" array f32 [0.5 -1 0x7fc00000]\n"
       "kv \"c\" array bool [true false 2]\n"
       "kv \"d\" array string [\"one\" length=9 \"two\" x\"c3 28\"]\n"},
      {"gguf-big-endian",
       "gguf big_endian\n"
       "version 2\n"
       "kv \"general.architecture\" string \"llama\"\n"
       "tensor \"w\" [1] f16\n"},
      {"gguf-header-lies",
       "gguf\n"
       "magic \"GGUF\"\n"
       "version 4\n"
       "tensor_count 18446744073709551615\n"
       "metadata_kv_count 2\n"
       "kv \"a\" u8 1\n"},
      {"gguf-pair-lies",
       "gguf\n"
       "kv length=9 \"key\" u32 type=99 7\n"
       "kv \"s\" string length=9 \"text\"\n"
       "kv \"t\" array u8 element_type=99 [1]\n"
       "kv \"u\" array u8 count=99 [1]\n"},
      {"gguf-tensor-lies",
       "gguf\n"
       "tensor length=9 \"a\" [1] f32\n"
       "tensor \"b\" n_dimensions=9 [1 2 3 4] f32 offset=9\n"
       "tensor \"c\" [4611686018427387904 0] type=99\n"},
      {"gguf-piece-lies",
       "gguf\n"
       "tensor \"a\" [3] i8\n"
       "tensor \"b\" [2000000] i8\n"
       "padding fill 1 5\n"
       "data 0 \"ab\"\n"
       "data_padding 0 zeros 40\n"
       "data 1 [ \"c\"\n  x\"00\" ]\n"
       "data_padding 1 \"\"\n"
       "tail \"PK\\x03\\x04\"\n"},
      {"gguf-cut-count",
       "gguf\ntensor_count absent\nmetadata_kv_count absent\n"},
      {"gguf-cut-pair", "gguf\nkv \"a\" u8 1\nkv \"b\" absent\n"},
      {"gguf-cut-value", "gguf\nkv \"b\" u32 absent\nraw \"abc\"\n"},
      {"gguf-cut-array", "gguf\nkv \"b\" array absent\n"},
      {"gguf-cut-elements", "gguf\nkv \"b\" array u8 count=9 absent\n"},
      {"gguf-cut-tensor", "gguf\ntensor \"w\" absent\nraw x\"01 00\"\n"},
      {"gguf-cut-type", "gguf\ntensor \"w\" [1] absent\n"},
      {"gguf-cut-offset", "gguf\ntensor \"w\" [1] f32 offset=absent\n"},
      {"gguf-alignment-large",
       "gguf\nkv \"general.alignment\" u32 0x80000000\ntensor \"w\" [1] f32\n"},
  };
}

Seeds SafetensorsRecipes() {
  return {
      {"safetensors-empty", "safetensors\n"},
      {"safetensors-model",
       "safetensors\n"
       "metadata [\"format\" \"pt\"]\n"
       "tensor \"a\" F32 [2 3]\n"
       "tensor \"b\" BF16 [4]\n"
       "data fill 1 24 zeros 8\n"},
      {"safetensors-lies",
       "safetensors\n"
       "header_length 18446744073709551615\n"
       "tensor \"a\" F32 [2] data_offsets=[20 8]\n"
       "tensor \"a\" \"F 99\" [0 4611686018427387904]\n"},
      {"safetensors-json",
       "safetensors\n"
       "json \"\\\"a\\\": {\\\"dtype\\\": \\\"U8\\\", \\\"shape\\\": [1],\"\n"
       "json \" \\\"data_offsets\\\": [0, 1]}\"\n"
       "padding \"\\t\\n \"\n"
       "data \"x\"\n"},
      {"safetensors-escapes",
       "safetensors\n"
       "metadata [\"\\\"\\\\\" x\"c3 28 00 0a 7f\" \"\" \"\"]\n"
       "metadata []\n"},
      {"safetensors-brackets-absent",
       "safetensors\nbrackets absent\njson \"[{\\\"a\\\":{}}\"\n"},
      {"safetensors-members-empty",
       "safetensors\njson \"\"\njson \"\\\"a\\\":[[{\"\njson \"\"\n"},
      {"safetensors-header-short", "safetensors\nheader_length 1\n"},
  };
}

Seeds OtherRecipes() {
  return {
      {"bytes-pieces",
       "bytes [  # a comment\n"
       "  \"text\" x\"00 01\n"
       "  ff\" zeros 3 fill 0xff 4\n"
       "]\n"},
      {"bytes-none", "bytes\n"},
      {"bytes-too-many", "bytes zeros 65537\n"},
      {"bytes-twice", "bytes \"a\"\nbytes \"b\"\n"},
      {"wrong-empty", ""},
      {"wrong-statement", "gguf\n\nnonsense\n"},
      {"wrong-bracket", "gguf\ntensor \"w\" [1\n"},
      {"wrong-bracket-closed", "gguf ]\n"},
      {"wrong-text", "bytes \"a\n\"\n"},
      {"wrong-escape", "bytes \"\\q\"\n"},
      {"wrong-hex", "bytes x\"0\"\n"},
      {"wrong-character", "bytes \xff\n"},
      {"wrong-number", "gguf\nversion 4294967296\n"},
      {"wrong-tensor-number", "gguf\ndata 0 \"a\"\n"},
      {"wrong-data-too-much",
       "gguf\ntensor \"w\" [1000 1000] i8\ntail zeros 9\n"},
  };
}

Seeds Assembled(const Seeds& recipes) {
  Seeds files;
  for (const auto& [name, recipe] : recipes) {
    craft::RecipeError error;
    const std::optional<std::string> file = craft::Assemble(recipe, &error);
    if (!file.has_value()) {
      std::fprintf(stderr, "%s:%zu: %s\n", name.c_str(), error.line,
                   error.message.c_str());
      std::abort();
    }
    files.emplace(name, *file);
  }
  return files;
}

}  // namespace loadgate::testing_support
