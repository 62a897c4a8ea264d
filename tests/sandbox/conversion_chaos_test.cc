// Whatever of disasm and asm is stopped or killed, and whenever: what they make
// is there as it is without that, or not at all.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/sandbox/chaos.h"
#include "tests/sandbox/running_program.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The files of a folder by their names, or a file as one without a name; none
// where nothing is.
using Made = std::map<std::string, std::string>;

std::string Contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Made MadeAt(const std::string& path) {
  if (!fs::exists(path)) return {};
  if (!fs::is_directory(path)) return {{"", Contents(path)}};
  Made made;
  for (const auto& entry : fs::directory_iterator(path)) {
    made[entry.path().filename()] = Contents(entry.path());
  }
  return made;
}

enum class Way : uint8_t {
  kDisasm,
  kDisasmSet,
  kAsm,
  kAsmSet,
  kToStandardOutput
};
constexpr uint64_t kWays = 5;

// Who is struck: as for `check`, or the program itself.
struct ConversionPlan {
  Way way = Way::kDisasm;
  Plan plan;
  bool program = false;
  bool there_before = false;  // Whether there is an older file of that name.
};

ConversionPlan ConversionPlanOf(uint64_t number, bool brief) {
  std::mt19937_64 random(number);
  ConversionPlan made;
  made.plan = PlanOf(random(), brief);
  made.plan.jobs = 1;
  made.way = static_cast<Way>(random() % kWays);
  made.program = random() % 4 == 0;
  made.there_before = random() % 2 == 0;
  return made;
}

std::string Name(const ConversionPlan& plan) {
  const bool assembles = plan.way == Way::kAsm || plan.way == Way::kAsmSet;
  const std::string verb = assembles ? "asm: " : "disasm: ";
  if (plan.program) return verb.substr(0, verb.size() - 2) + " kill program";
  const std::string text = PlanText(plan.plan);
  return verb.substr(0, verb.size() - 2) + " " + text.substr(0, text.find(','));
}

class ConversionChaosTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string slow = SlowBytes();
    dir_.WriteFile("in/f", slow);
    dir_.WriteFile("in/set/a", slow);
    dir_.WriteFile("in/set/b", "b");
    Undisturbed(Way::kDisasm, "in/f.recipe");
    Undisturbed(Way::kDisasmSet, "in/set.recipe");
    for (uint64_t i = 0; i < kWays; ++i) {
      const Way way = static_cast<Way>(i);
      Undisturbed(way, "out/made");
      whole_[way] = MadeAt(dir_.PathOf("out/made"));
      ASSERT_FALSE(whole_[way].empty());
    }
  }

  static std::vector<std::string> Line(Way way, const std::string& output,
                                       const char* time) {
    const std::string to = "--output=" + output;
    const std::string limit = std::string("--timeout=") + time;
    switch (way) {
      case Way::kDisasm:
        return {"disasm", limit, to, "in/f"};
      case Way::kDisasmSet:
        return {"disasm", limit, to, "in/set"};
      case Way::kAsm:
        return {"asm", limit, to, "in/f.recipe"};
      case Way::kAsmSet:
        return {"asm", limit, to, "in/set.recipe"};
      case Way::kToStandardOutput:
        break;
    }
    return {"disasm", limit, "in/f"};
  }

  // Makes it, and takes the least time that it took.
  void Undisturbed(Way way, const std::string& output) {
    fs::create_directories(dir_.PathOf("out"));
    fs::remove_all(dir_.PathOf(output));
    const auto start = Clock::now();
    RunningProgram program(Line(way, output, "5m"), dir_.path());
    ASSERT_EQ(program.Wait(std::chrono::minutes(5)), 0) << program.Errors();
    time_ = std::max(
        time_, std::chrono::duration_cast<milliseconds>(Clock::now() - start));
    EXPECT_TRUE(RunningProgram::LeavesNothing());
    if (way == Way::kToStandardOutput) {
      dir_.WriteFile(output, program.Output());
    }
  }

  // What was there before a run: never a folder, which asm would not replace.
  Made Before(const ConversionPlan& plan) {
    fs::remove_all(dir_.PathOf("out"));
    fs::create_directories(dir_.PathOf("out"));
    const bool older = plan.there_before && plan.way != Way::kAsmSet &&
                       plan.way != Way::kToStandardOutput;
    if (older) dir_.WriteFile("out/made", "older");
    return MadeAt(dir_.PathOf("out/made"));
  }

  std::string Run(const ConversionPlan& plan, Ran* run);
  std::string OutcomeOf(const ConversionPlan& plan, const Made& before,
                        const RunningProgram& program, const Ran& run);

  TempDir dir_;
  std::map<Way, Made> whole_;
  milliseconds time_{0};
};

