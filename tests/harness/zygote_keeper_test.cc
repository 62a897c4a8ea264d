#include "harness/broker/zygote_keeper.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "tests/sandbox/processes.h"
#include "tests/sandbox/run_zygote.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::ActZygote;
using testing_support::ChildrenOf;
using testing_support::kTestPolicy;
using testing_support::RunTask;
using testing_support::TempDir;
using testing_support::WaitUntil;

std::unique_ptr<ZygoteKeeper> Start(const std::string& program = ActZygote()) {
  auto started = ZygoteKeeper::Start(testing_support::SpecOf(program));
  if (const auto* error = std::get_if<std::string>(&started)) {
    ADD_FAILURE() << *error;
    return nullptr;
  }
  return std::move(std::get<std::unique_ptr<ZygoteKeeper>>(started));
}

void KillZygote() {
  for (const pid_t zygote : ChildrenOf(::getpid())) ::kill(zygote, SIGKILL);
  EXPECT_TRUE(WaitUntil([] { return ChildrenOf(::getpid()).empty(); }));
}

TEST(ZygoteKeeperTest, AnOrderAfterAnEndGetsANewZygote) {
  const auto keeper = Start();
  ASSERT_NE(keeper, nullptr);
  EXPECT_EQ(keeper->layers().policy, kTestPolicy);
  EXPECT_EQ(RunTask(keeper.get(), "read").reply, "12345678");
  KillZygote();
  // What finds the zygote gone is undecided.
  EXPECT_EQ(RunTask(keeper.get(), "read").outcome.end, WorkerEnd::kZygoteGone);
  EXPECT_EQ(keeper->restarts(), 0);
  EXPECT_EQ(RunTask(keeper.get(), "read").reply, "12345678");
  EXPECT_EQ(keeper->restarts(), 1);
  EXPECT_EQ(ChildrenOf(::getpid()).size(), 1u);
}

TEST(ZygoteKeeperTest, TheOrderThatRunsWhenItEndsIsUndecided) {
  const auto keeper = Start();
  ASSERT_NE(keeper, nullptr);
  const auto kill = [](std::string_view) {
    ::kill(ChildrenOf(::getpid()).front(), SIGKILL);
  };
  EXPECT_EQ(
      RunTask(keeper.get(), "reply-then-spin", {.on_reply = kill}).outcome.end,
      WorkerEnd::kZygoteGone);
  EXPECT_EQ(RunTask(keeper.get(), "read").reply, "12345678");
}

TEST(ZygoteKeeperTest, ACrashOfAWorkerStartsNothing) {
  const auto keeper = Start();
  ASSERT_NE(keeper, nullptr);
  for (const char* const task : {"abort", "act:Getppid", "read-null"}) {
    RunTask(keeper.get(), task);
  }
  EXPECT_EQ(keeper->restarts(), 0);
}

TEST(ZygoteKeeperTest, ThereIsAnEndToIt) {
  const auto keeper = Start();
  ASSERT_NE(keeper, nullptr);
  for (int i = 0; i < kMostRestarts; ++i) {
    KillZygote();
    EXPECT_EQ(RunTask(keeper.get(), "read").outcome.end,
              WorkerEnd::kZygoteGone);
    EXPECT_EQ(RunTask(keeper.get(), "read").outcome.end, WorkerEnd::kDone);
  }
  KillZygote();
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(RunTask(keeper.get(), "read").outcome.end,
              WorkerEnd::kZygoteGone);
  }
  EXPECT_EQ(keeper->restarts(), kMostRestarts);
  EXPECT_TRUE(ChildrenOf(::getpid()).empty());
}

TEST(ZygoteKeeperTest, AProgramThatIsGoneByThenIsNotStarted) {
  const TempDir directory;
  const std::string program = directory.PathOf("zygote");
  ASSERT_EQ(::symlink(ActZygote().c_str(), program.c_str()), 0);
  const auto keeper = Start(program);
  ASSERT_NE(keeper, nullptr);
  ASSERT_EQ(::unlink(program.c_str()), 0);
  KillZygote();
  for (int i = 0; i < kMostRestarts + 2; ++i) {
    EXPECT_EQ(RunTask(keeper.get(), "read").outcome.end,
              WorkerEnd::kZygoteGone);
  }
  EXPECT_EQ(keeper->restarts(), kMostRestarts);
}

TEST(ZygoteKeeperTest, ThreadsThatFindItGoneStartOneBetweenThem) {
  const auto keeper = Start();
  ASSERT_NE(keeper, nullptr);
  // They live as long as the keeper is used.
  KillZygote();
  RunTask(keeper.get(), "read");
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  std::atomic<int> finished = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      if (RunTask(keeper.get(), "read").reply == "12345678") ++right;
      ++finished;
      WaitUntil([&] { return finished == 4; });
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 4);
  EXPECT_EQ(keeper->restarts(), 1);
}

}  // namespace
}  // namespace loadgate
