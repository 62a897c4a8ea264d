// What a model is that lies in several files, and what is none: the rows of
// docs/formats/sets.md, where they meet a file system.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/gguf_recipe.h"
#include "tests/support/model_dir.h"

namespace loadgate {
namespace {

using absl::StatusCode;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::SizeIs;
using testing_support::kIndex;
using testing_support::kShard1;
using testing_support::kShard2;
using testing_support::kSplit1;
using testing_support::kSplit2;
using testing_support::ModelDir;
using testing_support::OpenedModel;
using testing_support::OpenModel;
using testing_support::OpenSplitModel;
using testing_support::WriteCheckpoint;
using testing_support::WriteSplit;

constexpr char kWhole[] = "model.safetensors";

std::string Line(const std::string& file, const std::string& code) {
  return file + " " + code;
}

class OpenModelTest : public ::testing::Test {
 protected:
  // The model is opened, with the tensors a, b and c in `shards` files.
  static void ExpectWhole(const OpenedModel& opened, size_t shards = 2) {
    ASSERT_TRUE(opened.model.has_value()) << opened.status;
    ASSERT_EQ(opened.model->tensor_count(), 3U);
    EXPECT_EQ(opened.model->tensor(0).name, "a");
    EXPECT_EQ(opened.model->tensor(2).name, "c");
    EXPECT_EQ(opened.model->shards().size(), shards);
  }

  // The model is not opened, and `line` is all that weighs against it.
  void ExpectRefused(const std::string& path, const std::string& line) {
    const OpenedModel opened = OpenModel(path);
    EXPECT_EQ(opened.status.code(), StatusCode::kFailedPrecondition)
        << opened.status;
    EXPECT_THAT(opened.findings, ElementsAre(line));
  }

  // The model is opened with `line` as a warning.
  static void ExpectWarned(const std::string& path, const std::string& line) {
    const OpenedModel opened = OpenModel(path);
    ExpectWhole(opened);
    EXPECT_THAT(opened.findings, ElementsAre(line));
  }

