#include "harness/policy/system_calls.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <map>
#include <string>
#include <string_view>

#include "tests/support/generic_numbers.h"

namespace loadgate::sandbox {
namespace {

#if defined(__x86_64__) && defined(__LP64__)
// The kernel's own numbers, as its headers for this machine have them.
const std::map<std::string_view, uint32_t>& HeaderNumbers() {
  static const auto& numbers = *new std::map<std::string_view, uint32_t>{
      {"brk", SYS_brk},
      {"close", SYS_close},
      {"exit_group", SYS_exit_group},
      {"futex", SYS_futex},
      {"getpid", SYS_getpid},
      {"gettid", SYS_gettid},
      {"ioctl", SYS_ioctl},
      {"madvise", SYS_madvise},
      {"mmap", SYS_mmap},
      {"mprotect", SYS_mprotect},
      {"mremap", SYS_mremap},
      {"munmap", SYS_munmap},
      {"open", SYS_open},
      {"openat", SYS_openat},
      {"pipe2", SYS_pipe2},
      {"pread64", SYS_pread64},
      {"read", SYS_read},
      {"readlink", SYS_readlink},
      {"rt_sigaction", SYS_rt_sigaction},
      {"rt_sigprocmask", SYS_rt_sigprocmask},
      {"rt_sigreturn", SYS_rt_sigreturn},
      {"sched_yield", SYS_sched_yield},
      {"sigaltstack", SYS_sigaltstack},
      {"tgkill", SYS_tgkill},
      {"write", SYS_write},
      {"writev", SYS_writev}};
  return numbers;
}

TEST(SystemCallsTest, NumbersOnX8664AreTheKernels) {
  for (const SystemCallRow& row : SystemCalls()) {
    ASSERT_TRUE(HeaderNumbers().contains(row.name)) << row.name;
    EXPECT_EQ(SystemCallNumber(row.call, Architecture::kX86_64),
              HeaderNumbers().at(row.name))
        << row.name;
  }
}

TEST(SystemCallsTest, ThisProgramIsForX8664) {
  EXPECT_EQ(OwnArchitecture(), Architecture::kX86_64);
}
#endif

TEST(SystemCallsTest, NumbersOnAarch64AreTheKernelsGenericOnes) {
  for (const SystemCallRow& row : SystemCalls()) {
    const auto number = GenericNumber(row.name);
    EXPECT_EQ(SystemCallNumber(row.call, Architecture::kAarch64), number)
        << row.name;
  }
}

TEST(SystemCallsTest, ACallHasTheNameOfItsRow) {
  EXPECT_EQ(SystemCallName(SystemCall::kPread64), "pread64");
  EXPECT_EQ(SystemCallName(SystemCall::kWritev), "writev");
  EXPECT_EQ(ArchitectureName(Architecture::kX86_64), "x86-64");
  EXPECT_EQ(ArchitectureName(Architecture::kAarch64), "aarch64");
}

TEST(SystemCallsTest, AuditNumbersAreThoseOf64BitLittleEndian) {
  EXPECT_EQ(AuditNumber(Architecture::kX86_64), 0xc000003eu);
  EXPECT_EQ(AuditNumber(Architecture::kAarch64), 0xc00000b7u);
}

}  // namespace
}  // namespace loadgate::sandbox
