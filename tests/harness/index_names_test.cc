#include "harness/index_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/harness/in_process_judge.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing_support::InProcessOptions;
using testing_support::TempDir;

IndexNames Read(const TempDir& dir, const std::string& text) {
  PlannedInput step;
  step.kind = PlannedInput::Kind::kSets;
  step.path = dir.WriteFile("m.safetensors.index.json", text);
  step.only = "m.safetensors.index.json";
  step.is_named = true;
  return ReadIndexNames(SetFolder(step), step.only, InProcessOptions());
}

TEST(IndexNamesTest, NamesComeInTheOrderOfTheIndexOnceEach) {
  const TempDir dir;
  const IndexNames names =
      Read(dir, R"({"weight_map":{"a":"2.safetensors","b":"1.safetensors",)"
                R"("c":"./2.safetensors"}})");
  EXPECT_THAT(names.shards, ElementsAre("2.safetensors", "1.safetensors"));
  EXPECT_EQ(names.report.verdict, Verdict::kAccept);
}

TEST(IndexNamesTest, AnIndexWithAnErrorNamesNothing) {
  const TempDir dir;
  const IndexNames names =
      Read(dir, R"({"weight_map":{"a":"2.safetensors","b":"/etc/passwd"}})");
  EXPECT_THAT(names.shards, IsEmpty());
  EXPECT_EQ(names.report.verdict, Verdict::kReject);
}

TEST(IndexNamesTest, AnIndexThatIsNotThereIsUndecided) {
  PlannedInput step;
  const TempDir dir;
  step.path = dir.PathOf("m.safetensors.index.json");
  step.only = "m.safetensors.index.json";
  step.is_named = true;
  const IndexNames names =
      ReadIndexNames(SetFolder(step), step.only, InProcessOptions());
  EXPECT_THAT(names.shards, IsEmpty());
  EXPECT_EQ(names.report.verdict, Verdict::kUndecided);
}

TEST(IndexNamesTest, NamesThatNoHonestWorkerSaysAreFound) {
  EXPECT_FALSE(FindBadNames({"a.safetensors", "b.safetensors"}).has_value());
  EXPECT_TRUE(FindBadNames({}).has_value());
  EXPECT_TRUE(FindBadNames({"a.safetensors", "a.safetensors"}).has_value());
  for (const char* name : {"", ".", "..", "/a.safetensors", "a/b.safetensors",
                           "a.bin", "%2e%2e%2fb.safetensors"}) {
    EXPECT_TRUE(FindBadNames({name}).has_value()) << name;
  }
}

}  // namespace
}  // namespace loadgate
