#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "craft/recipe.h"
#include "craft/set_model.h"
#include "tests/craft/sample_sets.h"
#include "tests/support/craft_properties.h"
#include "tests/support/set_properties.h"

namespace loadgate::craft {
namespace {

using testing::HasSubstr;
using testing_support::BrokenAssemblyProperty;
using testing_support::Disagreement;
using Files = std::vector<NamedFile>;

Files Made(const std::string& recipe) {
  RecipeError error;
  const auto files = AssembleSet(recipe, &error);
  EXPECT_TRUE(files.has_value()) << error.line << ": " << error.message;
  return files.value_or(Files());
}

// The error, as an editor finds the line by.
std::string ErrorOf(const std::string& recipe, uint64_t most_bytes = 1 << 20) {
  RecipeError error;
  EXPECT_FALSE(AssembleSet(recipe, &error, most_bytes).has_value());
  return std::to_string(error.line) + ": " + error.message;
}

TEST(SetAssembleTest, ASplitIsWhatItsPartsSay) {
  const Files files = Made(
      "set\n"
      "file \"m-00001-of-00003.gguf\"\n"
      "gguf\n"
      "kv \"general.architecture\" string \"llama\"\n"
      "split\n"
      "tensor \"a\" [3] f32\n"
      "tensor \"b\" [3] f32\n"
      "file \"m-00002-of-00003.gguf\"\n"
      "gguf\n"
      "split\n"
      "tensor \"c\" [3] f32\n"
      "file \"m-00003-of-00003.gguf\"\n"
      "gguf\n"
      "split\n"
      "tensor \"d\" [3] f32\n");
  EXPECT_EQ(files, SetToFiles(SplitOfThree()));
}

TEST(SetAssembleTest, ACheckpointIsWhatItsShardsSay) {
  const Files files = Made(
      "set\n"
      "file \"model.safetensors.index.json\"\n"
      "index\n"
      "file \"model-00001-of-00002.safetensors\"\n"
      "safetensors\n"
      "tensor \"b\" F32 [2]\n"
      "file \"model-00002-of-00002.safetensors\"\n"
      "safetensors\n"
      "tensor \"a\" F32 [1]\n"
      "file \"README.md\"\n"
      "bytes \"# Model\"\n");
  EXPECT_EQ(files[0].bytes,
            "{\n"
            "  \"metadata\": {\n"
            "    \"total_size\": 12\n"
            "  },\n"
            "  \"weight_map\": {\n"
            "    \"a\": \"model-00002-of-00002.safetensors\",\n"
            "    \"b\": \"model-00001-of-00002.safetensors\"\n"
            "  }\n"
            "}\n");
  EXPECT_EQ(files[3], (NamedFile{"README.md", "# Model"}));
  EXPECT_EQ(Disagreement(files), "");
}

TEST(SetAssembleTest, ASplitMayLieBesides) {
  const Files files = Made(
      "set\n"
      "file \"a.gguf\"\n"
      "gguf\n"
      "kv \"split.no\" u32 0\n"
      "split\n"
      "file \"b.gguf\"\n"
      "gguf\n"
      "version 2\n"
      "split\n"
      "tensor \"w\" [1] f32 offset=9\n");
  const SetModel set = SetFromFiles(files);
  const auto& first = std::get<GgufModel>(set.files[0].content);
  const auto& second = std::get<GgufModel>(set.files[1].content);
  EXPECT_EQ(first.pairs.size(), 4u);
  EXPECT_EQ(std::get<GgufNumber>(first.pairs[2].value).bits, 2u);
  EXPECT_EQ(std::get<GgufNumber>(second.pairs[0].value).bits, 1u);
  EXPECT_EQ(std::get<GgufNumber>(second.pairs[2].value).bits, 1u);
  EXPECT_EQ(second.version, 2u);
  EXPECT_EQ(second.tensors[0].offset, 9u);
}

TEST(SetAssembleTest, AnIndexMayLie) {
  const Files files = Made(
      "set\n"
      "file \"m.safetensors\"\n"
      "safetensors\n"
      "tensor \"a\" I8 [1]\n"
      "tensor \"b\" I8 [1]\n"
      "file \"i\"\n"
      "index\n"
      "total_size 7\n"
      "weight \"a\" \"../x\"\n"
      "weight \"b\" absent\n"
      "weight \"c\" x\"00\"\n"
      "file \"j\"\n"
      "index\n"
      "total_size absent\n"
      "file \"k\"\n"
      "index\n"
      "json \"{\" \"}\"\n");
  EXPECT_EQ(files[1].bytes,
            IndexText({7, {{"a", "../x"}, {"c", std::string(1, '\0')}}}));
  EXPECT_EQ(files[2].bytes,
            IndexText({{}, {{"a", "m.safetensors"}, {"b", "m.safetensors"}}}));
  EXPECT_EQ(files[3].bytes, "{}");
}

TEST(SetAssembleTest, ASetMayBeEmptyAndNamesMayBeAnything) {
  EXPECT_EQ(Made("set"), Files());
  EXPECT_EQ(Made("# comment\n\nset # more\n\n"), Files());
  EXPECT_EQ(Made("set\nfile \"\"\nbytes\nfile \"..\"\nbytes\nfile \"\"\nbytes"),
            (Files{{"", ""}, {"..", ""}, {"", ""}}));
}

TEST(SetAssembleTest, ErrorsHaveTheirLines) {
  EXPECT_THAT(ErrorOf(""), HasSubstr("1: the first statement of a set"));
  EXPECT_THAT(ErrorOf("gguf\n"), HasSubstr("1: the first statement of a set"));
  EXPECT_THAT(ErrorOf("set\ngguf\n"),
              HasSubstr("2: expected file and a name in quotes"));
  EXPECT_THAT(ErrorOf("set\nfile a\n"), HasSubstr("2: expected the name of"));
  EXPECT_THAT(ErrorOf("set\nfile \"a\"\n"), HasSubstr("3: a file says what"));
  EXPECT_THAT(ErrorOf("set\nfile \"a\"\nfile \"b\"\n"),
              HasSubstr("3: a file says what"));
  EXPECT_THAT(ErrorOf("set\nfile \"a\"\nset\n"),
              HasSubstr("3: expected gguf, safetensors, index or bytes"));
  EXPECT_THAT(ErrorOf("set\nfile \"a\"\nbytes\nbytes\n"),
              HasSubstr("4: bytes are one statement, and the whole file"));
  EXPECT_THAT(ErrorOf("set\nfile \"a\"\ngguf\nversion x\nfile \"b\"\n"),
              HasSubstr("4: expected a number"));
  EXPECT_THAT(ErrorOf("set\nfile \"a\"\nindex\nweight \"w\"\n"),
              HasSubstr("4: expected the name of a shard"));
  EXPECT_THAT(ErrorOf("set\nfile \"a\"\nindex\njson \"\"\ntotal_size 1\n"),
              HasSubstr("5: json is the whole text"));
  EXPECT_THAT(ErrorOf("set\nrest \"x\"\n"), HasSubstr("2: expected file"));
}

TEST(SetAssembleTest, SplitStandsInASetAlone) {
  RecipeError error;
  EXPECT_FALSE(Assemble("gguf\nsplit\n", &error).has_value());
  EXPECT_EQ(error.line, 2u);
  EXPECT_THAT(error.message, HasSubstr("split stands in a set"));
}

TEST(SetAssembleTest, ASetAsOneFileIsRefusedWithWhatToDo) {
  RecipeError error;
  EXPECT_FALSE(Assemble("\nset\n", &error).has_value());
  EXPECT_EQ(error.line, 2u);
  EXPECT_THAT(error.message, HasSubstr("--output DIR"));
  EXPECT_THAT(error.message, HasSubstr("bundle"));
}

TEST(SetAssembleTest, WhatDescribesASetIsToldByItsFirstWord) {
  EXPECT_TRUE(DescribesSet("# a\n\n set\n"));
  EXPECT_FALSE(DescribesSet("bundle\nset\n"));
  EXPECT_FALSE(DescribesSet("\"set\"\n"));
  EXPECT_FALSE(DescribesSet(""));
}

TEST(SetAssembleTest, FilesTogetherAreNoMoreThanTheyMayBe) {
  const std::string half = "bytes fill 1 50\n";
  const std::string recipe = "set\nfile \"a\"\n" + half + "file \"b\"\n" + half;
  RecipeError error;
  EXPECT_TRUE(AssembleSet(recipe, &error, 100).has_value());
  for (const std::string more :
       {"file \"c\"\nbytes \"x\"\n", "file \"c\"\ngguf\n",
        "file \"c\"\nsafetensors\n", "file \"c\"\nindex\n"}) {
    EXPECT_THAT(ErrorOf(recipe + more, 100),
                HasSubstr(std::string(kTooManyBytes)));
  }
}

TEST(SetAssembleTest, ABundleIsTheFilesAsOne) {
  RecipeError error;
  const auto bundle = Assemble(
      "bundle\nrest x\"ff\"\nfile \"a\"\nbytes \"b\"\nfile \"c\"\nindex\n",
      &error);
  EXPECT_EQ(bundle,
            BundleToBytes({{{"a", "b"}, {"c", IndexText({0, {}})}}, "\xff"}));
  EXPECT_EQ(Assemble("bundle\nrest \"x\"", &error), "x");
  EXPECT_EQ(Assemble("bundle", &error), "");
}

TEST(SetAssembleTest, EveryPrefixOfARecipeMakesAFileOrSaysItsLine) {
  std::string recipe = Disassemble(AsBytes(SetToBytes(SampleSets().back())));
  recipe += "total_size 5\nweight \"a\" absent\nweight \"b\" \"c\"\n";
  const size_t step = 1 + recipe.size() / 300;
  for (size_t size = 0; size <= recipe.size(); size += step) {
    const std::string prefix = recipe.substr(0, size);
    ASSERT_EQ(BrokenAssemblyProperty(prefix, 4096), "") << prefix;
  }
}

}  // namespace
}  // namespace loadgate::craft
