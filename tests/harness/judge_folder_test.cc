#include "harness/judge_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/harness/in_process_judge.h"
#include "tests/parser/judge_set.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using ::testing::ElementsAre;
using testing_support::InProcessOptions;
using testing_support::Shard;
using testing_support::ShardFile;
using testing_support::TempDir;

class JudgeFolderTest : public testing::Test {
 protected:
  JudgeFolderTest() {
    for (uint16_t i = 0; i < 2; ++i) {
      const std::string name = "m-0000" + std::to_string(i + 1) + "-of-00002";
      dir_.WriteFile(name + ".gguf",
                     Build(Shard(i, 2, 2, {std::to_string(i)})).bytes());
    }
    WriteShard("a.safetensors");
    WriteShard("b.safetensors");
    dir_.WriteFile("z.safetensors.index.json",
                   R"({"weight_map":{"b.safetensors":"b.safetensors"}})");
  }

  void WriteShard(const std::string& name) {
    dir_.WriteFile(name, ShardFile({name, {name}}).bytes());
  }

  // Each report: its file's name and its format.
  std::vector<std::string> Judged(const std::string& named = "") const {
    const std::string path = named.empty() ? dir_.path() : dir_.PathOf(named);
    std::vector<std::string> told;
    for (const PlannedInput& step : PlanInputs(std::span(&path, 1), false)) {
      if (step.kind != PlannedInput::Kind::kSets) continue;
      for (const InputReport& report : JudgeFolder(step, InProcessOptions())) {
        told.push_back(report.path.substr(report.path.rfind('/') + 1) + " " +
                       report.format);
        EXPECT_EQ(report.verdict, Verdict::kAccept) << report.path;
      }
    }
    return told;
  }

  TempDir dir_;
};

TEST_F(JudgeFolderTest, EverySetAndEveryOtherFileIsReportedOnceByItsName) {
  EXPECT_THAT(Judged(),
              ElementsAre("a.safetensors safetensors",
                          "m-00001-of-00002.gguf gguf-split",
                          "z.safetensors.index.json safetensors-index"));
}

TEST_F(JudgeFolderTest, TheSetThatTheUserNamedIsReportedAlone) {
  EXPECT_THAT(Judged("m-00001-of-00002.gguf"),
              ElementsAre("m-00001-of-00002.gguf gguf-split"));
  EXPECT_THAT(Judged("z.safetensors.index.json"),
              ElementsAre("z.safetensors.index.json safetensors-index"));
}

TEST_F(JudgeFolderTest, AShardMayBeOfTwoSets) {
  dir_.WriteFile("y.safetensors.index.json",
                 R"({"weight_map":{"b.safetensors":"b.safetensors"}})");
  EXPECT_THAT(Judged(),
              ElementsAre("a.safetensors safetensors",
                          "m-00001-of-00002.gguf gguf-split",
                          "y.safetensors.index.json safetensors-index",
                          "z.safetensors.index.json safetensors-index"));
}

}  // namespace
}  // namespace loadgate
