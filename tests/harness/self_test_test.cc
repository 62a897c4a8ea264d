#include "harness/sandbox/self_test.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/sandbox/landlock.h"
#include "harness/sandbox/privileges.h"
#include "tests/sandbox/run_zygote.h"

// How it looks where a layer does nothing, is in environment_test.cc.

namespace loadgate::sandbox {
namespace {

using testing_support::InChild;
using testing_support::kTestPolicy;

// The step that failed, or 0.
int Try(bool locked, bool landlock) {
  if (DropPrivileges()) return 100;
  if (locked && DenyAllByLandlock() != 0) return 101;
  const SetupResult failure = TestSandbox(kTestPolicy, landlock);
  return failure ? static_cast<int>(failure->step) : 0;
}

TEST(SelfTestTest, ALockedProcessPasses) {
  EXPECT_EQ(InChild([] { return Try(true, true); }), 0);
  EXPECT_EQ(InChild([] { return Try(true, false); }), 0);
}

TEST(SelfTestTest, WithoutLandlockItPassesOnlyWhereNobodySaysThatItIsThere) {
  EXPECT_EQ(InChild([] { return Try(false, false); }), 0);
  EXPECT_EQ(InChild([] { return Try(false, true); }),
            static_cast<int>(SetupStep::kLandlock));
}

TEST(SelfTestTest, AFailureInAProbeIsCalledByItsStep) {
  EXPECT_EQ(InChild([] {
              for (int fd = 3; fd < 1024; ++fd) ::close(fd);
              // The socket pair, and one of three copies.
              const rlimit few = {6, 6};
              ::setrlimit(RLIMIT_NOFILE, &few);
              return Try(true, true);
            }),
            static_cast<int>(SetupStep::kDescriptors));
}

}  // namespace
}  // namespace loadgate::sandbox
