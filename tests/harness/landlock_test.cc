#include "harness/sandbox/landlock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <bit>
#include <cerrno>

#include "tests/sandbox/run_zygote.h"

namespace loadgate::sandbox {
namespace {

using testing_support::InChild;

TEST(LandlockTest, EachVersionAddsWhatItsManualSays) {
  constexpr int kFileRights[] = {13, 14, 15, 15, 16, 16};
  constexpr int kNetRights[] = {0, 0, 0, 2, 2, 2};
  constexpr int kScopes[] = {0, 0, 0, 0, 0, 2};
  constexpr size_t kBytes[] = {8, 8, 8, 16, 16, 24};
  for (int version = 1; version <= 6; ++version) {
    const LandlockAttributes all = AllRights(version);
    EXPECT_EQ(std::popcount(all.handled_access_fs), kFileRights[version - 1]);
    EXPECT_EQ(std::popcount(all.handled_access_net), kNetRights[version - 1]);
    EXPECT_EQ(std::popcount(all.scoped), kScopes[version - 1]);
    EXPECT_EQ(AttributeBytes(version), kBytes[version - 1]) << version;
  }
}

TEST(LandlockTest, ALaterVersionIsTakenForTheLastThatIsKnown) {
  EXPECT_EQ(AllRights(99).handled_access_fs, AllRights(6).handled_access_fs);
  EXPECT_EQ(AllRights(99).scoped, AllRights(6).scoped);
  EXPECT_EQ(AttributeBytes(99), sizeof(LandlockAttributes));
}

TEST(LandlockTest, WhatAVersionDoesNotKnowIsBeyondItsBytesOrZero) {
  for (int version = 1; version <= 6; ++version) {
    const LandlockAttributes all = AllRights(version);
    if (AttributeBytes(version) < 16) {
      EXPECT_EQ(all.handled_access_net, 0u);
    }
    if (AttributeBytes(version) < 24) {
      EXPECT_EQ(all.scoped, 0u);
    }
  }
}

TEST(LandlockTest, WhatIsMissingIsToldFromWhatFails) {
  EXPECT_TRUE(IsLandlockMissing(-ENOSYS));
  EXPECT_TRUE(IsLandlockMissing(-EOPNOTSUPP));
  EXPECT_TRUE(IsLandlockMissing(-EPERM)) << "a container's filter";
  for (const int version : {1, 7, 0, -EINVAL, -E2BIG, -ENOMEM, -EACCES}) {
    EXPECT_FALSE(IsLandlockMissing(version)) << version;
  }
}

TEST(LandlockTest, ItNeedsThatNoPrivilegesCanBeGained) {
  EXPECT_EQ(InChild([] {
              if (::setuid(::getuid() == 0 ? 65534 : ::getuid()) != 0) return 1;
              return DenyAllByLandlock();
            }),
            EPERM);
}

TEST(LandlockTest, WhatIsOpenStaysAndNothingElseOpens) {
  EXPECT_EQ(InChild([] {
              const int before = ::open("/dev/null", O_RDWR);
              ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
              if (DenyAllByLandlock() != 0) return 1;
              if (::write(before, "x", 1) != 1) return 2;
              if (::open("/dev/null", O_RDWR) >= 0) return 3;
              if (errno != EACCES) return 4;
              if (::open("/", O_RDONLY) >= 0) return 5;
              return 0;
            }),
            0);
}

TEST(LandlockTest, ItHoldsForChildren) {
  EXPECT_EQ(InChild([] {
              ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
              if (DenyAllByLandlock() != 0) return 1;
              return InChild(
                  [] { return ::open("/dev/null", O_RDONLY) < 0 ? errno : 0; });
            }),
            EACCES);
}

}  // namespace
}  // namespace loadgate::sandbox
