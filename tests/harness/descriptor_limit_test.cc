#include "harness/descriptor_limit.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace loadgate {
namespace {

TEST(DescriptorLimitTest, AtLeastOneJobFits) {
  for (const uint64_t descriptors : {0u, 3u, 48u, 51u}) {
    EXPECT_EQ(JobsThatFit(8, descriptors), 1u) << descriptors;
  }
}

TEST(DescriptorLimitTest, JobsFitByWhatTheyHaveOpen) {
  EXPECT_EQ(JobsThatFit(8, 56), 2u);
  EXPECT_EQ(JobsThatFit(256, 1024), 244u);
  EXPECT_EQ(JobsThatFit(8, 1024), 8u);
  EXPECT_EQ(JobsThatFit(256, UINT64_MAX), 256u);
}

// Sets both limits and ends with whether FitJobs leaves so many of 256 jobs,
// and says so.
[[noreturn]] void EndFitting(rlim_t soft, rlim_t hard, size_t left) {
  const rlimit limit = {soft, hard};
  ::setrlimit(RLIMIT_NOFILE, &limit);
  size_t jobs = 256;
  const auto told = FitJobs(&jobs);
  ::_exit(jobs == left && told.has_value() == (left < 256) ? 7 : 9);
}

TEST(DescriptorLimitDeathTest, TheSoftLimitIsRaisedAndTheHardOneCounts) {
  EXPECT_EXIT(EndFitting(256, 4096, 256), testing::ExitedWithCode(7), "");
  EXPECT_EXIT(EndFitting(128, 128, 20), testing::ExitedWithCode(7), "");
}

// A set has up to 248 files open at once, with one job too.
[[noreturn]] void EndRaising() {
  const rlimit limit = {128, 4096};
  ::setrlimit(RLIMIT_NOFILE, &limit);
  size_t jobs = 1;
  FitJobs(&jobs);
  rlimit raised = {};
  ::getrlimit(RLIMIT_NOFILE, &raised);
  ::_exit(raised.rlim_cur == 4096 ? 7 : 9);
}

TEST(DescriptorLimitDeathTest, OneJobHasRoomForASetToo) {
  EXPECT_EXIT(EndRaising(), testing::ExitedWithCode(7), "");
}

TEST(DescriptorLimitTest, OneJobIsLeftAlone) {
  size_t jobs = 1;
  EXPECT_EQ(FitJobs(&jobs), std::nullopt);
  EXPECT_EQ(jobs, 1u);
}

}  // namespace
}  // namespace loadgate
