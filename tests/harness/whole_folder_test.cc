#include "harness/whole_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

namespace fs = std::filesystem;
using std::string_literals::operator""s;
using testing_support::TempDir;
using Names = std::vector<std::string>;

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

size_t FilesIn(const std::string& path) {
  return static_cast<size_t>(
      std::distance(fs::directory_iterator(path), fs::directory_iterator()));
}

// What was read, and what else there was.
struct Reading {
  std::optional<std::vector<FolderFile>> files;
  Names others;
  std::string error;
};

Reading Read(const std::string& path, uint64_t most_bytes = 1000) {
  Reading reading;
  reading.files =
      ReadWholeFolder(path, most_bytes, &reading.others, &reading.error);
  return reading;
}

TEST(WholeFolderTest, PlainFilesAreReadInTheOrderOfTheirNames) {
  TempDir dir;
  dir.WriteFile("b", "two");
  dir.WriteFile("a", "");
  dir.WriteFile("B", "one");
  dir.WriteFile("sub/c", "not read");
  fs::create_symlink("a", dir.PathOf("link"));
  ASSERT_EQ(::mkfifo(dir.PathOf("pipe").c_str(), 0600), 0);
  const Reading reading = Read(dir.path());
  ASSERT_TRUE(reading.files.has_value()) << reading.error;
  ASSERT_EQ(reading.files->size(), 3u);
  EXPECT_EQ((*reading.files)[0].name, "B");
  EXPECT_EQ((*reading.files)[0].bytes, "one");
  EXPECT_EQ((*reading.files)[1].name, "a");
  EXPECT_EQ((*reading.files)[2].bytes, "two");
  EXPECT_EQ(reading.others, (Names{"link", "pipe", "sub"}));
}

TEST(WholeFolderTest, AllFilesTogetherHaveNoMoreThanTheyMay) {
  TempDir dir;
  dir.WriteFile("a", "12345");
  dir.WriteFile("b", "12345");
  EXPECT_TRUE(Read(dir.path(), 10).files.has_value());
  const Reading reading = Read(dir.path(), 9);
  EXPECT_FALSE(reading.files.has_value());
  EXPECT_NE(reading.error.find("--max-bytes"), std::string::npos);
}

TEST(WholeFolderTest, WhatIsNoFolderIsSaid) {
  TempDir dir;
  const std::string file = dir.WriteFile("f", "x");
  EXPECT_FALSE(IsFolder(file));
  EXPECT_FALSE(IsFolder(dir.PathOf("none")));
  EXPECT_TRUE(IsFolder(dir.path()));
  for (const std::string& path : {file, dir.PathOf("none")}) {
    const Reading reading = Read(path);
    EXPECT_FALSE(reading.files.has_value());
    EXPECT_NE(reading.error, "");
  }
}

TEST(WholeFolderTest, ANewFolderHasAllFiles) {
  TempDir dir;
  for (const std::string& path : {dir.PathOf("out"), dir.PathOf("slashes//")}) {
    EXPECT_EQ(WriteWholeFolder(path, {{"a", "one"}, {"\x1b \\", ""}}),
              std::nullopt);
    EXPECT_EQ(Contents(path + "/a"), "one");
    EXPECT_EQ(FilesIn(path), 2u);
  }
  EXPECT_EQ(FilesIn(dir.path()), 2u);
}

TEST(WholeFolderTest, AnEmptyFolderIsFilledAndKeepsItsPermissions) {
  TempDir dir;
  const std::string path = dir.PathOf("out");
  fs::create_directory(path);
  ASSERT_EQ(::chmod(path.c_str(), 0710), 0);
  EXPECT_EQ(WriteWholeFolder(path, {{"a", "one"}}), std::nullopt);
  EXPECT_EQ(Contents(path + "/a"), "one");
  struct stat state = {};
  ASSERT_EQ(::stat(path.c_str(), &state), 0);
  EXPECT_EQ(state.st_mode & 0777, 0710u);
}

TEST(WholeFolderTest, ASetOfNoFilesIsAnEmptyFolder) {
  TempDir dir;
  EXPECT_EQ(WriteWholeFolder(dir.PathOf("out"), {}), std::nullopt);
  EXPECT_EQ(FilesIn(dir.PathOf("out")), 0u);
}

TEST(WholeFolderTest, WhatIsInTheWayStays) {
  TempDir dir;
  dir.WriteFile("full/old", "old");
  dir.WriteFile("file", "old");
  fs::create_symlink("full", dir.PathOf("link"));
  for (const char* const name : {"full", "file", "link"}) {
    const auto wrong = WriteWholeFolder(dir.PathOf(name), {{"a", "new"}});
    ASSERT_TRUE(wrong.has_value()) << name;
    EXPECT_NE(wrong->find("new or empty"), std::string::npos) << *wrong;
  }
  EXPECT_EQ(Contents(dir.PathOf("full/old")), "old");
  EXPECT_EQ(Contents(dir.PathOf("file")), "old");
  EXPECT_EQ(FilesIn(dir.path()), 3u);
}

TEST(WholeFolderTest, ANameThatLeavesTheFolderIsRefusedByName) {
  TempDir dir;
  for (const std::string& name :
       {""s, "."s, ".."s, "../a"s, "a/b"s, "/a"s, "nul\0"s}) {
    const auto wrong =
        WriteWholeFolder(dir.PathOf("out"), {{"good", ""}, {name, ""}});
    ASSERT_TRUE(wrong.has_value()) << name;
    EXPECT_NE(wrong->find("'" + name.substr(0, 3)), std::string::npos)
        << *wrong;
    EXPECT_EQ(FilesIn(dir.path()), 0u);
  }
}

TEST(WholeFolderTest, TwoFilesOfOneNameAreRefusedByName) {
  TempDir dir;
  const auto wrong =
      WriteWholeFolder(dir.PathOf("out"), {{"a", "1"}, {"b", ""}, {"a", "2"}});
  EXPECT_EQ(wrong, "'a': two files have that name.");
  EXPECT_EQ(FilesIn(dir.path()), 0u);
}

TEST(WholeFolderTest, AFileThatCannotBeMadeLeavesNothing) {
  TempDir dir;
  const std::string name(300, 'x');
  const auto wrong =
      WriteWholeFolder(dir.PathOf("out"), {{"a", ""}, {name, ""}});
  ASSERT_TRUE(wrong.has_value());
  EXPECT_NE(wrong->find("xxx"), std::string::npos) << *wrong;
  EXPECT_EQ(FilesIn(dir.path()), 0u);
  EXPECT_NE(WriteWholeFolder(dir.PathOf("none/out"), {}), std::nullopt);
}

}  // namespace
}  // namespace loadgate
