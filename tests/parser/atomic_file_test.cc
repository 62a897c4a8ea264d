#include "loadgate/atomic_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "loadgate/check.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

namespace fs = std::filesystem;
using ::loadgate::testing_support::TempDir;

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

// The names in a directory.
std::vector<std::string> Names(const std::string& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

mode_t ModeOf(const std::string& path) {
  struct stat there = {};
  LG_CHECK(::lstat(path.c_str(), &there) == 0);
  return there.st_mode & 07777;
}

absl::Status WriteWhole(const std::string& path, std::string_view text) {
  auto file = AtomicFile::Create(path);
  if (!file.ok()) return file.status();
  if (auto status = (*file)->Write(AsBytes(text)); !status.ok()) return status;
  return (*file)->Commit();
}

class AtomicFileTest : public ::testing::Test {
 protected:
  TempDir dir_;
};

TEST_F(AtomicFileTest, TheOldFileStaysUntilCommit) {
  const std::string path = dir_.WriteFile("m", "old");
  auto file = AtomicFile::Create(path);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ((*file)->path(), path);
  ASSERT_TRUE((*file)->Write(AsBytes("new ")).ok());
  ASSERT_TRUE((*file)->Write(AsBytes("bytes")).ok());
  EXPECT_EQ(ReadAll(path), "old");
  ASSERT_TRUE((*file)->Commit().ok());
  EXPECT_EQ(ReadAll(path), "new bytes");
  file->reset();
  EXPECT_THAT(Names(dir_.path()), ::testing::ElementsAre("m"));
}

TEST_F(AtomicFileTest, AFileThatIsNotCommittedLeavesNothing) {
  const std::string path = dir_.PathOf("m");
  {
    auto file = AtomicFile::Create(path);
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE((*file)->Write(AsBytes("half")).ok());
    EXPECT_EQ(Names(dir_.path()).size(), 1U);
    ASSERT_TRUE((*file)->Seal().ok());
  }
  EXPECT_TRUE(Names(dir_.path()).empty());
}

TEST_F(AtomicFileTest, ASealedFileTakesNothingMoreAndCanBeCommittedOnce) {
  auto file = AtomicFile::Create(dir_.PathOf("m"));
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->Write(AsBytes("x")).ok());
  ASSERT_TRUE((*file)->Seal().ok());
  EXPECT_EQ((*file)->Write(AsBytes("y")).code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_FALSE(fs::exists(dir_.PathOf("m")));
  ASSERT_TRUE((*file)->Commit().ok());
  EXPECT_EQ((*file)->Commit().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ((*file)->Seal().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(ReadAll(dir_.PathOf("m")), "x");
}

TEST_F(AtomicFileTest, ASymbolicLinkIsReplacedAndNotFollowed) {
  const std::string target = dir_.WriteFile("target", "untouched");
  const std::string path = dir_.PathOf("link");
  fs::create_symlink(target, path);
  ASSERT_TRUE(WriteWhole(path, "new").ok());
  EXPECT_FALSE(fs::is_symlink(path));
  EXPECT_EQ(ReadAll(path), "new");
  EXPECT_EQ(ReadAll(target), "untouched");
}

TEST_F(AtomicFileTest, PermissionsAreThoseOfAnyNewFileOrOfTheOldOne) {
  const mode_t mask = ::umask(027);
  ASSERT_TRUE(WriteWhole(dir_.PathOf("new"), "x").ok());
  EXPECT_EQ(ModeOf(dir_.PathOf("new")), 0640U);
  const std::string old = dir_.WriteFile("old", "x");
  ASSERT_EQ(::chmod(old.c_str(), 04604), 0);
  ASSERT_TRUE(WriteWhole(old, "y").ok());
  EXPECT_EQ(ModeOf(old), 0604U);
  auto file = AtomicFile::Create(dir_.PathOf("private"), 0600);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->Commit().ok());
  EXPECT_EQ(ModeOf(dir_.PathOf("private")), 0600U);
  ::umask(mask);
}

TEST_F(AtomicFileTest, PathsThatNameNoFileAreRefused) {
  for (const std::string& path :
       {std::string(), std::string("/"), dir_.path() + "/", dir_.path() + "/.",
        dir_.path() + "/..", std::string("a\0b", 3)}) {
    EXPECT_EQ(AtomicFile::Create(path).status().code(),
              absl::StatusCode::kInvalidArgument)
        << path;
  }
  EXPECT_EQ(AtomicFile::Create(dir_.path()).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(AtomicFile::Create(dir_.PathOf("no/m")).status().code(),
            absl::StatusCode::kNotFound);
  dir_.WriteFile("plain", "x");
  EXPECT_FALSE(AtomicFile::Create(dir_.PathOf("plain/m")).ok());
  EXPECT_THAT(Names(dir_.path()), ::testing::ElementsAre("plain"));
}

TEST_F(AtomicFileTest, ADirectoryMadeMeanwhileIsNotReplaced) {
  const std::string path = dir_.PathOf("m");
  auto file = AtomicFile::Create(path);
  ASSERT_TRUE(file.ok());
  fs::create_directory(path);
  EXPECT_FALSE((*file)->Commit().ok());
  file->reset();
  EXPECT_TRUE(fs::is_directory(path));
  EXPECT_THAT(Names(dir_.path()), ::testing::ElementsAre("m"));
}

TEST_F(AtomicFileTest, RangesAreCopiedInto) {
  const std::string from = dir_.WriteFile("from", "0123456789");
  const int fd = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  auto file = AtomicFile::Create(dir_.PathOf("m"));
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->Write(AsBytes("<")).ok());
  ASSERT_TRUE((*file)->CopyRange(fd, 3, 4).ok());
  // What failed is not committed.
  EXPECT_FALSE((*file)->CopyRange(fd, 9, 2).ok());
  EXPECT_EQ((*file)->CopyRange(fd, 0, 1).code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ((*file)->Commit().code(), absl::StatusCode::kFailedPrecondition);
  ::close(fd);
  EXPECT_FALSE(fs::exists(dir_.PathOf("m")));
}

// Runs `body` in a child and returns what it returned.
template <typename Body>
int InChild(Body&& body) {
  const pid_t child = ::fork();
  LG_CHECK(child >= 0);
  if (child == 0) ::_exit(body());
  int status = 0;
  LG_CHECK(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(AtomicFileTest, AFileThatMayNotGrowLeavesTheOldOne) {
  const std::string path = dir_.WriteFile("m", "old");
  const int outcome = InChild([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {.rlim_cur = 100, .rlim_max = 100};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    const absl::Status status = WriteWhole(path, std::string(200, 'x'));
    return status.ok() ? 2 : 0;
  });
  EXPECT_EQ(outcome, 0);
  EXPECT_EQ(ReadAll(path), "old");
  EXPECT_THAT(Names(dir_.path()), ::testing::ElementsAre("m"));
}

TEST_F(AtomicFileTest, ADirectoryWithoutPermissionIsAnErrorAtOnce) {
  const std::string path = dir_.WriteFile("d/m", "old");
  ASSERT_EQ(::chmod(dir_.PathOf("d").c_str(), 0555), 0);
  ASSERT_EQ(::chmod(dir_.path().c_str(), 0755), 0);
  const int outcome = InChild([&] {
    if (::getuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) return 1;
    const absl::Status status = WriteWhole(path, "new");
    return status.code() == absl::StatusCode::kPermissionDenied ? 0 : 2;
  });
  EXPECT_EQ(outcome, 0);
  ASSERT_EQ(::chmod(dir_.PathOf("d").c_str(), 0755), 0);
  EXPECT_EQ(ReadAll(path), "old");
  EXPECT_THAT(Names(dir_.PathOf("d")), ::testing::ElementsAre("m"));
}

}  // namespace
}  // namespace loadgate
