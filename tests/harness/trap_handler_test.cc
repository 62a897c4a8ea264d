#include "harness/sandbox/trap_handler.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <string>

#include "harness/sandbox/exit_status.h"
#include "tests/sandbox/run_zygote.h"

namespace loadgate::sandbox {
namespace {

using testing_support::InChild;
using testing_support::MakeInput;

// Has calls of that number trap in this process.
bool Trap(uint32_t number) {
  std::array<sock_filter, 4> program = {{
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, number},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_TRAP},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  }};
  const sock_fprog filter = {program.size(), program.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

void ExpectNamed(uint32_t number, const std::string& name) {
  const UniqueFd errors = MakeInput("");
  EXPECT_EQ(InChild([&] {
              ::dup2(errors.get(), STDERR_FILENO);
              NameForbiddenCalls();
              if (!Trap(number)) return 1;
              ::syscall(static_cast<int>(number));
              return 2;
            }),
            kExitForbidden);
  std::string said(100, '\0');
  const ssize_t length = ::pread(errors.get(), said.data(), said.size(), 0);
  said.resize(static_cast<size_t>(length));
  EXPECT_EQ(said, "loadgate: forbidden system call " + name + "\n");
}

TEST(TrapHandlerTest, NamesTheNumberAndEndsTheProcess) {
  ExpectNamed(SYS_getppid, std::to_string(SYS_getppid));
  ExpectNamed(0x7fffffff, "2147483647");
  ExpectNamed(0xffffffff, "-1");
  ExpectNamed(0x80000000, "-2147483648");
}

TEST(TrapHandlerTest, EndsTheProcessWhereNobodyListens) {
  EXPECT_EQ(InChild([] {
              ::close(STDERR_FILENO);
              NameForbiddenCalls();
              if (!Trap(SYS_getppid)) return 1;
              ::syscall(SYS_getppid);
              return 2;
            }),
            kExitForbidden);
}

}  // namespace
}  // namespace loadgate::sandbox
