// Models whose files are links: which are followed, and which are not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "tests/support/model_dir.h"

namespace loadgate {
namespace {

using absl::StatusCode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing_support::kIndex;
using testing_support::kShard1;
using testing_support::kShard2;
using testing_support::kSplit1;
using testing_support::kSplit2;
using testing_support::ModelDir;
using testing_support::OpenedModel;
using testing_support::OpenModel;
using testing_support::WriteCheckpoint;
using testing_support::WriteSplit;

std::string Line(const std::string& file, const std::string& code) {
  return file + " " + code;
}

void ExpectRefused(const std::string& path, const std::string& line) {
  const OpenedModel opened = OpenModel(path);
  EXPECT_EQ(opened.status.code(), StatusCode::kFailedPrecondition)
      << opened.status;
  EXPECT_THAT(opened.findings, ElementsAre(line));
}

void ExpectOpened(const std::string& path) {
  const OpenedModel opened = OpenModel(path);
  EXPECT_TRUE(opened.model.has_value()) << opened.status;
  EXPECT_THAT(opened.findings, IsEmpty());
}

TEST(ModelLinksTest, AShardMayBeALinkWithinTheDirectory) {
  ModelDir dir;
  WriteCheckpoint(dir);
  dir.WriteFile("store/x", "");
  dir.Rename(kShard2, "store/x");
  dir.Link("store/x", kShard2);
  ExpectOpened(dir.path());
}

TEST(ModelLinksTest, AShardThatLinksOutOfTheDirectoryIsAnError) {
  ModelDir dir;
  ModelDir other;
  WriteCheckpoint(dir);
  other.Shard(kShard2, {"b", "c"});
  dir.Remove(kShard2);
  dir.Link(other.PathOf(kShard2), kShard2);
  ExpectRefused(dir.path(), Line(kShard2, "link-leaves-directory"));
  ExpectRefused(dir.PathOf(kIndex), Line(kShard2, "link-leaves-directory"));
}

TEST(ModelLinksTest, ADanglingLinkLeavesTheModelUndecided) {
  ModelDir dir;
  WriteSplit(dir);
  dir.Remove(kSplit2);
  dir.Link("nowhere", kSplit2);
  ExpectRefused(dir.path(), Line(kSplit2, "link-broken"));
}

TEST(ModelLinksTest, AShardThatIsNoPlainFileLeavesTheModelUndecided) {
  ModelDir dir;
  WriteSplit(dir);
  dir.Remove(kSplit2);
  ASSERT_EQ(::mkfifo(dir.PathOf(kSplit2).c_str(), 0600), 0);
  ExpectRefused(dir.path(), Line(kSplit2, "input-not-a-file"));
  dir.Remove(kSplit2);
  dir.WriteFile(std::string(kSplit2) + "/inner", "");
  ExpectRefused(dir.path(), Line(kSplit1, "set-shard-missing"));
}

TEST(ModelLinksTest, AFileThatTheCallerNamesIsFollowed) {
  ModelDir dir;
  WriteSplit(dir);
  ModelDir other;
  other.Link(dir.PathOf(kSplit1), kSplit1);
  other.Link(dir.PathOf(kSplit2), kSplit2);
  ExpectRefused(other.PathOf(kSplit1), Line(kSplit2, "link-leaves-directory"));
  other.Link(dir.path(), "folder");
  ExpectOpened(other.PathOf("folder"));
  ExpectOpened(other.PathOf("folder/" + std::string(kSplit1)));
}

TEST(ModelLinksTest, AHubCacheKeepsItsShardsInBlobs) {
  ModelDir dir;
  ModelDir hub;
  WriteCheckpoint(dir);
  hub.WriteFile("snapshots/rev/.keep", "");
  hub.WriteFile("blobs/.keep", "");
  char digit = 'a';
  for (const std::string name : {kIndex, kShard1, kShard2}) {
    const std::string blob = "blobs/" + std::string(64, digit++);
    std::filesystem::copy(dir.PathOf(name), hub.PathOf(blob));
    hub.Link("../../" + blob, "snapshots/rev/" + name);
  }
  ExpectOpened(hub.PathOf("snapshots/rev"));
  ExpectOpened(hub.PathOf("snapshots/rev/" + std::string(kIndex)));
  hub.Remove("blobs/" + std::string(64, 'c'));
  ExpectRefused(hub.PathOf("snapshots/rev"), Line(kShard2, "link-broken"));
}

}  // namespace
}  // namespace loadgate
