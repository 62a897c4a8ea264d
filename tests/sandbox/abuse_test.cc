// Workers that crash, hang, lie and take too much, and what is said of them.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <csignal>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/message_socket.h"
#include "tests/sandbox/processes.h"
#include "tests/sandbox/run_zygote.h"
#include "tests/sandbox/tasks.h"

namespace loadgate::testing_support {
namespace {

using sandbox::Policy;
using std::chrono::milliseconds;

constexpr WorkerOutcome kDone = {WorkerEnd::kDone};

WorkerOutcome Crash(int signal) { return {WorkerEnd::kCrash, signal}; }

// A sanitizer reports what it finds and exits. (Not signals: handlers of its
// own do not reach workers.)
WorkerOutcome CrashOrReport(int signal) {
  if (!kSanitized) return Crash(signal);
  return {WorkerEnd::kExit, sandbox::kExitSanitizer};
}

struct Case {
  std::string_view task;
  WorkerOutcome outcome;
  std::string_view reply;
  // Whether it is the same where a sanitizer looks on.
  bool in_every_build = true;
};

// What ends by itself, soon.
const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"read", kDone, "12345678"},
      {"throw", kDone, "thrown"},
      {"bad-alloc", kDone, "caught bad_alloc", false},
      {"throw-bad-alloc", kDone, "caught bad_alloc"},
      {"use-memory", kDone, "used memory"},
      {"complain", kDone, "complained"},
      {"nothing", kDone, ""},
      {"short-reply", kDone, "wh"},
      {"two-replies", kDone, "wholewhole"},
      {"exit-7", {WorkerEnd::kExit, 7}, ""},
      {"abort", Crash(SIGABRT), ""},
      {"uncaught", Crash(SIGABRT), ""},
      {"throw-in-noexcept", Crash(SIGABRT), ""},
      {"terminate", Crash(SIGABRT), ""},
      {"check-fails", Crash(SIGABRT), ""},
      {"index-beyond", Crash(SIGABRT), ""},
      {"empty-optional", Crash(SIGABRT), ""},
      {"double-free", CrashOrReport(SIGABRT), ""},
      {"spoil-heap", CrashOrReport(SIGABRT), ""},
      {"free-static", CrashOrReport(SIGABRT), ""},
      {"stack-overflow", CrashOrReport(SIGSEGV), "", false},
      {"divide-by-zero", CrashOrReport(SIGFPE), "", false},
      {"read-null", Crash(SIGSEGV), ""},
      {"illegal-instruction", Crash(SIGILL), "", false},
      {"bomb-new", {WorkerEnd::kMemory}, "", false},
      {"bomb-new-small", {WorkerEnd::kMemory}, "", false},
      {"bomb-malloc", {WorkerEnd::kMemory}, "", false},
      {"bomb-malloc-small", {WorkerEnd::kMemory}, "", false},
      {"bomb-malloc-middle", {WorkerEnd::kMemory}, "", false},
      {"bomb-calloc", {WorkerEnd::kMemory}, "", false},
      {"bomb-realloc", {WorkerEnd::kMemory}, "", false},
      {"new-too-much", {WorkerEnd::kMemory}, "", false},
      {"reply-then-crash", Crash(SIGSEGV), "whole"},
      {"reply-then-forbidden", {WorkerEnd::kViolation}, "whole"},
      {"unheard-of", {WorkerEnd::kExit, kNoSuchTask}, ""},
      {"act:unheard-of", {WorkerEnd::kExit, kNoSuchTask}, ""},
  };
  return cases;
}
constexpr size_t kCases = 36;
constexpr size_t kCasesInEveryBuild = 24;

void RunCases(const std::string& program, Policy policy,
              const Locked& locked = LockedPrograms().front()) {
  const auto zygote = StartZygote(policy, program);
  ASSERT_NE(zygote, nullptr);
  size_t carried_out = 0;
  for (const Case& one : Cases()) {
    SCOPED_TRACE(std::string(one.task));
    const bool to_the_end = !kSanitized || one.in_every_build;
    // Without a limit it would take all that the machine has.
    const bool is_bomb = one.task.starts_with("bomb-");
    if (!to_the_end && (is_bomb || one.task == "bad-alloc")) continue;
    const Told told =
        RunTask(zygote.get(), locked.words(one.task), {.policy = policy});
    EXPECT_EQ(told.outcome.end == WorkerEnd::kViolation,
              one.outcome.end == WorkerEnd::kViolation);
    if (!to_the_end) continue;
    EXPECT_EQ(told.outcome, one.outcome);
    EXPECT_EQ(told.reply, one.reply);
    ++carried_out;
  }
  EXPECT_EQ(carried_out, kSanitized ? kCasesInEveryBuild : kCases);
}

TEST(AbuseTest, EveryEndIsCalledWhatItIs) {
  RunCases(ActZygote(), kTestPolicy);
}

TEST(AbuseTest, EveryEndIsCalledWhatItIsInADynamicProgram) {
  RunCases(DynamicActZygote(), kTestPolicy);
}

TEST(AbuseTest, EveryEndIsCalledWhatItIsInTheProgramThatKnowsRecipes) {
  const Locked& craft = LockedPrograms().at(1);
  RunCases(craft.program, kTestPolicy, craft);
}

