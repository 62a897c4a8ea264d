#include "harness/broker/craft_workers.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/sandbox/orders.h"
#include "harness/worker_options.h"
#include "loadgate/unique_fd.h"
#include "tests/harness/sample_crafts.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::Encoded;
using testing_support::OneFile;
using testing_support::SampleCrafts;
using testing_support::TempDir;
using Ran = std::variant<CraftResult, Finding>;

class CraftWorkersTest : public testing::Test {
 protected:
  static WorkerSettings Settings(const char* program) {
    WorkerSettings settings = DefaultCraftSettings();
    settings.zygote.program = program;
    settings.zygote.worker.clear();
    return settings;
  }

  // What `workers` make of files of these contents.
  Ran Make(const CraftWorkers& workers,
           const std::vector<std::string>& contents, CraftRequest request) {
    std::vector<UniqueFd> files;
    std::vector<int> numbers;
    for (const std::string& bytes : contents) {
      files.emplace_back(
          ::open(dir_.WriteFile("f", bytes).c_str(), O_RDONLY | O_CLOEXEC));
      ::unlink(dir_.PathOf("f").c_str());
      numbers.push_back(files.back().get());
      request.inputs.push_back(
          {.size = bytes.size(),
           .name = request.verb == CraftVerb::kDisasm && request.set
                       ? "f" + std::to_string(numbers.size())
                       : ""});
    }
    return workers.Run(request, numbers, nullptr);
  }

  // What becomes of a worker that replies `bytes`, or does what they name.
  Ran Lie(const std::string& bytes, WorkerSettings settings) {
    CraftWorkers workers(std::move(settings));
    workers.Start();
    return Make(workers, {bytes}, Request(CraftVerb::kAsm, true));
  }
  Ran Lie(const std::string& bytes) {
    return Lie(bytes, Settings(LG_ECHO_WORKER));
  }

  static CraftRequest Request(CraftVerb verb, bool set) {
    return {.verb = verb, .set = set, .most_bytes = 1 << 20, .inputs = {}};
  }

  TempDir dir_;
};

Code CodeOf(const Ran& ran) {
  const auto* const finding = std::get_if<Finding>(&ran);
  return finding == nullptr ? Code::kInputNothingToCheck : finding->code;
}

TEST_F(CraftWorkersTest, RecipesAndFilesAreMadeUnderLock) {
  CraftWorkers workers(Settings(LG_CRAFT_WORKER));
  workers.Start();
  const Ran recipe = Make(workers, {"ab"}, Request(CraftVerb::kDisasm, false));
  ASSERT_TRUE(std::holds_alternative<CraftResult>(recipe));
  EXPECT_EQ(std::get<CraftResult>(recipe),
            OneFile("bytes x\"61 62\"  # 0x0000\n"));
  const Ran file =
      Make(workers, {"bytes \"ab\""}, Request(CraftVerb::kAsm, false));
  EXPECT_EQ(std::get<CraftResult>(file), OneFile("ab"));
}

TEST_F(CraftWorkersTest, AsManyFilesAsAnOrderCarriesAreASet) {
  CraftWorkers workers(Settings(LG_CRAFT_WORKER));
  workers.Start();
  const std::vector<std::string> contents(sandbox::kMostOrderInputs, "x");
  const Ran recipe = Make(workers, contents, Request(CraftVerb::kDisasm, true));
  ASSERT_TRUE(std::holds_alternative<CraftResult>(recipe))
      << std::get<Finding>(recipe).message;
  const std::string& text = std::get<CraftResult>(recipe).files.at(0).bytes;
  const Ran back = Make(workers, {text}, Request(CraftVerb::kAsm, true));
  const auto& set = std::get<CraftResult>(back);
  EXPECT_TRUE(set.is_set);
  EXPECT_EQ(set.files.size(), contents.size());
  EXPECT_EQ(set.files.at(0), (CraftFile{"f1", "x"}));
}

