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

// What was opened, or what is wrong.
struct Opening {
  std::optional<OpenedFolder> folder;
  std::string error;
};

Opening Open(const std::string& path, FolderLimits limits = {1000, 9}) {
  Opening opening;
  opening.folder = OpenWholeFolder(path, limits, &opening.error);
  return opening;
}

TEST(WholeFolderTest, PlainFilesAreOpenedInTheOrderOfTheirNames) {
  TempDir dir;
  dir.WriteFile("b", "two");
  dir.WriteFile("a", "");
  dir.WriteFile("B", "only");
  dir.WriteFile("sub/c", "not opened");
  fs::create_symlink("a", dir.PathOf("link"));
  ASSERT_EQ(::mkfifo(dir.PathOf("pipe").c_str(), 0600), 0);
  const Opening opening = Open(dir.path());
  ASSERT_TRUE(opening.folder.has_value()) << opening.error;
  EXPECT_EQ(opening.folder->names, (Names{"B", "a", "b"}));
  ASSERT_EQ(opening.folder->files.size(), 3u);
  EXPECT_EQ(opening.folder->files[0].size, 4u);
  EXPECT_EQ(opening.folder->files[1].size, 0u);
  EXPECT_EQ(opening.folder->files[2].size, 3u);
  EXPECT_EQ(opening.folder->others, (Names{"link", "pipe", "sub"}));
  for (const OpenedInput& file : opening.folder->files) {
    EXPECT_FALSE(FindChange(file).has_value());
  }
  dir.WriteFile("b", "changed");
  EXPECT_TRUE(FindChange(opening.folder->files[2]).has_value());
}

TEST(WholeFolderTest, AllFilesTogetherHaveNoMoreThanTheyMay) {
  TempDir dir;
  dir.WriteFile("a", "12345");
  dir.WriteFile("b", "12345");
  EXPECT_TRUE(Open(dir.path(), {10, 2}).folder.has_value());
  const Opening bytes = Open(dir.path(), {9, 2});
  EXPECT_FALSE(bytes.folder.has_value());
  EXPECT_NE(bytes.error.find("--max-bytes"), std::string::npos);
  const Opening files = Open(dir.path(), {10, 1});
  EXPECT_FALSE(files.folder.has_value());
  EXPECT_NE(files.error.find("more than 1 plain files"), std::string::npos);
}

TEST(WholeFolderTest, WhatIsNoFolderIsSaid) {
  TempDir dir;
  const std::string file = dir.WriteFile("f", "x");
  EXPECT_FALSE(IsFolder(file));
  EXPECT_FALSE(IsFolder(dir.PathOf("none")));
  EXPECT_TRUE(IsFolder(dir.path()));
  for (const std::string& path : {file, dir.PathOf("none")}) {
    const Opening opening = Open(path);
    EXPECT_FALSE(opening.folder.has_value());
    EXPECT_NE(opening.error, "");
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
