// A recipe says what is in a file; what it does not say is as it must be.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "craft/gguf_model.h"
#include "craft/recipe.h"
#include "loadgate/finding.h"
#include "tests/support/gguf_feeding.h"

namespace loadgate::craft {
namespace {

using testing::HasSubstr;

constexpr char kSmall[] = R"(
# A file as small as one with a tensor can be.
gguf
kv "general.architecture" string "llama"
kv "list" array u16 [ 1 2
                      3 ]
tensor "w" [32 2] q4_0
tensor "b" [3] f32
)";

GgufModel ModelOf(const std::string& recipe) {
  RecipeError error;
  const auto bytes = Assemble(recipe, &error);
  EXPECT_TRUE(bytes.has_value())
      << "line " << error.line << ": " << error.message;
  return bytes.has_value() ? GgufFromBytes(AsBytes(*bytes)) : GgufModel();
}

RecipeError ErrorOf(const std::string& recipe) {
  RecipeError error;
  EXPECT_EQ(Assemble(recipe, &error), std::nullopt) << recipe;
  return error;
}

TEST(GgufAssembleTest, ARecipeWithoutLiesIsAccepted) {
  RecipeError error;
  const auto bytes = Assemble(kSmall, &error);
  ASSERT_TRUE(bytes.has_value()) << error.message;
  const auto reading = testing_support::ReadGguf(AsBytes(*bytes));
  EXPECT_EQ(reading.verdict, Verdict::kAccept);
  EXPECT_TRUE(reading.findings.empty());
}

TEST(GgufAssembleTest, CountsTypesAndOffsetsAreComputed) {
  const GgufModel model = ModelOf(kSmall);
  EXPECT_EQ(model.pair_count, 2u);
  EXPECT_EQ(model.tensor_count, 2u);
  EXPECT_EQ(std::get<GgufArray>(model.pairs[1].value).count, 3u);
  EXPECT_EQ(model.tensors[1].offset, 64u);
  EXPECT_EQ(model.tensors[0].data, std::string(36, '\0'));
  EXPECT_EQ(model.tensors[1].padding.size(), 20u);
}

TEST(GgufAssembleTest, EveryKindOfValueCanBeWritten) {
  const GgufModel model = ModelOf(R"(gguf
kv "a" u8 255
kv "b" i8 -128
kv "c" u16 0xffff
kv "d" i16 -1
kv "e" u32 1
kv "f" i32 -2
kv "g" f32 0.5
kv "h" bool true
kv "i" string "x\x00"
kv "j" u64 18446744073709551615
kv "k" i64 -9223372036854775808
kv "l" f64 0x7ff8000000000001
kv "m" array string [ "a" "" ]
kv "n" array f32 [ ]
)");
  ASSERT_EQ(model.pairs.size(), 14u);
  EXPECT_EQ(model.raw, "");
  EXPECT_EQ(std::get<GgufNumber>(model.pairs[6].value).bits, 0x3f000000u);
  EXPECT_EQ(std::get<GgufNumber>(model.pairs[11].value).bits,
            0x7ff8000000000001u);
}

// Assembles without reading the bytes again, so that lies stay visible.
TEST(GgufAssembleTest, EachLieIsWrittenAndNothingElseChanges) {
  const struct {
    const char* from;
    const char* to;
    const char* bytes;
  } kLies[] = {
      {"gguf\n", "gguf\nversion 7\n", "GGUF\7"},
      {"\"llama\"", "length=99 \"llama\"", "c"},
      {"tensor \"w\"", "tensor length=98 \"w\"", "b"},
      {"string", "string type=97", "a"},
      {"array u16", "array u16 element_type=96", "`"},
      {"array u16", "array u16 count=95", "_"},
      {"[32 2]", "n_dimensions=94 [32 2]", "^"},
      {"q4_0", "type=93", "]"},
      {"f32", "f32 offset=92", "\\"},
  };
  RecipeError error;
  const std::string honest = *Assemble(kSmall, &error);
  for (const auto& lie : kLies) {
    std::string recipe = kSmall;
    const size_t at = recipe.find(lie.from);
    ASSERT_NE(at, std::string::npos) << lie.from;
    recipe.replace(at, std::string(lie.from).size(), lie.to);
    const auto bytes = Assemble(recipe, &error);
    ASSERT_TRUE(bytes.has_value()) << recipe << error.message;
    ASSERT_GE(bytes->size(), lie.bytes[0] == ']' ? 0 : honest.size()) << recipe;
    EXPECT_NE(*bytes, honest) << recipe;
    EXPECT_NE(bytes->find(lie.bytes), std::string::npos) << recipe;
  }
}

TEST(GgufAssembleTest, WhatIsAbsentIsNotWritten) {
  RecipeError error;
  EXPECT_EQ(Assemble("gguf\nversion absent\ntensor_count absent\n"
                     "metadata_kv_count absent\n",
                     &error),
            "GGUF");
  const auto size = [&](const std::string& rest) {
    return Assemble("gguf\n" + rest, &error)->size() - 24;
  };
  EXPECT_EQ(size("kv \"k\" absent"), 9u);
  EXPECT_EQ(size("kv \"k\" string absent"), 13u);
  EXPECT_EQ(size("kv \"k\" array absent"), 13u);
  EXPECT_EQ(size("kv \"k\" array u8 absent"), 17u);
  EXPECT_EQ(size("kv \"k\" array u8 count=9 absent"), 25u);
  EXPECT_EQ(size("kv \"k\" type=99 absent"), 13u);
}

TEST(GgufAssembleTest, BytesAreSetWhereTheyAreNamed) {
  RecipeError error;
  const auto bytes = Assemble(
      "gguf\nraw \"RAW\"\ntensor \"b\" [3] f32\npadding \"P\"\n"
      "data 0 \"D\"\ndata_padding 0 \"Q\"\ntail \"TAIL\"",
      &error);
  ASSERT_TRUE(bytes.has_value()) << error.message;
  EXPECT_EQ(bytes->substr(bytes->size() - 10), "RAWPDQTAIL");
}

TEST(GgufAssembleTest, ErrorsSayTheLineAndWhatWasExpected) {
  const struct {
    const char* recipe;
    size_t line;
    const char* words;
  } kErrors[] = {
      {"", 1, "no statement"},
      {"ggml", 1, "gguf, safetensors, bytes, bundle or set"},
      {"gguf x", 1, "does not belong"},
      {"gguf\nkw", 2, "expected a statement"},
      {"gguf\nkv k", 2, "text in quotes"},
      {"gguf\nkv \"k\"", 2, "type of the value"},
      {"gguf\nkv \"k\" u8 256", 2, "room in the type"},
      {"gguf\nkv \"k\" u8 \"1\"", 2, "room in the type"},
      {"gguf\nkv \"k\" array [", 2, "type of the elements"},
      {"gguf\nkv \"k\" array array [ ]", 2, "elements need the type"},
      {"gguf\nkv \"k\" array u8 [ 1 x ]", 2, "room in the type"},
      {"gguf\nkv \"k\" type=77 5", 2, "needs the type"},
      {"gguf\ntensor \"w\"", 2, "dimensions"},
      {"gguf\ntensor \"w\" [1] f33", 2, "ggml type"},
      {"gguf\n\ndata 0 \"\"", 3, "no tensor of this number"},
      {"gguf\nversion 4294967296", 2, "32 bits"},
      {"bytes \"a\"\nbytes \"b\"", 2, "one statement"},
  };
  for (const auto& expected : kErrors) {
    const RecipeError error = ErrorOf(expected.recipe);
    EXPECT_EQ(error.line, expected.line) << expected.recipe;
    EXPECT_THAT(error.message, HasSubstr(expected.words)) << expected.recipe;
  }
}

TEST(GgufAssembleTest, TooMuchDataIsRefusedBeforeItIsMade) {
  std::string recipe = "gguf\n";
  for (int i = 0; i < 2000; ++i) recipe += "tensor \"w\" [262144] f32\n";
  EXPECT_THAT(ErrorOf(recipe).message, HasSubstr("more bytes"));
}

}  // namespace
}  // namespace loadgate::craft