// Carries a plan out and returns what came of it.
std::string ConversionChaosTest::Run(const ConversionPlan& plan, Ran* run) {
  const Made before = Before(plan);
  const auto start = Clock::now();
  RunningProgram program(Line(plan.way, "out/made", kSanitized ? "20s" : "1s"),
                         dir_.path());
  std::this_thread::sleep_for(time_ * plan.plan.moment);
  if (plan.program) {
    run->sent = !program.HasEnded();
    program.Send(SIGKILL);
  }
  while (!run->sent && !program.HasEnded()) {
    run->sent = Strike(plan.plan, program, run);
  }
  run->exit_code = program.Wait(std::chrono::minutes(1)).value_or(-1);
  run->time = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
  EXPECT_NE(run->exit_code, -1) << "it does not end";
  EXPECT_TRUE(RunningProgram::LeavesNothing());
  run->errors = program.Errors();
  return OutcomeOf(plan, before, program, *run);
}

std::string ConversionChaosTest::OutcomeOf(const ConversionPlan& plan,
                                           const Made& before,
                                           const RunningProgram& program,
                                           const Ran& run) {
  Made made = MadeAt(dir_.PathOf("out/made"));
  const std::string output = program.Output();
  if (plan.way == Way::kToStandardOutput && !output.empty()) {
    made = {{"", output}};
  }
  const Made& whole = whole_[plan.way];
  if (run.exit_code == 0) {
    EXPECT_TRUE(made == whole) << "success, and not all is there";
    EXPECT_FALSE(run.certain && plan.plan.target == Target::kWorker)
        << "a worker was stopped, and all was made";
    EXPECT_EQ(run.errors, "");
    return "made";
  }
  if (plan.program) {
    EXPECT_EQ(run.exit_code, -SIGKILL);
    // What goes to a pipe or file of the caller's may end anywhere.
    if (plan.way == Way::kToStandardOutput) return "ended";
    EXPECT_TRUE(made == before || made == whole) << "half of it is there";
    return "ended";
  }
  EXPECT_EQ(run.exit_code, 2) << run.errors;
  EXPECT_TRUE(made == before) << "failure, and something was made";
  const auto left = std::distance(fs::directory_iterator(dir_.PathOf("out")),
                                  fs::directory_iterator());
  EXPECT_EQ(left, before.empty() ? 0 : 1) << "something is left beside it";
  for (const std::string code : {"worker-crash", "limit-wall-time",
                                 "worker-not-started", "sandbox-unavailable"}) {
    if (run.errors.find(": " + code + ": ") != std::string::npos) return code;
  }
  ADD_FAILURE() << "it does not say why: " << run.errors;
  return "other";
}

// A few runs, or as many as scripts/sandbox_chaos asks for.
TEST_F(ConversionChaosTest, NothingHalfMadeComesOfASignal) {
  const uint64_t asked_for = ChaosNumber("LG_CHAOS_RUNS", 0);
  const uint64_t runs = asked_for > 0 ? asked_for : kSanitized ? 4 : 25;
  const uint64_t first = ChaosNumber("LG_CHAOS_SEED", 1);
  std::map<std::string, Row> rows;
  for (uint64_t i = 0; i < runs; ++i) {
    const ConversionPlan plan = ConversionPlanOf(first + i, asked_for == 0);
    SCOPED_TRACE("seed " + std::to_string(first + i) + " (" + Name(plan) + ")");
    Ran run;
    const std::string outcome = Run(plan, &run);
    Row& row = rows[Name(plan)];
    row.Add(run);
    ++row.outcomes[outcome];
  }
  if (const char* const path = std::getenv("LG_CHAOS_TABLE")) {
    std::ofstream(path) << RowsText(rows);
  }
}

}  // namespace
}  // namespace loadgate::testing_support