TEST_F(CraftWorkersTest, WhatAWorkerSaysIsTakenIfItIsAReply) {
  for (const CraftResult& result : SampleCrafts()) {
    const bool of_two = result.failure.has_value() && result.failure->input > 0;
    const Ran ran = Lie(Encoded(result));
    if (of_two) {
      EXPECT_EQ(CodeOf(ran), Code::kWorkerBadReply);
      continue;
    }
    ASSERT_TRUE(std::holds_alternative<CraftResult>(ran));
    EXPECT_EQ(std::get<CraftResult>(ran), result);
  }
}

TEST_F(CraftWorkersTest, WhatIsNoReplyCountsForNothing) {
  const std::string good = Encoded(OneFile("ab"));
  const std::string error = Encoded(testing_support::Failed({}));
  for (const std::string& bytes :
       {std::string(), good.substr(0, good.size() - 1), good + good,
        good + '\0', good.substr(0, good.size() - 5) + error, '\1' + good,
        Encoded(OneFile(std::string((1 << 20) + 1, 'x')))}) {
    const Ran ran = Lie(bytes);
    EXPECT_EQ(CodeOf(ran), Code::kWorkerBadReply) << bytes.size();
  }
}

TEST_F(CraftWorkersTest, AWholeReplyOfAWorkerThatEndsBadlyCountsForNothing) {
  const std::string good = Encoded(OneFile("ab"));
  EXPECT_EQ(std::get<CraftResult>(Lie(good + "!!")), OneFile("ab"));
  EXPECT_EQ(CodeOf(Lie(good + "!!crash")), Code::kWorkerCrash);
  EXPECT_EQ(CodeOf(Lie(good + "!!exit")), Code::kWorkerCrash);
  if (!testing_support::kSanitized) {
    EXPECT_EQ(CodeOf(Lie(good + "!!exec")), Code::kWorkerForbiddenCall);
  }
}

TEST_F(CraftWorkersTest, AWorkerHasItsLimits) {
  const std::string good = Encoded(OneFile("ab"));
  WorkerSettings settings = Settings(LG_ECHO_WORKER);
  settings.limits.data_bytes = uint64_t{64} << 20;
  if (!testing_support::kSanitized) {
    EXPECT_EQ(CodeOf(Lie(good + "!!eat", settings)), Code::kLimitMemory);
  }
  settings.limits.cpu_seconds = 1;
  EXPECT_EQ(CodeOf(Lie(good + "!!spin", settings)), Code::kLimitCpuTime);
  settings.limits.cpu_seconds = 60;
  settings.timeout = std::chrono::milliseconds(50);
  EXPECT_EQ(CodeOf(Lie(good + "!!spin", settings)), Code::kLimitWallTime);
}

TEST_F(CraftWorkersTest, WithoutAZygoteNothingIsMade) {
  CraftWorkers workers(Settings("/bin/false"));
  workers.Start();
  EXPECT_EQ(CodeOf(Make(workers, {"ab"}, Request(CraftVerb::kDisasm, false))),
            Code::kSandboxUnavailable);
}

// The program that judges files is asked for a recipe.
TEST_F(CraftWorkersTest, AnotherProgramsWorkerIsNone) {
  const Ran ran = Lie("bytes \"ab\"", Settings(LG_WORKER));
  EXPECT_TRUE(std::holds_alternative<Finding>(ran));
  WorkerSettings settings = Settings(LG_WORKER);
  settings.zygote.worker = sandbox::kCraftWorker;
  const Ran named = Lie("bytes \"ab\"", settings);
  EXPECT_EQ(CodeOf(named), Code::kSandboxUnavailable);
  EXPECT_NE(std::get<Finding>(named).message.find(
                "is not loadgate-craft-worker but 'loadgate-worker'"),
            std::string::npos)
      << std::get<Finding>(named).message;
}

}  // namespace
}  // namespace loadgate
