#include "harness/sandbox/zygote_program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <string>

#include "harness/sandbox/exit_status.h"
#include "tests/support/sanitizers.h"

namespace loadgate::sandbox {
namespace {

TEST(ZygoteProgramTest, StartedByHandItSaysWhoShould) {
  std::string name = "/some/where/loadgate-worker";
  std::string option = "--policy=release";
  std::array<char*, 2> arguments = {name.data(), option.data()};
  for (const size_t count : {1, 2}) {
    testing::internal::CaptureStderr();
    // Descriptor 3 is no socket here.
    EXPECT_EQ(RunZygoteProgram(std::span(arguments).first(count), {}), 2);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "loadgate-worker is started by loadgate, not by hand\n");
  }
}

TEST(ZygoteProgramTest, WithoutMemoryAWorkerEnds) {
  if (testing_support::kSanitized) return;  // Its allocator gives up by itself.
  const pid_t child = ::fork();
  if (child == 0) {
    EndWithoutMemory();
    // More than there are addresses for.
    const volatile size_t size = SIZE_MAX / 4;
    ::operator delete(::operator new(size));
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), kExitMemory);
}

}  // namespace
}  // namespace loadgate::sandbox
