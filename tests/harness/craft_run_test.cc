#include "harness/craft_run.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "harness/sandbox/orders.h"
#include "harness/worker_options.h"
#include "tests/harness/sample_crafts.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::Encoded;
using testing_support::Failed;
using testing_support::OneFile;
using testing_support::SetOf;
using testing_support::TempDir;

bool Holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Ran {
  std::optional<CraftResult> result;
  std::string errors;
};

Conversion Of(const std::string& input, const char* program = LG_CRAFT_WORKER) {
  Conversion conversion;
  conversion.input = input;
  conversion.most_bytes = 1000;
  conversion.workers = DefaultCraftSettings();
  conversion.workers.zygote.program = program;
  conversion.workers.zygote.worker.clear();
  return conversion;
}

Ran RunOn(const Conversion& conversion, CraftVerb verb = CraftVerb::kDisasm,
          bool set = false) {
  testing::internal::CaptureStderr();
  Ran ran;
  ran.result = RunCraft(conversion, verb, set);
  ran.errors = testing::internal::GetCapturedStderr();
  return ran;
}

TEST(CraftRunTest, AFileIsHandedToAWorkerAndItsResultComesBack) {
  TempDir dir;
  const Ran recipe = RunOn(Of(dir.WriteFile("f", "ab")));
  EXPECT_EQ(recipe.result, OneFile("bytes x\"61 62\"  # 0x0000\n"));
  EXPECT_EQ(recipe.errors, "");
  const std::string set = dir.WriteFile("r", "set\nfile \"a\"\nbytes \"x\"\n");
  EXPECT_EQ(RunOn(Of(set), CraftVerb::kAsm, true).result, SetOf({{"a", "x"}}));
}

TEST(CraftRunTest, FailuresOfARecipeAreTheCallers) {
  TempDir dir;
  const Ran set = RunOn(Of(dir.WriteFile("r", "set\n")), CraftVerb::kAsm);
  ASSERT_TRUE(set.result.has_value());
  EXPECT_EQ(set.result->failure->kind, CraftFailureKind::kSet);
  const Ran error = RunOn(Of(dir.WriteFile("r", "x")), CraftVerb::kAsm);
  EXPECT_EQ(error.result->failure->line, 1u);
  EXPECT_EQ(error.errors, "");
}

TEST(CraftRunTest, WhatIntakeRefusesIsNotHandedToAnybody) {
  TempDir dir;
  const std::string pipe = dir.PathOf("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string large = dir.WriteFile("large", std::string(1001, 'x'));
  for (const std::string& path :
       {pipe, large, dir.PathOf("missing"), std::string("/dev/zero"),
        std::string("/proc/version")}) {
    // Had it been, there would be no sandbox to be had.
    const Ran ran = RunOn(Of(path, "/bin/false"));
    EXPECT_FALSE(ran.result.has_value());
    EXPECT_TRUE(ran.errors.starts_with("loadgate: " + path + ": "))
        << ran.errors;
    EXPECT_FALSE(Holds(ran.errors, "sandbox")) << ran.errors;
  }
}

TEST(CraftRunTest, AFolderIsNoRecipe) {
  TempDir dir;
  const Ran ran = RunOn(Of(dir.path()), CraftVerb::kAsm, true);
  EXPECT_FALSE(ran.result.has_value());
  EXPECT_TRUE(Holds(ran.errors, "It is a directory.")) << ran.errors;
}

TEST(CraftRunTest, AFolderHasNoMoreFilesThanAWorkerIsHanded) {
  TempDir dir;
  for (size_t i = 0; i < sandbox::kMostOrderInputs; ++i) {
    dir.WriteFile("f" + std::to_string(i), "x");
  }
  const Ran most = RunOn(Of(dir.path()));
  ASSERT_TRUE(most.result.has_value()) << most.errors;
  EXPECT_TRUE(Holds(most.result->files.at(0).bytes, "file \"f247\""));
  dir.WriteFile("one-more", "x");
  const Ran more = RunOn(Of(dir.path()));
  EXPECT_FALSE(more.result.has_value());
  EXPECT_TRUE(Holds(more.errors, "more than 248 plain files")) << more.errors;
}

TEST(CraftRunTest, NamesThatDoNotFitAnOrderAreRefused) {
  TempDir dir;
  for (int i = 100; i < 200; ++i) {
    dir.WriteFile(std::string(250, 'n') + std::to_string(i), "x");
  }
  const Ran ran = RunOn(Of(dir.path()));
  EXPECT_FALSE(ran.result.has_value());
  EXPECT_TRUE(Holds(ran.errors, "names of its 100 files are too long"))
      << ran.errors;
}

TEST(CraftRunTest, WhatBecomesOfAWorkerIsSaidWithItsCodeAndWhatHelps) {
  TempDir dir;
  const std::string good = Encoded(OneFile("x"));
  const auto lie = [&](const std::string& bytes) {
    Conversion conversion = Of(dir.WriteFile("f", bytes), LG_ECHO_WORKER);
    conversion.workers.timeout = std::chrono::milliseconds(100);
    Ran ran = RunOn(conversion);
    EXPECT_FALSE(ran.result.has_value());
    EXPECT_TRUE(Holds(ran.errors, "Nothing was written.")) << ran.errors;
    return std::move(ran.errors);
  };
  EXPECT_TRUE(Holds(lie(good + good), ": worker-bad-reply: "));
  EXPECT_TRUE(Holds(lie(good + "!!exit"), ": worker-crash: "));
  const std::string slow = lie(good + "!!spin");
  EXPECT_TRUE(Holds(slow, ": limit-wall-time: ")) << slow;
  EXPECT_TRUE(Holds(slow, "--timeout")) << slow;
}

TEST(CraftRunTest, OtherFailuresAreSentences) {
  TempDir dir;
  const auto failed = [&](CraftFailure failure) {
    const std::string reply = Encoded(Failed(std::move(failure)));
    const Ran ran = RunOn(Of(dir.WriteFile("f", reply), LG_ECHO_WORKER));
    EXPECT_FALSE(ran.result.has_value());
    return ran.errors;
  };
  using Kind = CraftFailureKind;
  EXPECT_TRUE(Holds(failed({Kind::kUnreadable, 0, 0, "\x1b[2J"}),
                    "cannot be read: \\x1b[2J."));
  EXPECT_TRUE(Holds(failed({Kind::kInputTooLarge}), "--max-bytes"));
  EXPECT_TRUE(Holds(failed({Kind::kReplyTooLarge}), "recipe would have more"));
}

}  // namespace
}  // namespace loadgate
