#include "loadgate/intake.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "tests/support/temp_dir.h"
#include "tests/support/without_openat2.h"

namespace loadgate {
namespace {

using testing_support::TempDir;
using testing_support::ToldWithout;

const OpenedInput* Opened(const OpenResult& result) {
  return std::get_if<OpenedInput>(&result);
}

Code Refused(const OpenResult& result) {
  const auto* finding = std::get_if<Finding>(&result);
  EXPECT_NE(finding, nullptr) << "it was opened";
  return finding == nullptr ? Code::kGgufMagic : finding->code;
}

OpenResult OpenIn(const std::string& directory, const std::string& name) {
  const auto opened = OpenDirectory(directory);
  OpenResult result = OpenEntry(std::get<Directory>(opened), name);
  return result;
}

TEST(IntakeTest, APlainFileIsOpenedWithItsSize) {
  TempDir dir;
  const OpenResult result = OpenPath(dir.WriteFile("a", "12345"));
  ASSERT_NE(Opened(result), nullptr);
  EXPECT_EQ(Opened(result)->size, 5u);
  EXPECT_EQ(FindChange(*Opened(result)), std::nullopt);
  const int flags = ::fcntl(Opened(result)->fd.get(), F_GETFD);
  EXPECT_EQ(flags & FD_CLOEXEC, FD_CLOEXEC);
}

TEST(IntakeTest, ALinkThatTheUserNamesIsFollowed) {
  TempDir dir;
  dir.WriteFile("a", "12345");
  ASSERT_EQ(::symlink("a", dir.PathOf("link").c_str()), 0);
  EXPECT_NE(Opened(OpenPath(dir.PathOf("link"))), nullptr);
}

TEST(IntakeTest, WhatIsNoPlainFileIsRefusedWithoutWaiting) {
  TempDir dir;
  ASSERT_EQ(::mkfifo(dir.PathOf("fifo").c_str(), 0600), 0);
  EXPECT_EQ(Refused(OpenPath(dir.PathOf("fifo"))), Code::kInputNotAFile);
  EXPECT_EQ(Refused(OpenPath("/dev/null")), Code::kInputNotAFile);
  EXPECT_EQ(Refused(OpenPath(dir.path())), Code::kInputNotAFile);
  EXPECT_EQ(Refused(OpenPath("/proc/self/status")), Code::kInputNotAFile);
}

TEST(IntakeTest, ASocketIsRefused) {
  TempDir dir;
  const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string path = dir.PathOf("s");
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(
      ::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)),
      0);
  EXPECT_EQ(Refused(OpenPath(path)), Code::kInputNotAFile);
}

TEST(IntakeTest, WithoutOpenat2ADirectoryIsRefusedWithWhatToDo) {
  TempDir dir;
  dir.WriteFile("a.gguf", "12345");
  for (const int error : {ENOSYS, EPERM}) {
    const std::optional<std::string> told = ToldWithout(dir.path(), error);
    if (!told.has_value()) GTEST_SKIP() << "seccomp is not to be had";
    for (const std::string part :
         {"input-not-confined", "openat2(2)", "Name the files one by one",
          "Linux 5.6", "seccomp"}) {
      EXPECT_NE(told->find(part), std::string::npos) << *told;
    }
  }
  EXPECT_EQ(ToldWithout(dir.path(), EACCES), "")
      << "any other error is the file's";
}

TEST(IntakeTest, WhatIsNotThereOrLoopsCannotBeRead) {
  TempDir dir;
  ASSERT_EQ(::symlink("loop", dir.PathOf("loop").c_str()), 0);
  ASSERT_EQ(::symlink("nowhere", dir.PathOf("dangling").c_str()), 0);
  EXPECT_EQ(Refused(OpenPath(dir.PathOf("missing"))), Code::kInputNotReadable);
  EXPECT_EQ(Refused(OpenIn(dir.path(), "missing")), Code::kInputNotReadable);
  for (const char* name : {"loop", "dangling"}) {
    EXPECT_EQ(Refused(OpenPath(dir.PathOf(name))), Code::kLinkBroken);
    EXPECT_EQ(Refused(OpenIn(dir.path(), name)), Code::kLinkBroken);
  }
}

TEST(IntakeTest, AFileThatGrewHasChanged) {
  TempDir dir;
  const std::string path = dir.WriteFile("a", "12345");
  const OpenResult result = OpenPath(path);
  ASSERT_NE(Opened(result), nullptr);
  ASSERT_EQ(::truncate(path.c_str(), 6), 0);
  ASSERT_TRUE(FindChange(*Opened(result)).has_value());
  EXPECT_EQ(FindChange(*Opened(result))->code, Code::kInputChanged);
}

TEST(IntakeTest, AFileWhoseBytesWereOverwrittenHasChanged) {
  TempDir dir;
  const std::string path = dir.WriteFile("a", "12345");
  const OpenResult result = OpenPath(path);
  ASSERT_NE(Opened(result), nullptr);
  // The clock of file times is coarse; a time in the past always differs.
  const timespec times[2] = {{1, 0}, {1, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  EXPECT_TRUE(FindChange(*Opened(result)).has_value());
}

TEST(IntakeTest, ANameThatLeadsToAnotherFileHasChanged) {
  TempDir dir;
  const std::string path = dir.WriteFile("a", "12345");
  const OpenResult result = OpenPath(path);
  ASSERT_NE(Opened(result), nullptr);
  std::filesystem::rename(dir.WriteFile("b", "12345"), path);
  EXPECT_TRUE(FindChange(*Opened(result)).has_value());
  std::filesystem::remove(path);
  EXPECT_TRUE(FindChange(*Opened(result)).has_value());
}

TEST(IntakeTest, ADirectoryThatIsNotThereIsNotReadable) {
  TempDir dir;
  const auto opened = OpenDirectory(dir.PathOf("missing"));
  ASSERT_TRUE(std::holds_alternative<Finding>(opened));
  EXPECT_EQ(std::get<Finding>(opened).code, Code::kInputNotReadable);
}

}  // namespace
}  // namespace loadgate
