// What `loadgate check` makes of files that are a model together.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/harness/check_fixture.h"
#include "tests/parser/judge_set.h"
#include "tests/parser/set_cases.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing_support::GgufRecipe;
using testing_support::Lines;
using testing_support::ProgramResult;
using testing_support::Shard;
using testing_support::ShardFile;

constexpr char kIndex[] = R"({"metadata":{"total_size":8},"weight_map":{)"
                          R"("a":"m-00001-of-00002.safetensors",)"
                          R"("b":"m-00002-of-00002.safetensors"}})";

class CheckSetTest : public testing_support::CheckFixture {
 protected:
  void WriteShard(const std::string& path, const GgufRecipe& recipe) {
    dir_.WriteFile(path, Build(recipe).bytes());
  }

  // d/m-00001-of-00003.gguf and those that follow.
  void WriteSplit(const std::string& stem = "d/m") {
    WriteShard(stem + "-00001-of-00003.gguf", Shard(0, 3, 3, {"a"}));
    WriteShard(stem + "-00002-of-00003.gguf", Shard(1, 3, 3, {"b"}));
    WriteShard(stem + "-00003-of-00003.gguf", Shard(2, 3, 3, {"c"}));
  }

  void WriteSafetensors(const std::string& path,
                        const std::vector<std::string>& tensors) {
    dir_.WriteFile(path, ShardFile({path, tensors}).bytes());
  }

  void WriteCheckpoint(const std::string& folder = "d",
                       const std::string& index = kIndex) {
    WriteSafetensors(folder + "/m-00001-of-00002.safetensors", {"a"});
    WriteSafetensors(folder + "/m-00002-of-00002.safetensors", {"b"});
    dir_.WriteFile(folder + "/m.safetensors.index.json", index);
  }

  // d/m.safetensors.index.json, and `count` shards with a tensor each.
  void WriteCheckpointOf(int count) {
    std::string map;
    for (int i = 1; i <= count; ++i) {
      const std::string tensor = "t" + std::to_string(i);
      const std::string name = std::to_string(i) + ".safetensors";
      map += (i > 1 ? ",\"" : "\"") + tensor + "\":\"" + name + "\"";
      WriteSafetensors("d/" + name, {tensor});
    }
    dir_.WriteFile("d/m.safetensors.index.json",
                   R"({"weight_map":{)" + map + "}}");
  }

  std::string Json(const std::vector<std::string>& paths) const {
    std::vector<std::string> arguments = {"--format", "json"};
    arguments.insert(arguments.end(), paths.begin(), paths.end());
    return Check(arguments).output;
  }
};

