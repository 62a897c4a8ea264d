#include "harness/broker/worker_outcome.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <set>
#include <string>
#include <string_view>

#include "harness/sandbox/exit_status.h"
#include "tests/sandbox/run_zygote.h"

namespace loadgate {
namespace {

constexpr WorkerEnd kEnds[] = {
    WorkerEnd::kDone,        WorkerEnd::kSetupFailed, WorkerEnd::kViolation,
    WorkerEnd::kMemory,      WorkerEnd::kCpuTime,     WorkerEnd::kWallTime,
    WorkerEnd::kCrash,       WorkerEnd::kExit,        WorkerEnd::kReply,
    WorkerEnd::kInterrupted, WorkerEnd::kNotStarted,  WorkerEnd::kZygoteGone};

WorkerOutcome Expected(int exit_status) {
  switch (exit_status) {
    case sandbox::kExitDone:
      return {WorkerEnd::kDone};
    case sandbox::kExitMemory:
      return {WorkerEnd::kMemory};
    case sandbox::kExitFilter:
      return {WorkerEnd::kSetupFailed, 0, sandbox::SetupStep::kFilter};
    case sandbox::kExitForbidden:
      return {WorkerEnd::kViolation};
    default:
      return {WorkerEnd::kExit, exit_status};
  }
}

TEST(WorkerOutcomeTest, EveryExitStatusIsWhatItIs) {
  for (int status = 0; status < 256; ++status) {
    EXPECT_EQ(OutcomeOfStatus(W_EXITCODE(status, 0)), Expected(status))
        << status;
  }
}

TEST(WorkerOutcomeTest, OnlyTheStatusZeroIsDone) {
  size_t done = 0;
  for (int status = 0; status <= 0xffff; ++status) {
    // Others are of processes that have not ended.
    if (!WIFEXITED(status) && !WIFSIGNALED(status)) continue;
    if (OutcomeOfStatus(status).end != WorkerEnd::kDone) continue;
    EXPECT_EQ(status, 0);
    ++done;
  }
  EXPECT_EQ(done, 1u);
}

TEST(WorkerOutcomeTest, EverySignalIsACrashButTwo) {
  for (int signal = 1; signal < NSIG; ++signal) {
    for (const int core : {0, WCOREFLAG}) {
      const WorkerOutcome outcome =
          OutcomeOfStatus(W_EXITCODE(0, signal) | core);
      if (signal == SIGSYS) {
        EXPECT_EQ(outcome, WorkerOutcome{WorkerEnd::kViolation});
      } else if (signal == SIGXCPU) {
        EXPECT_EQ(outcome, WorkerOutcome{WorkerEnd::kCpuTime});
      } else {
        EXPECT_EQ(outcome, (WorkerOutcome{WorkerEnd::kCrash, signal}));
      }
    }
  }
}

TEST(WorkerOutcomeTest, EachEndHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const WorkerEnd end : kEnds) {
    EXPECT_NE(WorkerEndName(end), "unknown");
    names.insert(WorkerEndName(end));
  }
  EXPECT_EQ(names.size(), std::size(kEnds));
  EXPECT_EQ(WorkerEndName(static_cast<WorkerEnd>(std::size(kEnds))), "unknown");
}

TEST(WorkerOutcomeTest, EachEndThatIsNotDoneIsASentence) {
  std::set<std::string> texts;
  for (const WorkerEnd end : kEnds) {
    const std::string text = OutcomeText({end, 1});
    if (end == WorkerEnd::kDone) {
      EXPECT_EQ(text, "");
      continue;
    }
    EXPECT_EQ(text.back(), '.') << text;
    texts.insert(text);
  }
  EXPECT_EQ(texts.size(), std::size(kEnds) - 1);
}

TEST(WorkerOutcomeTest, SentencesNameSignalsErrorsAndSteps) {
  EXPECT_EQ(OutcomeText({WorkerEnd::kCrash, SIGSEGV}),
            "The worker crashed: SIGSEGV.");
  EXPECT_EQ(OutcomeText({WorkerEnd::kCrash, SIGKILL}),
            "The worker crashed: SIGKILL (out of memory?).");
  EXPECT_EQ(OutcomeText({WorkerEnd::kCrash, 60}),
            "The worker crashed: signal 60.");
  EXPECT_EQ(OutcomeText({WorkerEnd::kExit, 7}),
            "The worker ended with the status 7.");
  EXPECT_EQ(OutcomeText({WorkerEnd::kNotStarted, EAGAIN}),
            "No worker could be started (EAGAIN).");
  EXPECT_EQ(
      OutcomeText({WorkerEnd::kSetupFailed, 0, sandbox::SetupStep::kFilter}),
      "The worker could not be locked: seccomp (it had no effect).");
  EXPECT_EQ(
      OutcomeText({WorkerEnd::kSetupFailed, 9999, sandbox::SetupStep::kLimits}),
      "The worker could not be locked: limits (error 9999).");
}

}  // namespace
}  // namespace loadgate
