// Whatever is stopped or killed, and whenever: no verdict comes of it.

#include "tests/sandbox/chaos.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/support/sanitizers.h"

namespace loadgate::testing_support {
namespace {

using std::chrono::milliseconds;

// A run over a good and a bad file, and what is said of one like it.
Ran Undisturbed() {
  Ran run;
  run.exit_code = 1;
  run.inputs = {{"a", "accept", "12ab", {"a-note"}},
                {"b", "reject", "34cd", {"an-error"}},
                {"c", "accept", "56ef", {}}};
  return run;
}

bool IsFine(const Ran& run, const Plan& plan = {}) {
  return Complaints(Undisturbed(), plan, run).empty();
}

TEST(ChaosTest, AReportIsReadByItsLines) {
  const std::vector<InputWords> inputs = ReadReport(
      "{\"loadgate\":{},\n\"inputs\":[\n"
      "{\"path\":\"a\",\"verdict\":\"accept\",\"findings\":[],"
      "\"header\":{\"bytes\":3,\"sha256\":\"12ab\"}},\n"
      "{\"path\":\"b\",\"verdict\":\"reject\",\"findings\":["
      "{\"code\":\"x\",\"message\":\"\\\"verdict\\\":\\\"accept\\\"\"},"
      "{\"code\":\"y\"}]}],\n\"counts\":{}}\n");
  const std::vector<InputWords> expected = {{"a", "accept", "12ab", {}},
                                            {"b", "reject", "", {"x", "y"}}};
  EXPECT_EQ(inputs, expected);
}

TEST(ChaosTest, WhatASignalMayDoIsNoComplaint) {
  Ran run = Undisturbed();
  EXPECT_TRUE(IsFine(run));
  run.inputs[1] = {"b", "undecided", "", {"worker-crash"}};
  EXPECT_FALSE(IsFine(run)) << "with exit code 1";
  run.exit_code = 2;
  EXPECT_TRUE(IsFine(run));
  run.certain = true;
  EXPECT_TRUE(IsFine(run));
}

TEST(ChaosTest, AnotherVerdictIsAComplaint) {
  for (const InputWords& other :
       std::vector<InputWords>{{"b", "accept", "34cd", {"an-error"}},
                               {"b", "reject", "34cd", {"another"}},
                               {"b", "reject", "ffff", {"an-error"}},
                               {"x", "reject", "34cd", {"an-error"}}}) {
    Ran run = Undisturbed();
    run.inputs[1] = other;
    EXPECT_FALSE(IsFine(run)) << other.verdict << " " << other.sha256;
  }
  Ran run = Undisturbed();
  run.inputs.pop_back();
  EXPECT_FALSE(IsFine(run));
}

TEST(ChaosTest, UndecidedIsSaidInItsOwnWords) {
  for (const InputWords& other : std::vector<InputWords>{
           {"b", "undecided", "", {}},
           {"b", "undecided", "", {"worker-crash", "an-error"}},
           {"b", "undecided", "", {"an-error"}},
           {"b", "undecided", "34cd", {"worker-crash"}}}) {
    Ran run = Undisturbed();
    run.exit_code = 2;
    run.inputs[1] = other;
    EXPECT_FALSE(IsFine(run));
  }
}

TEST(ChaosTest, OneSignalDoesNoMoreThanItsShare) {
  Ran run = Undisturbed();
  run.exit_code = 2;
  run.inputs[0] = {"a", "undecided", "", {"worker-not-started"}};
  run.inputs[2] = {"c", "undecided", "", {"worker-not-started"}};
  EXPECT_TRUE(IsFine(run, {.jobs = 2}));
  EXPECT_FALSE(IsFine(run, {.jobs = 1}));
  run.inputs[0].codes = run.inputs[2].codes = {"worker-crash"};
  EXPECT_FALSE(IsFine(run, {.jobs = 2}));
  run.inputs[0].codes = run.inputs[2].codes = {"sandbox-unavailable"};
  EXPECT_FALSE(IsFine(run, {.jobs = 2})) << "and one was decided";
}

TEST(ChaosTest, WhatIsLeftOrHangsOrWasBelievedIsAComplaint) {
  Ran run = Undisturbed();
  run.left_something = true;
  EXPECT_FALSE(IsFine(run));
  run = Undisturbed();
  run.exit_code = -1;
  EXPECT_FALSE(IsFine(run));
  run = Undisturbed();
  run.errors = "loadgate: oh";
  EXPECT_FALSE(IsFine(run));
  run = Undisturbed();
  run.certain = true;
  EXPECT_FALSE(IsFine(run, {.target = Target::kWorker}));
  EXPECT_TRUE(IsFine(run, {.target = Target::kZygote}));
}

// A few runs, or as many as scripts/sandbox_chaos asks for.
TEST(ChaosTest, NoVerdictComesOfASignalToAZygoteOrAWorker) {
  const uint64_t asked_for = ChaosNumber("LG_CHAOS_RUNS", 0);
  const uint64_t runs = asked_for > 0 ? asked_for : kSanitized ? 4 : 30;
  const uint64_t first = ChaosNumber("LG_CHAOS_SEED", 1);
  const ChaosFiles files;
  const Ran undisturbed = files.RunUndisturbed();
  ASSERT_EQ(undisturbed.exit_code, 1);
  ASSERT_EQ(undisturbed.inputs.size(), 9u);
  ASSERT_FALSE(undisturbed.left_something);
  // What a run takes where nothing else does, as far as that is to be had.
  milliseconds time = undisturbed.time;
  for (int i = 0; i < 3; ++i) {
    time = std::min(time, files.RunUndisturbed().time);
  }
  std::map<std::string, Row> rows;
  for (uint64_t i = 0; i < runs; ++i) {
    const Plan plan = PlanOf(first + i, asked_for == 0);
    const Ran run = files.Run(plan, time);
    Row& row = rows[PlanText(plan)];
    row.Add(run);
    for (const InputWords& input : run.inputs) {
      ++row.outcomes[input.verdict == "undecided" && !input.codes.empty()
                         ? input.codes.front()
                         : input.verdict];
    }
    for (const std::string& what : Complaints(undisturbed, plan, run)) {
      ADD_FAILURE() << "seed " << first + i << " (" << PlanText(plan)
                    << "): " << what;
    }
  }
  if (const char* const path = std::getenv("LG_CHAOS_TABLE")) {
    std::ofstream(path) << RowsText(rows);
  }
}

}  // namespace
}  // namespace loadgate::testing_support
