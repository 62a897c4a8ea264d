#include "harness/sandbox/privileges.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>

#include "tests/sandbox/run_zygote.h"
#include "tests/support/temp_dir.h"

namespace loadgate::sandbox {
namespace {

using testing_support::InChild;
using testing_support::kSanitized;

TEST(PrivilegesTest, ARootProcessBecomesNobody) {
  if (::getuid() != 0) return;  // Nothing to give up.
  EXPECT_EQ(InChild([] {
              if (!HasPrivileges()) return 1;
              if (DropPrivileges()) return 2;
              if (HasPrivileges()) return 3;
              if (::getuid() != 65534 || ::getegid() != 65534) return 4;
              if (::getgroups(0, nullptr) != 0) return 5;
              return 0;
            }),
            0);
}

TEST(PrivilegesTest, ThereIsNoWayBack) {
  EXPECT_EQ(InChild([] {
              if (DropPrivileges()) return 1;
              if (::setuid(0) == 0 || ::seteuid(0) == 0) return 2;
              if (::setresuid(0, 0, 0) == 0) return 3;
              if (::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 4;
              if (::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0) return 5;
              return 0;
            }),
            0);
}

TEST(PrivilegesTest, ASavedIdOfRootIsGivenUpToo) {
  if (::getuid() != 0) return;
  EXPECT_EQ(InChild([] {
              if (::setresuid(12345, 12345, 0) != 0) return 1;
              if (!HasPrivileges()) return 2;
              // Without the right to change ids it cannot be: then it says so.
              return DropPrivileges() ? 3 : 4;
            }),
            3);
}

TEST(PrivilegesTest, AUserWithoutPrivilegesKeepsItsId) {
  EXPECT_EQ(InChild([] {
              const uid_t user = ::getuid() == 0 ? 12345 : ::getuid();
              if (::setuid(user) != 0) return 1;
              // exec could still gain some.
              if (!HasPrivileges()) return 2;
              if (DropPrivileges()) return 3;
              return ::getuid() == user && !HasPrivileges() ? 0 : 4;
            }),
            0);
}

TEST(PrivilegesTest, RootIsOrdinaryWhereItStandsForAnotherAndThereIsNoNobody) {
  const testing_support::TempDir directory;
  const auto is_ordinary = [&directory](std::string_view map) {
    return IsRootOrdinary(directory.WriteFile("map", map).c_str());
  };
  EXPECT_TRUE(is_ordinary("         0       1000          1\n"));
  EXPECT_TRUE(is_ordinary("0 1000 1\n1 100000 65533\n"));
  EXPECT_TRUE(is_ordinary("5 0 1\n0 4294967294 1\n"));
  EXPECT_FALSE(is_ordinary("         0          0 4294967295\n")) << "no own";
  EXPECT_FALSE(is_ordinary("0 0 1\n")) << "root outside";
  EXPECT_FALSE(is_ordinary("0 1000 65535\n")) << "there is a nobody";
  EXPECT_FALSE(is_ordinary("0 1000 1\n65534 100000 1\n"));
  EXPECT_FALSE(is_ordinary("0 1000 1\n1 100000 4294967294\n"));
  EXPECT_FALSE(is_ordinary("1 1000 1\n")) << "no root";
  EXPECT_FALSE(is_ordinary(""));
  EXPECT_FALSE(is_ordinary("0 x 1\n"));
  EXPECT_FALSE(IsRootOrdinary("/nowhere"));
}

TEST(PrivilegesTest, ItDoesNotStayWithoutItsParent) {
  EXPECT_EQ(InChild([] {
              if (DieWithParent(::getppid())) return 1;
              int signal = 0;
              ::prctl(PR_GET_PDEATHSIG, &signal);
              return signal;
            }),
            SIGKILL);
}

TEST(PrivilegesTest, AnotherParentThanExpectedHasEnded) {
  EXPECT_EQ(InChild([] {
              const auto failure = DieWithParent(::getpid());
              if (!failure.has_value()) return 1;
              return failure->step == SetupStep::kParent && failure->error == 0
                         ? 0
                         : 2;
            }),
            0);
}

TEST(PrivilegesTest, WhereTheKernelCanItRefusesNewCode) {
  if (kSanitized) return;  // Its runtime may want such memory.
  EXPECT_EQ(InChild([] {
              if (!ForbidNewCode()) return 0;
              void* const page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
              if (page == MAP_FAILED) return 1;
              if (::mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0) return 2;
              return errno == EACCES ? 0 : 3;
            }),
            0);
}

}  // namespace
}  // namespace loadgate::sandbox