TEST(AbuseTest, EveryEndIsCalledWhatItIsUnderTrace) {
  if (kSanitized) return;  // Trace grants too little for its runtime.
  RunCases(ActZygote(), Policy::kTrace);
}

class AbuseOfTimeTest : public testing::Test {
 protected:
  void SetUp() override {
    zygote_ = StartZygote();
    ASSERT_NE(zygote_, nullptr);
  }

  // The zygote is of use to the next file.
  void TearDown() override {
    if (zygote_ == nullptr) return;
    EXPECT_EQ(RunTask(zygote_.get(), "read").reply, "12345678");
  }

  std::unique_ptr<ZygoteClient> zygote_;
};

TEST_F(AbuseOfTimeTest, AGiantReplyIsNoReply) {
  const Told told = RunTask(zygote_.get(), "giant-reply");
  EXPECT_EQ(told.outcome.end, WorkerEnd::kReply);
  EXPECT_LE(told.reply.size(), (size_t{1} << 20) + 16 * 1024);
}

TEST_F(AbuseOfTimeTest, AReplyWithoutEndEndsAtTheDeadline) {
  const Told told = RunTask(
      zygote_.get(), "giant-reply",
      {.time = milliseconds(300), .most_bytes = static_cast<size_t>(-1)});
  EXPECT_EQ(told.outcome.end, WorkerEnd::kWallTime);
}

TEST_F(AbuseOfTimeTest, ADrippingReplyEndsAtTheDeadline) {
  const Told told =
      RunTask(zygote_.get(), "dripping-reply", {.time = milliseconds(300)});
  EXPECT_EQ(told.outcome.end, WorkerEnd::kWallTime);
}

TEST_F(AbuseOfTimeTest, AReplyAndThenNoEndIsNoReply) {
  const Told told =
      RunTask(zygote_.get(), "reply-then-spin", {.time = milliseconds(300)});
  EXPECT_EQ(told.outcome.end, WorkerEnd::kWallTime);
}

TEST_F(AbuseOfTimeTest, AWorkerThatWaitsForEverEndsAtTheDeadline) {
  std::array<int, 2> ends = {-1, -1};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const UniqueFd reader(ends[0]);
  const UniqueFd writer(ends[1]);
  const Told told =
      RunTask(zygote_.get(), "hang",
              {.policy = kSanitized ? kTestPolicy : Policy::kStream,
               .time = milliseconds(300),
               .inputs = {reader.get()}});
  EXPECT_EQ(told.outcome.end, WorkerEnd::kWallTime);
}

TEST_F(AbuseOfTimeTest, AStoppedWorkerEndsAtTheDeadline) {
  const auto stop_worker = [](std::string_view) {
    const auto zygotes = ChildrenOf(::getpid());
    ASSERT_EQ(zygotes.size(), 1u);
    for (const pid_t worker : ChildrenOf(zygotes.front())) {
      ::kill(worker, SIGSTOP);
    }
  };
  const Told told =
      RunTask(zygote_.get(), "reply-then-spin",
              {.time = milliseconds(300), .on_reply = stop_worker});
  EXPECT_EQ(told.outcome.end, WorkerEnd::kWallTime);
  EXPECT_TRUE(WaitUntil(
      [] { return ChildrenOf(ChildrenOf(::getpid()).front()).empty(); }));
}

TEST_F(AbuseOfTimeTest, SpinningComesToTheLimitOfCpuTime) {
  const Told told =
      RunTask(zygote_.get(), "spin",
              {.limits = {.data_bytes = 64 << 20, .cpu_seconds = 1}});
  EXPECT_EQ(told.outcome, WorkerOutcome{WorkerEnd::kCpuTime});
}

TEST_F(AbuseOfTimeTest, BlockingTheSignalHelpsForASecond) {
  const Told told =
      RunTask(zygote_.get(), "spin-unsignalled",
              {.limits = {.data_bytes = 64 << 20, .cpu_seconds = 1}});
  EXPECT_EQ(told.outcome, Crash(SIGKILL));
}

TEST_F(AbuseOfTimeTest, AnInterruptedRunEndsTheWorker) {
  bool begun = false;
  const Told told =
      RunTask(zygote_.get(), "reply-then-spin",
              {.on_reply = [&](std::string_view) { begun = true; },
               .interrupted = [&] { return begun; }});
  EXPECT_EQ(told.outcome.end, WorkerEnd::kInterrupted);
  EXPECT_TRUE(WaitUntil(
      [] { return ChildrenOf(ChildrenOf(::getpid()).front()).empty(); }));
}

TEST_F(AbuseOfTimeTest, SeveralInputsComeInTheirOrder) {
  std::vector<UniqueFd> files;
  std::vector<int> inputs;
  std::string all;
  for (size_t i = 0; i < sandbox::kMostOrderInputs; ++i) {
    all += std::to_string(1000 + i);
    files.push_back(MakeInput(std::to_string(1000 + i)));
    inputs.push_back(files.back().get());
  }
  const Told told = RunTask(zygote_.get(), "read", {.inputs = inputs});
  EXPECT_EQ(told.outcome, kDone);
  EXPECT_EQ(told.reply, all);
}

}  // namespace
}  // namespace loadgate::testing_support
