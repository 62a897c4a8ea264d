#include "harness/worker_options.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace loadgate {
namespace {

using std::chrono::milliseconds;

ParsedLine LineOf(std::string_view name, std::string value) {
  ParsedLine line;
  line.options.push_back({name, std::move(value)});
  return line;
}

TEST(WorkerOptionsTest, ADurationIsANumberAndAUnit) {
  EXPECT_EQ(ReadDuration("200ms"), milliseconds(200));
  EXPECT_EQ(ReadDuration("10s"), milliseconds(10'000));
  EXPECT_EQ(ReadDuration("2m"), milliseconds(120'000));
  EXPECT_EQ(ReadDuration("1440m"), milliseconds(86'400'000));
  for (const std::string_view text :
       {"", "s", "10", "0s", "-1s", "+1s", "1.5s", "1h", "1 s", "1441m", "1Ks",
        "18446744073709551615m", "18446744073709551616ms"}) {
    EXPECT_EQ(ReadDuration(text), std::nullopt) << text;
  }
}

TEST(WorkerOptionsTest, EveryLayerIsRequiredUnlessTheUserSaysOtherwise) {
  WorkerSettings settings;
  EXPECT_EQ(ReadWorkerOptions({}, &settings), std::nullopt);
  EXPECT_FALSE(settings.zygote.without_landlock);
  EXPECT_EQ(settings.zygote.policy, sandbox::Policy::kRelease);
  EXPECT_EQ(ReadWorkerOptions(LineOf("sandbox", "require"), &settings),
            std::nullopt);
  EXPECT_FALSE(settings.zygote.without_landlock);
  EXPECT_EQ(ReadWorkerOptions(LineOf("sandbox", "best-effort"), &settings),
            std::nullopt);
  EXPECT_TRUE(settings.zygote.without_landlock);
  EXPECT_EQ(settings.zygote.policy, sandbox::Policy::kRelease);
}

TEST(WorkerOptionsTest, NothingTurnsTheFilterOff) {
  for (const char* value : {"off", "none", "no", "", "REQUIRE", "seccomp"}) {
    WorkerSettings settings;
    EXPECT_TRUE(
        ReadWorkerOptions(LineOf("sandbox", value), &settings).has_value())
        << value;
  }
}

TEST(WorkerOptionsTest, ATimeoutCountsForStreamsOnlyIfItIsAskedFor) {
  WorkerSettings settings;
  EXPECT_EQ(ReadWorkerOptions({}, &settings), std::nullopt);
  EXPECT_FALSE(settings.timeout_for_streams);
  EXPECT_EQ(ReadWorkerOptions(LineOf("timeout", "5s"), &settings),
            std::nullopt);
  EXPECT_EQ(settings.timeout, milliseconds(5000));
  EXPECT_TRUE(settings.timeout_for_streams);
  EXPECT_EQ(*ReadWorkerOptions(LineOf("timeout", "5\x1b"), &settings),
            "--timeout needs a number above 0 with ms, s or m behind it, up to "
            "a day, not '5\\x1b'");
}

// The tests lie in another folder than the programs of the build.
TEST(WorkerOptionsTest, TheWorkersProgramIsLookedForWhereThisOneIs) {
  const std::string path = WorkerProgram("loadgate-worker");
  EXPECT_TRUE(path.starts_with('/')) << path;
  EXPECT_TRUE(path.ends_with("/loadgate-worker")) << path;
  EXPECT_EQ(DefaultWorkerSettings().zygote.program, path);
  EXPECT_EQ(DefaultWorkerSettings().zygote.worker, "loadgate-worker");
}

TEST(WorkerOptionsTest, WhatMakesFilesHasItsOwnProgramAndLimits) {
  const WorkerSettings judges = DefaultWorkerSettings();
  const WorkerSettings makes = DefaultCraftSettings();
  EXPECT_TRUE(makes.zygote.program.ends_with("/loadgate-craft-worker"));
  EXPECT_EQ(makes.zygote.worker, "loadgate-craft-worker");
  EXPECT_EQ(makes.zygote.policy, judges.zygote.policy);
  EXPECT_GT(makes.limits.data_bytes, judges.limits.data_bytes);
  EXPECT_EQ(makes.limits.stack_bytes, judges.limits.stack_bytes);
}

}  // namespace
}  // namespace loadgate
