#include "harness/intake.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::TempDir;

constexpr char kHash[] = "0123456789abcdef0123456789abcdef01234567";

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

// Makes openat2(2) fail with `error` in this process from now on. Returns
// whether the system let us.
bool RefuseOpenat2(uint32_t error) {
  const std::array<sock_filter, 4> program = {{
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_openat2},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | error},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  }};
  sock_fprog filter = {.len = program.size(),
                       .filter = const_cast<sock_filter*>(program.data())};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// What comes of a directory where openat2(2) fails so, told by a child process:
// the finding's message, or what went otherwise.
std::string MessageWithout(const std::string& directory, int error) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    std::string told = "no filter";
    if (RefuseOpenat2(static_cast<uint32_t>(error))) {
      const auto opened = OpenDirectory(directory);
      const auto* finding = std::get_if<Finding>(&opened);
      told = finding == nullptr                         ? "it was opened"
             : finding->code != Code::kInputNotReadable ? "another code"
                                                        : finding->message;
    }
    const ssize_t wrote = ::write(ends[1], told.data(), told.size());
    ::_exit(wrote == static_cast<ssize_t>(told.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  std::string told(4096, '\0');
  const ssize_t got = ::read(ends[0], told.data(), told.size());
  ::close(ends[0]);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  told.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  return told;
}

TEST(IntakeTest, WithoutOpenat2ADirectoryIsRefusedWithWhatToDo) {
  TempDir dir;
  dir.WriteFile("a.gguf", "12345");
  for (const int error : {ENOSYS, EPERM}) {
    const std::string message = MessageWithout(dir.path(), error);
    if (message == "no filter") GTEST_SKIP() << "seccomp is not to be had";
    for (const std::string part :
         {"openat2(2)", "Name the files one by one", "Linux 5.6", "seccomp"}) {
      EXPECT_NE(message.find(part), std::string::npos) << message;
    }
  }
  EXPECT_EQ(MessageWithout(dir.path(), EACCES), "it was opened")
      << "any other error is the file's";
}

TEST(IntakeTest, WhatIsNotThereOrLoopsCannotBeRead) {
  TempDir dir;
  ASSERT_EQ(::symlink("loop", dir.PathOf("loop").c_str()), 0);
  ASSERT_EQ(::symlink("nowhere", dir.PathOf("dangling").c_str()), 0);
  for (const char* name : {"missing", "loop", "dangling"}) {
    EXPECT_EQ(Refused(OpenPath(dir.PathOf(name))), Code::kInputNotReadable);
    EXPECT_EQ(Refused(OpenIn(dir.path(), name)), Code::kInputNotReadable);
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

TEST(IntakeTest, AnEntryMayBeALinkThatStaysInTheDirectory) {
  TempDir dir;
  dir.WriteFile("d/sub/real", "12345");
  ASSERT_EQ(::symlink("sub/real", dir.PathOf("d/link").c_str()), 0);
  ASSERT_EQ(::symlink("../sub/real", dir.PathOf("d/sub/up").c_str()), 0);
  EXPECT_NE(Opened(OpenIn(dir.PathOf("d"), "link")), nullptr);
  EXPECT_NE(Opened(OpenIn(dir.PathOf("d"), "sub/up")), nullptr);
}

TEST(IntakeTest, AnEntryThatLinksOutOfTheDirectoryIsAnError) {
  TempDir dir;
  dir.WriteFile("outside", "12345");
  const std::string inside = dir.WriteFile("d/inside", "12345");
  ASSERT_EQ(::symlink("../outside", dir.PathOf("d/a").c_str()), 0);
  ASSERT_EQ(::symlink("/etc/passwd", dir.PathOf("d/b").c_str()), 0);
  ASSERT_EQ(::symlink("a", dir.PathOf("d/c").c_str()), 0);
  ASSERT_EQ(::symlink(inside.c_str(), dir.PathOf("d/e").c_str()), 0);
  for (const char* name : {"a", "b", "c", "e"}) {
    EXPECT_EQ(Refused(OpenIn(dir.PathOf("d"), name)),
              Code::kLinkLeavesDirectory)
        << name;
  }
}

TEST(IntakeTest, AHubCachesLinksIntoItsBlobsAreFollowed) {
  TempDir dir;
  const std::string hash = kHash;
  dir.WriteFile("hub/blobs/" + hash, "12345");
  dir.WriteFile("hub/snapshots/main/sub/x", "");
  const std::string snapshot = dir.PathOf("hub/snapshots/main");
  const std::string good = "../../blobs/" + hash;
  const std::string below = "../" + good;
  ASSERT_EQ(::symlink(good.c_str(), (snapshot + "/m").c_str()), 0);
  ASSERT_EQ(::symlink(below.c_str(), (snapshot + "/sub/m").c_str()), 0);
  EXPECT_NE(Opened(OpenIn(snapshot, "m")), nullptr);
  EXPECT_NE(Opened(OpenIn(snapshot, "sub/m")), nullptr);
}

TEST(IntakeTest, AnythingElseInAHubCacheLeavesTheDirectory) {
  TempDir dir;
  const std::string hash = kHash;
  dir.WriteFile("secret", "12345");
  dir.WriteFile("hub/snapshots/main/x", "");
  dir.WriteFile("hub/blobs/short", "12345");
  ASSERT_EQ(::symlink("../../secret", dir.PathOf("hub/blobs/" + hash).c_str()),
            0);
  const std::string snapshot = dir.PathOf("hub/snapshots/main");
  const std::string targets[] = {
      "../../blobs/" + hash,     // Which is a link itself.
      "../../blobs/short",       // No hash.
      "../../../secret",         // Elsewhere.
      "../../blobs/../x",        // Elsewhere after all.
      "../../../blobs/" + hash,  // One step too many.
  };
  for (const std::string& target : targets) {
    const std::string link = snapshot + "/m";
    ASSERT_EQ(::symlink(target.c_str(), link.c_str()), 0);
    EXPECT_EQ(Refused(OpenIn(snapshot, "m")), Code::kLinkLeavesDirectory)
        << target;
    ASSERT_EQ(::unlink(link.c_str()), 0);
  }
}

TEST(IntakeTest, BlobsBesideADirectoryOfAnotherNameAreOutside) {
  TempDir dir;
  const std::string hash = kHash;
  dir.WriteFile("hub/blobs/" + hash, "12345");
  dir.WriteFile("hub/other/main/x", "");
  const std::string target = "../../blobs/" + hash;
  const std::string link = dir.PathOf("hub/other/main/m");
  ASSERT_EQ(::symlink(target.c_str(), link.c_str()), 0);
  EXPECT_EQ(Refused(OpenIn(dir.PathOf("hub/other/main"), "m")),
            Code::kLinkLeavesDirectory);
}

TEST(IntakeTest, ADirectoryThatIsNotThereIsNotReadable) {
  TempDir dir;
  const auto opened = OpenDirectory(dir.PathOf("missing"));
  ASSERT_TRUE(std::holds_alternative<Finding>(opened));
  EXPECT_EQ(std::get<Finding>(opened).code, Code::kInputNotReadable);
}

}  // namespace
}  // namespace loadgate
