// What is no plain file, or is far too large, is named by each verb that reads
// files, with exit code 2, and none of them waits for it.

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "loadgate/unique_fd.h"
#include "tests/harness/run_program.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {
namespace {

constexpr const char* kVerbs[] = {"check", "inspect", "disasm", "asm"};

class InputsTest : public testing::Test {
 protected:
  void SetUp() override {
    namespace fs = std::filesystem;
    ASSERT_EQ(::mkfifo(dir_.PathOf("fifo").c_str(), 0600), 0);
    fs::create_symlink("nowhere", dir_.PathOf("dangling"));
    fs::create_symlink("loop", dir_.PathOf("loop"));
    fs::create_symlink("fifo", dir_.PathOf("to-fifo"));
    fs::create_directory(dir_.PathOf("empty"));
    socket_ = UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const std::string path = dir_.PathOf("socket");
    ASSERT_LT(path.size(), sizeof(address.sun_path));
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    ASSERT_EQ(::bind(socket_.get(), reinterpret_cast<sockaddr*>(&address),
                     sizeof(address)),
              0);
  }

  ProgramResult Run(const std::string& verb, const std::string& path) {
    return RunLoadgate({verb, path}, {.directory = dir_.path()});
  }

  // What was said, wherever that goes: reports of verdicts to the one, errors
  // to the other.
  static std::string Said(const ProgramResult& result) {
    return result.output + result.errors;
  }

  TempDir dir_;
  UniqueFd socket_;
};

TEST_F(InputsTest, WhatIsNoPlainFileIsNamedByEveryVerb) {
  for (const std::string verb : kVerbs) {
    for (const std::string path :
         {"fifo", "to-fifo", "socket", "/dev/zero", "/dev/null",
          "/proc/self/status", "/proc/kmsg", "dangling", "loop", "nowhere",
          "empty"}) {
      const ProgramResult result = Run(verb, path);
      EXPECT_EQ(result.exit_code, 2) << verb << " " << path;
      const std::string said = Said(result);
      EXPECT_NE(said.find(path), std::string::npos) << verb << ": " << said;
      EXPECT_EQ(said.find("worker-"), std::string::npos)
          << verb << ": " << said;
      const bool converts = verb == "disasm" || verb == "asm";
      EXPECT_TRUE(!converts || result.output.empty()) << verb << " " << path;
    }
  }
}

// A hundred and forty GB, and hardly a block of it on the disk.
TEST_F(InputsTest, AVeryLargeFileIsNotReadToItsEnd) {
  const std::string path = dir_.WriteFile("large.gguf", "");
  if (::truncate(path.c_str(), off_t{140} << 30) != 0) {
    GTEST_SKIP() << "this file system has no such files";
  }
  for (const std::string verb : kVerbs) {
    const ProgramResult result = Run(verb, "large.gguf");
    const bool converts = verb == "disasm" || verb == "asm";
    // It is no model, whatever its size: that is a verdict.
    EXPECT_EQ(result.exit_code, converts ? 2 : 1) << verb;
    const std::string said = Said(result);
    EXPECT_NE(said.find("large.gguf"), std::string::npos) << said;
    if (converts) {
      EXPECT_EQ(result.output, "");
      EXPECT_NE(said.find("--max-bytes"), std::string::npos) << said;
    }
  }
}

}  // namespace
}  // namespace loadgate::testing_support
