#include "harness/broker/worker_host.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <string_view>

#include "harness/gate/input_report.h"

namespace loadgate {
namespace {

TEST(WorkerHostTest, WithoutAZygoteEachRunSaysWhy) {
  WorkerSettings settings;
  settings.zygote.program = "/bin/false";
  WorkerHost host(settings);
  const auto run = [&host] {
    return host.Run(
        "task", {}, false, [](ByteSpan) { return true; }, nullptr);
  };
  EXPECT_EQ(run()->code, Code::kSandboxUnavailable);
  EXPECT_EQ(host.sandbox(), "none");
  host.Start();
  EXPECT_EQ(run()->code, Code::kSandboxUnavailable);
  EXPECT_NE(run()->message.find("/bin/false"), std::string::npos);
}

TEST(WorkerHostTest, EveryEndHasAFindingThatLeavesTheInputUndecided) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(WorkerEnd::kZygoteGone); ++i) {
    const auto end = static_cast<WorkerEnd>(i);
    names.insert(WorkerEndName(end));
    if (end == WorkerEnd::kDone) continue;
    const Finding finding = FindingOf({.end = end}, WorkerSettings());
    EXPECT_EQ(ReportWithout("x", finding).verdict, Verdict::kUndecided)
        << WorkerEndName(end);
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(WorkerEnd::kZygoteGone) + 1);
}

TEST(WorkerHostTest, OfALimitItsBoundAndItsFlagAreNamed) {
  WorkerSettings settings;
  settings.limits.data_bytes = 12345;
  settings.limits.cpu_seconds = 7;
  settings.timeout = std::chrono::milliseconds(1500);
  const auto message = [&settings](WorkerEnd end) {
    return FindingOf({.end = end}, settings).message;
  };
  EXPECT_EQ(message(WorkerEnd::kMemory),
            "The worker ran out of memory: it may have 12345 bytes. Raise it "
            "with --limit memory=N.");
  EXPECT_EQ(message(WorkerEnd::kCpuTime),
            "The worker ran out of CPU time: it may have 7 s. Raise it with "
            "--limit cpu-seconds=N.");
  EXPECT_EQ(message(WorkerEnd::kWallTime),
            "The worker was not done in time: it may have 1500 ms. Raise it "
            "with --timeout TIME, or run again.");
}

TEST(WorkerHostTest, OnlyAReplyThatEndsWellIsNoFault) {
  EXPECT_EQ(FaultOfReply(ReplyState::kEnded), std::nullopt);
  const auto fault = FaultOfReply(ReplyState::kSecondEnd);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->code, Code::kWorkerBadReply);
  EXPECT_TRUE(
      fault->message.starts_with("The worker's reply has a second end."))
      << fault->message;
}

}  // namespace
}  // namespace loadgate