TEST_F(CheckSetTest, ASplitIsOneInput) {
  WriteSplit();
  const ProgramResult result = Check({"--format", "json", "d"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr(R"("path":"d/m-00001-of-00003.gguf")"));
  EXPECT_THAT(result.output, HasSubstr(R"("format":"gguf-split")"));
  EXPECT_THAT(result.output, HasSubstr(R"("accept":1)"));
  EXPECT_THAT(result.output, HasSubstr(R"("name":"m-00003-of-00003.gguf")"));
  EXPECT_THAT(result.output, HasSubstr(R"("findings":[])"));
}

TEST_F(CheckSetTest, AnIndexIsOneInputWithItsShards) {
  WriteCheckpoint();
  const ProgramResult result = Check({"--format", "json", "d"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output,
              HasSubstr(R"("path":"d/m.safetensors.index.json")"));
  EXPECT_THAT(result.output, HasSubstr(R"("format":"safetensors-index")"));
  EXPECT_THAT(result.output, HasSubstr(R"("accept":1)"));
  EXPECT_THAT(result.output, HasSubstr(R"("findings":[])"));
  EXPECT_THAT(result.output, HasSubstr(R"("tensors":2)"));
}

TEST_F(CheckSetTest, ASetIsJudgedByTheFileThatStandsForIt) {
  WriteCheckpoint();
  WriteSplit();
  const std::string index = Json({"d/m.safetensors.index.json"});
  EXPECT_THAT(index, HasSubstr(R"("accept":1)"));
  EXPECT_THAT(index, HasSubstr(R"("safetensors-index")"));
  EXPECT_THAT(index, Not(HasSubstr("gguf")));
  const std::string split = Json({"d/m-00001-of-00003.gguf"});
  EXPECT_THAT(split, HasSubstr(R"("gguf-split")"));
  EXPECT_THAT(split, Not(HasSubstr("safetensors")));
}

TEST_F(CheckSetTest, AnyShardByItselfIsAFileWithANote) {
  WriteSplit();
  const ProgramResult later = Check({"d/m-00002-of-00003.gguf"});
  EXPECT_EQ(later.exit_code, 0);
  EXPECT_THAT(later.output, HasSubstr("split-part"));
  WriteShard("e/m-00001-of-00003.gguf", Shard(0, 3, 3, {"a"}));
  const ProgramResult first = Check({"e/m-00001-of-00003.gguf"});
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_THAT(first.output, HasSubstr("split-part"));
  // In a directory, which is a model as a whole, the others are missing.
  const ProgramResult all = Check({"e"});
  EXPECT_EQ(all.exit_code, 1);
  EXPECT_THAT(all.output, HasSubstr("set-shard-missing"));
}

TEST_F(CheckSetTest, AShardOnStandardInputIsAFileWithANote) {
  WriteSplit();
  const ProgramResult result =
      Check({"-"}, {.input_file = dir_.PathOf("d/m-00002-of-00003.gguf")});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("split-part"));
}

TEST_F(CheckSetTest, WhatIsWrongWithAShardRejectsItsSetAndNoOther) {
  WriteSplit("d/bad");
  WriteSplit("d/good");
  WriteCheckpoint();
  dir_.WriteFile("d/bad-00002-of-00003.gguf", testing_support::BadBytes());
  const ProgramResult result = Check({"--format", "json", "d"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr(R"("accept":2,"reject":1)"));
  EXPECT_THAT(result.output,
              HasSubstr(R"("where":"shard 'bad-00002-of-00003.gguf')"));
}

TEST_F(CheckSetTest, FilesBesideASetAreInputsOfTheirOwn) {
  WriteCheckpoint();
  dir_.WriteFile("d/other.gguf", testing_support::GoodBytes());
  WriteSafetensors("d/adapter.safetensors", {"x"});
  dir_.WriteFile("d/bad.safetensors", "no model");
  const ProgramResult result = Check({"--format", "json", "d"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr(R"("accept":3,"reject":1)"));
}

TEST_F(CheckSetTest, AStrayShardIsAWarningAndAnInput) {
  WriteSplit();
  WriteShard("d/m-00004-of-00004.gguf", Shard(3, 4, 4, {"x"}));
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("set-shard-stray"));
  EXPECT_THAT(result.output, HasSubstr("d/m-00004-of-00004.gguf"));
}

TEST_F(CheckSetTest, AnIndexThatIsWrongLeavesItsShardsToBeJudged) {
  WriteCheckpoint("d", R"({"weight_map":{"a":"../m.safetensors"}})");
  const ProgramResult result = Check({"--format", "json", "d"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr("index-shard-directory"));
  EXPECT_THAT(result.output, HasSubstr(R"("accept":1,"reject":1)"));
  EXPECT_THAT(result.output,
              HasSubstr(R"("path":"d/m-00001-of-00002.safetensors")"));
}

TEST_F(CheckSetTest, AnotherFileUnderTheNameOfAnIndexIsNamed) {
  WriteCheckpoint("d",
                  "version https://git-lfs.github.com/spec/v1\n"
                  "oid sha256:" +
                      std::string(64, 'a') + "\nsize 12345\n");
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr("file-lfs-pointer"));
}

// An index that names more than is there, or in another way, is told apart.
TEST_F(CheckSetTest, AMissingAndAMisnamedShardAreErrorsOfTheSet) {
  WriteCheckpoint();
  ::unlink(dir_.PathOf("d/m-00002-of-00002.safetensors").c_str());
  EXPECT_THAT(Check({"d"}).output, HasSubstr("set-shard-missing"));
  WriteSafetensors("d/M-00002-of-00002.safetensors", {"b"});
  const ProgramResult result = Check({"d/m.safetensors.index.json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr("set-shard-case"));
}

TEST_F(CheckSetTest, AShardThatIsALinkOutOfTheDirectoryIsNotOpened) {
  WriteCheckpoint();
  WriteSafetensors("elsewhere/b", {"b"});
  const std::string shard = dir_.PathOf("d/m-00002-of-00002.safetensors");
  ::unlink(shard.c_str());
  ASSERT_EQ(::symlink("../elsewhere/b", shard.c_str()), 0);
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr("link-leaves-directory"));
  ::unlink(shard.c_str());
  ASSERT_EQ(::symlink("nowhere", shard.c_str()), 0);
  const ProgramResult dangling = Check({"d"});
  EXPECT_EQ(dangling.exit_code, 2);
  EXPECT_THAT(dangling.output, HasSubstr("link-broken"));
}

TEST_F(CheckSetTest, ASnapshotOfAHubCacheIsFollowedToItsBlobs) {
  WriteCheckpoint("c/flat");
  const std::string hash(64, 'b');
  const auto blob = [&](char digit) {
    return "c/blobs/" + std::string(64, digit);
  };
  WriteSafetensors(blob('1'), {"a"});
  WriteSafetensors(blob('2'), {"b"});
  dir_.WriteFile(blob('3'), kIndex);
  dir_.WriteFile("c/snapshots/rev/README.md", "x");
  const auto link = [&](const std::string& name, char digit) {
    const std::string target = "../../blobs/" + std::string(64, digit);
    EXPECT_EQ(::symlink(target.c_str(),
                        dir_.PathOf("c/snapshots/rev/" + name).c_str()),
              0);
  };
  link("m-00001-of-00002.safetensors", '1');
  link("m-00002-of-00002.safetensors", '2');
  link("m.safetensors.index.json", '3');
  for (const char* path :
       {"c/snapshots/rev", "c/snapshots/rev/m.safetensors.index.json"}) {
    const std::string output = Json({path});
    EXPECT_THAT(output, HasSubstr(R"("accept":1,"reject":0,"undecided":0)"))
        << path << output;
  }
}

TEST_F(CheckSetTest, TheReportIsTheSameWithSeveralJobs) {
  for (const char* folder : {"t/a", "t/b", "t/c"}) {
    WriteCheckpoint(folder);
    WriteSplit(std::string(folder) + "/m");
  }
  EXPECT_EQ(Json({"-r", "t"}), Json({"-r", "--jobs", "4", "t"}));
}

TEST_F(CheckSetTest, MoreShardsThanAWorkerIsGivenLeaveTheSetUndecided) {
  WriteCheckpointOf(248);
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.output, HasSubstr("limit-shards"));
}

TEST_F(CheckSetTest, AsManyShardsAsAWorkerIsGivenAreJudged) {
  WriteCheckpointOf(247);
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(Check({"--limit", "shards=246", "d"}).exit_code, 2);
}

TEST_F(CheckSetTest, PicklesBesideASetAreToldOfWithIt) {
  WriteCheckpoint();
  dir_.WriteFile("d/pytorch_model.bin", "x");
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, HasSubstr("pickle-beside-model"));
}

TEST_F(CheckSetTest, InspectShowsASetAsOneModelWithTheFileOfEachTensor) {
  WriteCheckpoint();
  for (const char* path : {"d", "d/m.safetensors.index.json"}) {
    const ProgramResult result = testing_support::RunLoadgate(
        {"inspect", "--format", "json", path}, {.directory = dir_.path()});
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_THAT(result.output,
                HasSubstr(R"("path":"d/m.safetensors.index.json")"));
    EXPECT_THAT(result.output, HasSubstr(R"("verdict":"accept")"));
    EXPECT_THAT(
        result.output,
        HasSubstr(R"("file":"m-00002-of-00002.safetensors","name":"b")"));
  }
  const ProgramResult text = testing_support::RunLoadgate(
      {"inspect", "d"}, {.directory = dir_.path()});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.output, HasSubstr("m-00001-of-00002.safetensors"));
}

TEST_F(CheckSetTest, InspectNamesTheModelsOfADirectoryWithSeveral) {
  WriteSplit("d/a");
  WriteSplit("d/b");
  const ProgramResult result = testing_support::RunLoadgate(
      {"inspect", "d"}, {.directory = dir_.path()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr("holds 2 models: name one of"));
  EXPECT_THAT(result.errors, HasSubstr("d/a-00001-of-00003.gguf"));
  const ProgramResult one = testing_support::RunLoadgate(
      {"inspect", "d/b-00001-of-00003.gguf"}, {.directory = dir_.path()});
  EXPECT_EQ(one.exit_code, 0) << one.output;
  EXPECT_THAT(one.output, HasSubstr("b-00003-of-00003.gguf"));
  EXPECT_THAT(one.output, Not(HasSubstr("a-00001")));
}

TEST_F(CheckSetTest, InspectOfARejectedSetSaysWhy) {
  WriteCheckpoint("d", R"({"weight_map":{"a":"../m.safetensors"}})");
  WriteShard("e/m-00001-of-00003.gguf", Shard(0, 3, 3, {"a"}));
  for (const char* path : {"d", "e"}) {
    const ProgramResult result = testing_support::RunLoadgate(
        {"inspect", path}, {.directory = dir_.path()});
    EXPECT_EQ(result.exit_code, 1) << result.output << result.errors;
  }
}

TEST_F(CheckSetTest, AnIndexThatIsNotThereIsAnInputAllTheSame) {
  WriteCheckpoint();
  WriteSplit();
  const std::string gone = "d/gone.safetensors.index.json";
  const ProgramResult result = Check({"d/m.safetensors.index.json", gone});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.output, HasSubstr(gone));
  EXPECT_THAT(result.output, HasSubstr("input-not-readable"));
  const ProgramResult inspected = testing_support::RunLoadgate(
      {"inspect", gone}, {.directory = dir_.path()});
  EXPECT_EQ(inspected.exit_code, 2);
}

TEST_F(CheckSetTest, TheFirstFileOfASplitMeansItsSetWhateverLiesBeside) {
  WriteSplit();
  WriteShard("d/m-00001-of-00002.gguf", Shard(0, 2, 2, {"a"}));
  ::unlink(dir_.PathOf("d/m-00003-of-00003.gguf").c_str());
  WriteShard("d/m-00002-of-00002.gguf", Shard(1, 2, 2, {"b"}));
  const ProgramResult result = Check({"d/m-00001-of-00003.gguf"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("set-shard-missing"));
}

TEST_F(CheckSetTest, ASetInCapitalLettersIsASet) {
  WriteSafetensors("d/m-00001-of-00003.SAFETENSORS", {"a"});
  WriteSafetensors("d/m-00003-of-00003.SAFETENSORS", {"c"});
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("set-shard-missing"));
}

TEST_F(CheckSetTest, FindingsOfFilesThatCannotBeOpenedAreCapped) {
  std::string map;
  for (int i = 1; i <= 30; ++i) {
    const std::string name = std::to_string(i) + ".safetensors";
    map += (i > 1 ? ",\"t" : "\"t") + std::to_string(i) + "\":\"" + name + "\"";
    dir_.WriteFile("d/keep", "x");
    ASSERT_EQ(::symlink("nowhere", dir_.PathOf("d/" + name).c_str()), 0);
  }
  dir_.WriteFile("d/m.safetensors.index.json",
                 R"({"weight_map":{)" + map + "}}");
  const ProgramResult result = Check({"--format", "json", "--max-findings", "5",
                                      "d/m.safetensors.index.json"});
  EXPECT_EQ(result.exit_code, 2);
  size_t found = 0;
  for (size_t at = result.output.find("link-broken"); at != std::string::npos;
       at = result.output.find("link-broken", at + 1)) {
    ++found;
  }
  EXPECT_EQ(found, 5u) << result.output;
}

}  // namespace
}  // namespace loadgate
