#include "loadgate/directory_list.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

UniqueFd OpenAt(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

TEST(DirectoryListTest, EntriesAreSortedAndHaveTheirKinds) {
  const testing_support::TempDir dir;
  dir.WriteFile("b", "");
  dir.WriteFile("a", "");
  dir.WriteFile("Z/inner", "");
  ASSERT_EQ(::symlink("Z", dir.PathOf("link").c_str()), 0);
  std::vector<DirectoryEntry> entries;
  ASSERT_EQ(ListDirectory(OpenAt(dir.path()), &entries), 0);
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries[0].name, "Z");
  EXPECT_EQ(entries[0].kind, EntryKind::kDirectory);
  EXPECT_EQ(entries[1].name, "a");
  EXPECT_EQ(entries[1].kind, EntryKind::kOther);
  EXPECT_EQ(entries[2].name, "b");
  EXPECT_EQ(entries[3].name, "link");
  EXPECT_EQ(entries[3].kind, EntryKind::kLink);
}

TEST(DirectoryListTest, WhatIsNoDirectoryIsAnErrorNumber) {
  const testing_support::TempDir dir;
  const std::string file = dir.WriteFile("a", "");
  std::vector<DirectoryEntry> entries;
  EXPECT_EQ(ListDirectory(UniqueFd(::open(file.c_str(), O_RDONLY | O_CLOEXEC)),
                          &entries),
            ENOTDIR);
  EXPECT_EQ(ListDirectory(UniqueFd(), &entries), EBADF);
  EXPECT_TRUE(entries.empty());
}

}  // namespace
}  // namespace loadgate
