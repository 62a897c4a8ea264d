#include "harness/sandbox/worker_limits.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <vector>

#include "tests/sandbox/run_zygote.h"

namespace loadgate::sandbox {
namespace {

using testing_support::InChild;

constexpr WorkerLimits kLimits = {
    .data_bytes = 300 << 20, .stack_bytes = 2 << 20, .cpu_seconds = 7};

bool IsSet(int resource, rlim_t soft, rlim_t hard) {
  rlimit now = {};
  ::getrlimit(static_cast<decltype(RLIMIT_DATA)>(resource), &now);
  return now.rlim_cur == soft && now.rlim_max == hard;
}

// Returns 0, or the number of the first row that is not so.
struct Expected {
  int resource;
  rlim_t soft;
  rlim_t hard;
};
int FirstOther(const std::vector<Expected>& rows) {
  int number = 1;
  for (const Expected& row : rows) {
    if (!IsSet(row.resource, row.soft, row.hard)) return number;
    ++number;
  }
  return 0;
}

TEST(WorkerLimitsTest, SetsWhatIsAskedForAndForbidsTheRest) {
  for (const Policy policy : {Policy::kRelease, Policy::kStream}) {
    EXPECT_EQ(InChild([policy] {
                if (LimitWorker(kLimits, policy, 5)) return 100;
                return FirstOther({{RLIMIT_DATA, 300 << 20, 300 << 20},
                                   {RLIMIT_STACK, 2 << 20, 2 << 20},
                                   {RLIMIT_CPU, 7, 8},
                                   {RLIMIT_NOFILE, 8, 8},
                                   {RLIMIT_FSIZE, 0, 0},
                                   {RLIMIT_CORE, 0, 0},
                                   {RLIMIT_NPROC, 0, 0},
                                   {RLIMIT_MEMLOCK, 0, 0},
                                   {RLIMIT_MSGQUEUE, 0, 0}});
              }),
              0);
  }
}

TEST(WorkerLimitsTest, ALimitThatIsLowerAlreadyIsKept) {
  EXPECT_EQ(InChild([] {
              const rlimit low = {100 << 20, 200 << 20};
              ::setrlimit(RLIMIT_DATA, &low);
              if (LimitWorker(kLimits, Policy::kRelease, 1)) return 100;
              return FirstOther({{RLIMIT_DATA, 200 << 20, 200 << 20}});
            }),
            0);
}

TEST(WorkerLimitsTest, ASanitizerMayMapItsShadowAndOpenPipes) {
  EXPECT_EQ(
      InChild([] {
        rlimit data = {};
        ::getrlimit(RLIMIT_DATA, &data);
        rlimit files = {};
        ::getrlimit(RLIMIT_NOFILE, &files);
        if (LimitWorker(kLimits, Policy::kSanitizer, 1)) return 100;
        return FirstOther({{RLIMIT_DATA, data.rlim_max, data.rlim_max},
                           {RLIMIT_NOFILE, files.rlim_max, files.rlim_max},
                           {RLIMIT_CPU, 7, 8},
                           {RLIMIT_CORE, 0, 0}});
      }),
      0);
}

// Standard error may be a file, and SIGXFSZ would say nothing.
TEST(WorkerLimitsTest, WhereMessagesAreWantedFilesMayBeWritten) {
  for (const Policy policy : {Policy::kTrace, Policy::kSanitizer}) {
    EXPECT_EQ(
        InChild([policy] {
          rlimit size = {};
          ::getrlimit(RLIMIT_FSIZE, &size);
          if (LimitWorker(kLimits, policy, 1)) return 100;
          return FirstOther({{RLIMIT_FSIZE, size.rlim_max, size.rlim_max}});
        }),
        0);
  }
}

}  // namespace
}  // namespace loadgate::sandbox
