#include "harness/broker/zygote_client.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "harness/sandbox/landlock.h"
#include "tests/sandbox/processes.h"
#include "tests/sandbox/run_zygote.h"

// What workers and zygotes can do to it, is in tests/sandbox/.

namespace loadgate {
namespace {

using testing_support::ChildrenOf;
using testing_support::kTestPolicy;
using testing_support::MakeInput;
using testing_support::OpenDescriptors;
using testing_support::RunTask;
using testing_support::StartZygote;

const auto kNow = [] { return ZygoteClient::Clock::now(); };

WorkerOutcome OutcomeOf(ZygoteClient* zygote, const std::vector<int>& inputs,
                        const std::string& task) {
  const sandbox::Order order = {.policy = kTestPolicy, .task = task};
  return zygote->Run(
      order, inputs, [](ByteSpan) { return true; },
      kNow() + std::chrono::minutes(5), nullptr);
}

TEST(ZygoteClientTest, SaysWhichLayersHold) {
  const auto zygote = StartZygote();
  ASSERT_NE(zygote, nullptr);
  EXPECT_EQ(zygote->layers().landlock, sandbox::LandlockVersion());
  EXPECT_EQ(zygote->layers().policy, kTestPolicy);
}

TEST(ZygoteClientTest, HandsTheReplyOnInPiecesAndStaysUsable) {
  const auto zygote = StartZygote();
  ASSERT_NE(zygote, nullptr);
  for (int i = 0; i < 3; ++i) {
    const auto told = RunTask(zygote.get(), "read");
    EXPECT_EQ(told.outcome, WorkerOutcome{WorkerEnd::kDone});
    EXPECT_EQ(told.reply, "12345678");
  }
}

TEST(ZygoteClientTest, OrdersThatCannotBeSentAreNotStarted) {
  const auto zygote = StartZygote();
  ASSERT_NE(zygote, nullptr);
  const UniqueFd file = MakeInput("x");
  const WorkerOutcome too_big = {WorkerEnd::kNotStarted, E2BIG};
  EXPECT_EQ(OutcomeOf(zygote.get(), {}, "read"),
            (WorkerOutcome{WorkerEnd::kNotStarted, EINVAL}));
  EXPECT_EQ(
      OutcomeOf(zygote.get(),
                std::vector<int>(sandbox::kMostOrderInputs + 1, file.get()),
                "read"),
      too_big);
  EXPECT_EQ(OutcomeOf(zygote.get(), {file.get()},
                      std::string(sandbox::kMostTaskBytes + 1, 't')),
            too_big);
  EXPECT_EQ(OutcomeOf(zygote.get(), {-1}, "read"),
            (WorkerOutcome{WorkerEnd::kNotStarted, EBADF}));
  EXPECT_EQ(OutcomeOf(zygote.get(), {file.get()}, "read").end,
            WorkerEnd::kDone);
}

TEST(ZygoteClientTest, EndsTheZygoteAndLeavesNothingBehind) {
  const size_t before = OpenDescriptors();
  auto zygote = StartZygote();
  ASSERT_NE(zygote, nullptr);
  EXPECT_EQ(ChildrenOf(::getpid()).size(), 1u);
  zygote = nullptr;
  EXPECT_EQ(ChildrenOf(::getpid()).size(), 0u);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(OpenDescriptors(), before);
}

TEST(ZygoteClientTest, AFailedStartLeavesNothingBehindEither) {
  const size_t before = OpenDescriptors();
  EXPECT_NE(testing_support::WhyNoZygote("/bin/true"), "");
  EXPECT_NE(testing_support::WhyNoZygote("/nowhere"), "");
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(OpenDescriptors(), before);
}

// As programs are started by some supervisors.
TEST(ZygoteClientTest, ServesWhereTheSignalsOfChildrenAreIgnored) {
  EXPECT_EQ(testing_support::InChild([] {
              ::signal(SIGCHLD, SIG_IGN);
              auto zygote = StartZygote();
              if (zygote == nullptr) return 1;
              if (RunTask(zygote.get(), "read").reply != "12345678") return 2;
              ::kill(ChildrenOf(::getpid()).front(), SIGKILL);
              zygote = nullptr;
              return ChildrenOf(::getpid()).empty() ? 0 : 3;
            }),
            0);
}

// The program is started in a session of its own: a terminal's signals do not
// reach it.
TEST(ZygoteClientTest, TheZygoteHasASessionOfItsOwn) {
  const auto zygote = StartZygote();
  ASSERT_NE(zygote, nullptr);
  const pid_t pid = ChildrenOf(::getpid()).front();
  EXPECT_EQ(::getsid(pid), pid);
  EXPECT_NE(::getsid(0), pid);
}

}  // namespace
}  // namespace loadgate