  ModelDir dir_;
};

TEST_F(OpenModelTest, ACheckpointIsOpenedByItsDirectoryOrIndex) {
  WriteCheckpoint(dir_);
  for (const std::string& path :
       {dir_.path(), dir_.path() + "/", dir_.PathOf(kIndex)}) {
    const OpenedModel opened = OpenModel(path);
    ExpectWhole(opened);
    EXPECT_THAT(opened.findings, IsEmpty());
  }
}

TEST_F(OpenModelTest, ASplitIsOpenedByItsDirectoryOrFirstShard) {
  WriteSplit(dir_);
  ExpectWhole(OpenModel(dir_.path()));
  ExpectWhole(OpenModel(dir_.PathOf(kSplit1)));
}

TEST_F(OpenModelTest, ALaterShardNamesTheFirst) {
  WriteSplit(dir_);
  const OpenedModel opened = OpenModel(dir_.PathOf(kSplit2));
  EXPECT_EQ(opened.status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(opened.status.message()), HasSubstr(kSplit1));
}

TEST_F(OpenModelTest, ASingleFileIsASetOfOne) {
  dir_.Shard(kWhole, {"b", "c", "a"});
  ExpectWhole(OpenModel(dir_.PathOf(kWhole)), 1);
  ExpectWhole(OpenModel(dir_.path()), 1);
  dir_.Remove(kWhole);
  dir_.Split(0, 1, 3, {"c", "a", "b"}, "x.gguf");
  ExpectWhole(OpenModel(dir_.PathOf("x.gguf")), 1);
  ExpectWhole(OpenModel(dir_.path()), 1);
}

TEST_F(OpenModelTest, AnIndexComesBeforeTheWholeFile) {
  WriteCheckpoint(dir_);
  dir_.Shard(kWhole, {"z"});
  dir_.Index({{"z", kWhole}}, "other.safetensors.index.json");
  ExpectWarned(dir_.path(), Line(kIndex, "set-whole-file-beside"));
  dir_.Remove(kIndex);
  dir_.Remove("other.safetensors.index.json");
  const OpenedModel opened = OpenModel(dir_.path());
  ASSERT_TRUE(opened.model.has_value()) << opened.status;
  EXPECT_EQ(opened.model->tensor(0).name, "z");
}

TEST_F(OpenModelTest, SeveralModelsOrNoneAreTheCallersToChoose) {
  EXPECT_EQ(OpenModel(dir_.path()).status.code(), StatusCode::kNotFound);
  dir_.WriteFile("README.md", "text");
  EXPECT_EQ(OpenModel(dir_.path()).status.code(), StatusCode::kNotFound);
  WriteSplit(dir_);
  dir_.Split(0, 1, 1, {"z"}, "mmproj.gguf");
  const OpenedModel opened = OpenModel(dir_.path());
  EXPECT_EQ(opened.status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(opened.status.message()), HasSubstr("mmproj.gguf"));
  ExpectWhole(OpenModel(dir_.PathOf(kSplit1)));
}

TEST_F(OpenModelTest, AMissingShardIsAnError) {
  WriteCheckpoint(dir_);
  dir_.Remove(kShard2);
  ExpectRefused(dir_.path(), Line(kIndex, "set-shard-missing"));
  dir_.Remove(kIndex);
  dir_.Remove(kShard1);
  WriteSplit(dir_);
  dir_.Remove(kSplit2);
  ExpectRefused(dir_.path(), Line(kSplit1, "set-shard-missing"));
  ExpectRefused(dir_.PathOf(kSplit1), Line(kSplit1, "set-shard-missing"));
}

TEST_F(OpenModelTest, AShardInAnotherCaseIsAnError) {
  WriteCheckpoint(dir_);
  dir_.Rename(kShard2, "Model-00002-of-00002.safetensors");
  ExpectRefused(dir_.path(), Line(kIndex, "set-shard-case"));
}

TEST_F(OpenModelTest, AStrayShardIsAWarning) {
  WriteCheckpoint(dir_);
  dir_.Shard("model-00003-of-00003.safetensors", {"z"});
  ExpectWarned(dir_.path(), Line(kIndex, "set-shard-stray"));
  ModelDir split;
  WriteSplit(split);
  split.Split(2, 3, 1, {"z"});
  ExpectWarned(split.PathOf(kSplit1), Line(kSplit1, "set-shard-stray"));
  ExpectWarned(split.path(), Line(kSplit1, "set-shard-stray"));
}

TEST_F(OpenModelTest, NumberedShardsWithoutAnIndexAreAWarning) {
  WriteCheckpoint(dir_);
  dir_.Remove(kIndex);
  ExpectWarned(dir_.path(), Line(kShard1, "set-index-missing"));
  dir_.Remove(kShard1);
  EXPECT_THAT(OpenModel(dir_.path()).findings,
              IsSupersetOf({Line(kShard1, "set-shard-missing")}));
}

TEST_F(OpenModelTest, AnIndexMayNameItsShardsWithADotSlash) {
  WriteCheckpoint(dir_);
  dir_.Index(
      {{"a", "./" + std::string(kShard1)}, {"b", kShard2}, {"c", kShard2}});
  ExpectWarned(dir_.path(), Line(kIndex, "index-shard-dot-slash"));
}

TEST_F(OpenModelTest, AWrongTotalSizeIsAWarning) {
  WriteCheckpoint(dir_);
  const std::string pairs = R"({"a":"model-00001-of-00002.safetensors",)"
                            R"("b":"model-00002-of-00002.safetensors",)"
                            R"("c":"model-00002-of-00002.safetensors"})";
  for (const char* total : {"12", "13"}) {
    dir_.WriteFile(kIndex, R"({"metadata":{"total_size":)" +
                               std::string(total) + R"(},"weight_map":)" +
                               pairs + "}");
    const OpenedModel opened = OpenModel(dir_.path());
    ExpectWhole(opened);
    EXPECT_EQ(opened.findings.empty(), std::string(total) == "12");
  }
}

TEST_F(OpenModelTest, ATensorIsWhereTheIndexSays) {
  WriteCheckpoint(dir_);
  dir_.Shard(kShard1, {"other"});
  const OpenedModel opened = OpenModel(dir_.path());
  EXPECT_EQ(opened.status.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(opened.findings,
              ElementsAre(Line(kIndex, "set-tensor-missing"),
                          Line(kIndex, "set-tensor-unlisted")));
}

TEST_F(OpenModelTest, ATensorThatTheIndexHasNotIsAWarning) {
  WriteCheckpoint(dir_);
  dir_.Shard(kShard1, {"a", "more"});
  const OpenedModel opened = OpenModel(dir_.path());
  ASSERT_TRUE(opened.model.has_value()) << opened.status;
  EXPECT_TRUE(opened.model->FindTensor("more").has_value());
  EXPECT_THAT(opened.findings,
              ElementsAre(Line(kIndex, "set-tensor-unlisted")));
}

TEST_F(OpenModelTest, ATensorInTwoShardsIsAnError) {
  WriteCheckpoint(dir_);
  dir_.Shard(kShard1, {"a", "b"});
  ExpectRefused(dir_.path(), Line(kIndex, "set-tensor-twice"));
  ModelDir split;
  split.Split(0, 2, 3, {"a"});
  split.Split(1, 2, 3, {"b", "a"});
  ExpectRefused(split.path(), Line(kSplit1, "set-tensor-twice"));
}

TEST_F(OpenModelTest, ShardsOfASplitAgree) {
  WriteSplit(dir_);
  dir_.Split(1, 2, 4, {"b", "c"});
  ExpectRefused(dir_.path(), Line(kSplit1, "split-tensor-total"));
  dir_.Split(0, 2, 3, {"b", "c"}, kSplit2);
  ExpectRefused(dir_.path(), Line(kSplit1, "split-number"));
  dir_.Split(1, 3, 3, {"b", "c"}, kSplit2);
  ExpectRefused(dir_.path(), Line(kSplit1, "split-count"));
}

TEST_F(OpenModelTest, ShardsOfASplitHaveTheSplitKeys) {
  testing_support::GgufRecipe plain;
  plain.pairs = {
      {"general.architecture", testing_support::Item(std::string("llama"))}};
  for (const char* name : {kSplit1, kSplit2}) {
    dir_.WriteFile(name, testing_support::Build(plain).bytes());
  }
  const OpenedModel opened = OpenModel(dir_.PathOf(kSplit1));
  EXPECT_EQ(opened.status.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(opened.findings, Contains(Line(kSplit1, "split-key-missing")));
  EXPECT_THAT(opened.findings, SizeIs(6));
  for (const char* name : {"epoch-3-of-10.gguf", "m-00001-of-00001.gguf"}) {
    dir_.WriteFile(name, testing_support::Build(plain).bytes());
    EXPECT_TRUE(OpenModel(dir_.PathOf(name)).status.ok()) << name;
  }
}

TEST_F(OpenModelTest, AShardUnderAnotherNameIsNoWholeModel) {
  dir_.Split(0, 2, 3, {"a"}, "whole.gguf");
  ExpectRefused(dir_.PathOf("whole.gguf"), Line("whole.gguf", "split-name"));
  dir_.Rename("whole.gguf", "0123456789abcdef");
  const OpenedModel opened = OpenModel(dir_.PathOf("0123456789abcdef"));
  EXPECT_EQ(opened.status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(opened.status.message()), HasSubstr("1 of 2"));
}

TEST_F(OpenModelTest, ABadShardOrIndexIsNamed) {
  WriteCheckpoint(dir_);
  dir_.WriteFile(kShard2, "");
  ExpectRefused(dir_.path(), Line(kShard2, "file-empty"));
  dir_.Split(0, 1, 1, {"b"}, kShard2);
  ExpectRefused(dir_.path(), Line(kShard2, "format-extension-mismatch"));
  dir_.Index({{"a", "../a.safetensors"}});
  ExpectRefused(dir_.path(), Line(kIndex, "index-shard-directory"));
  dir_.Index({{"a", "pytorch_model.bin"}});
  ExpectRefused(dir_.path(), Line(kIndex, "index-shard-pickle"));
  dir_.WriteFile(kIndex, "{");
  ExpectRefused(dir_.path(), Line(kIndex, "index-json-syntax"));
}

TEST_F(OpenModelTest, WhatIsNotThereIsNotReadable) {
  ExpectRefused(dir_.PathOf("none.gguf"),
                Line("none.gguf", "input-not-readable"));
  ExpectRefused(dir_.PathOf(kIndex), Line(kIndex, "input-not-readable"));
  const OpenedModel opened =
      OpenModel(dir_.PathOf("none/" + std::string(kSplit1)));
  EXPECT_EQ(opened.status.code(), StatusCode::kFailedPrecondition);
}

TEST_F(OpenModelTest, AListOfShardsIsOpenedWhateverTheyAreCalled) {
  WriteSplit(dir_);
  dir_.Rename(kSplit1, "first");
  dir_.WriteFile("far/away.gguf", "");
  dir_.Remove("far/away.gguf");
  dir_.Rename(kSplit2, "far/away.gguf");
  const std::string first = dir_.PathOf("first");
  const std::string second = dir_.PathOf("far/away.gguf");
  ExpectWhole(OpenSplitModel(std::vector{first, second}));
  for (const auto& paths :
       {std::vector{second, first}, std::vector{first}, std::vector{second},
        std::vector{first, first}, std::vector<std::string>{}}) {
    EXPECT_EQ(OpenSplitModel(paths).status.code(),
              StatusCode::kInvalidArgument);
  }
  dir_.Split(1, 2, 3, {"a", "b"}, "far/away.gguf");
  EXPECT_THAT(OpenSplitModel(std::vector{first, second}).findings,
              ElementsAre(Line("first", "set-tensor-twice")));
  dir_.Remove("far/away.gguf");
  EXPECT_THAT(OpenSplitModel(std::vector{first, second}).findings,
              ElementsAre(Line("away.gguf", "input-not-readable")));
}

TEST_F(OpenModelTest, AListOfOneIsAWholeFile) {
  dir_.Split(0, 1, 3, {"a", "b", "c"}, "x");
  ExpectWhole(OpenSplitModel(std::vector{dir_.PathOf("x")}), 1);
  dir_.Shard("x", {"a"});
  EXPECT_EQ(OpenSplitModel(std::vector{dir_.PathOf("x")}).status.code(),
            StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace loadgate
