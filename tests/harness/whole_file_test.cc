#include "harness/whole_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

namespace fs = std::filesystem;
using testing_support::TempDir;

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

size_t FilesIn(const TempDir& dir) {
  return static_cast<size_t>(std::distance(fs::directory_iterator(dir.path()),
                                           fs::directory_iterator()));
}

mode_t PermissionsOf(const std::string& path) {
  struct stat state = {};
  EXPECT_EQ(::stat(path.c_str(), &state), 0);
  return state.st_mode & 0777;
}

TEST(WholeFileTest, ANewFileHasTheUsualPermissions) {
  TempDir dir;
  const std::string path = dir.PathOf("new");
  const mode_t mask = ::umask(027);
  EXPECT_EQ(WriteWholeFile(path, "bytes"), std::nullopt);
  ::umask(mask);
  EXPECT_EQ(Contents(path), "bytes");
  EXPECT_EQ(PermissionsOf(path), 0640);
  EXPECT_EQ(FilesIn(dir), 1);
}

TEST(WholeFileTest, AFileThatIsWrittenOverKeepsItsPermissions) {
  TempDir dir;
  const std::string path = dir.WriteFile("old", "longer than the new");
  ASSERT_EQ(::chmod(path.c_str(), 0604), 0);
  EXPECT_EQ(WriteWholeFile(path, "new"), std::nullopt);
  EXPECT_EQ(Contents(path), "new");
  EXPECT_EQ(PermissionsOf(path), 0604);
  EXPECT_EQ(FilesIn(dir), 1);
}

TEST(WholeFileTest, WhoHasTheOldFileOpenKeepsIt) {
  TempDir dir;
  const std::string path = dir.WriteFile("old", "old");
  std::ifstream reader(path);
  EXPECT_EQ(WriteWholeFile(path, "new"), std::nullopt);
  std::string read;
  reader >> read;
  EXPECT_EQ(read, "old");
}

TEST(WholeFileTest, ALinkStaysAndItsTargetIsWritten) {
  TempDir dir;
  const std::string target = dir.WriteFile("target", "old");
  const std::string link = dir.PathOf("link");
  fs::create_symlink("target", link);
  EXPECT_EQ(WriteWholeFile(link, "new"), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(Contents(target), "new");
}

TEST(WholeFileTest, ADeviceIsWrittenToAndNotReplaced) {
  EXPECT_EQ(WriteWholeFile("/dev/null", "bytes"), std::nullopt);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const std::optional<std::string> wrong = WriteWholeFile("/dev/full", "bytes");
  ASSERT_TRUE(wrong.has_value());
  EXPECT_NE(wrong->find("No space left"), std::string::npos) << *wrong;
}

TEST(WholeFileTest, WhatCannotBeWrittenIsSaidAndLeavesNothing) {
  TempDir dir;
  EXPECT_TRUE(WriteWholeFile(dir.path(), "x").has_value());
  EXPECT_TRUE(WriteWholeFile(dir.PathOf("missing/f"), "x").has_value());
  EXPECT_TRUE(WriteWholeFile(dir.PathOf("f") + "/", "x").has_value());
  EXPECT_EQ(FilesIn(dir), 0);
}

// A name that is free for a moment but too long for the file system: all is
// written, and then cannot take its place.
TEST(WholeFileTest, AFileThatCannotGetItsNameIsRemoved) {
  TempDir dir;
  EXPECT_TRUE(
      WriteWholeFile(dir.PathOf(std::string(300, 'n')), "x").has_value());
  EXPECT_EQ(FilesIn(dir), 0);
}

}  // namespace
}  // namespace loadgate
