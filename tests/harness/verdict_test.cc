#include "harness/gate/verdict.h"

#include <gtest/gtest.h>

#include <vector>

namespace loadgate {
namespace {

int ExitCodeOf(const std::vector<Verdict>& verdicts) {
  Tally tally;
  for (const Verdict verdict : verdicts) tally.Add(verdict);
  return tally.ExitCode();
}

TEST(VerdictTest, NothingJudgedIsTwo) { EXPECT_EQ(ExitCodeOf({}), 2); }

TEST(VerdictTest, AllAcceptedIsZero) {
  EXPECT_EQ(ExitCodeOf({Verdict::kAccept, Verdict::kAccept}), 0);
}

TEST(VerdictTest, OneRejectedIsOne) {
  EXPECT_EQ(ExitCodeOf({Verdict::kAccept, Verdict::kReject}), 1);
}

TEST(VerdictTest, UndecidedWinsOverRejectedInAnyOrder) {
  EXPECT_EQ(ExitCodeOf({Verdict::kUndecided, Verdict::kReject}), 2);
  EXPECT_EQ(ExitCodeOf({Verdict::kReject, Verdict::kUndecided}), 2);
  EXPECT_EQ(ExitCodeOf({Verdict::kUndecided, Verdict::kAccept}), 2);
}

TEST(VerdictTest, IgnoredFilesDecideNothing) {
  Tally tally;
  tally.AddIgnored();
  tally.AddIgnoredFolder();
  EXPECT_EQ(tally.ExitCode(), 2);
  tally.Add(Verdict::kAccept);
  EXPECT_EQ(tally.ExitCode(), 0);
  EXPECT_EQ(tally.inputs(), 1u);
  EXPECT_EQ(tally.ignored(), 1u);
  EXPECT_EQ(tally.ignored_folders(), 1u);
}

TEST(VerdictTest, WhatIsNoVerdictIsUndecided) {
  EXPECT_EQ(ExitCodeOf({static_cast<Verdict>(77)}), 2);
}

}  // namespace
}  // namespace loadgate
