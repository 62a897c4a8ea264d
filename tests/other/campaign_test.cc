// The program that scripts/fuzz_other runs, on the fake reader.

#include "fuzz/other/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "fuzz/other/options.h"
#include "tests/support/temp_dir.h"

namespace loadgate::other {
namespace {

using testing::HasSubstr;
using testing_support::TempDir;

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

class CampaignTest : public testing::Test {
 protected:
  // Runs `command` with its output in the file `output`; returns its status.
  int Run(const std::string& command) const {
    const std::string line = command + " >" + dir_.PathOf("output") + " 2>&1";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // Runs a campaign on the fake reader, which logs into `log`.
  int Fuzz(const std::string& options, const std::string& log = "log") const {
    return Run(LG_FUZZ_OTHER " --out=" + dir_.PathOf("out") +
               " --seconds=300 " + options + " -- " + LG_FAKE_READER + " " +
               dir_.PathOf(log));
  }

  std::string Output() const { return Contents(dir_.PathOf("output")); }

  TempDir dir_;
};

TEST_F(CampaignTest, CountsAndKeepsWhatCrashesAndHangs) {
  EXPECT_EQ(Fuzz("--runs=60 --seed=3 --timeout=1"), 1);
  size_t crashes = 0;
  size_t hangs = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(dir_.PathOf("out"))) {
    const std::string name = entry.path().filename();
    crashes += name.starts_with("crash-");
    hangs += name.starts_with("hang-");
  }
  EXPECT_GT(crashes, 0u);
  EXPECT_GT(hangs, 0u);
  const std::string summary = Contents(dir_.PathOf("out/summary.txt"));
  EXPECT_THAT(summary, HasSubstr("seed: 3\n"));
  EXPECT_THAT(summary, HasSubstr("signal 6"));
  EXPECT_THAT(summary, HasSubstr("no end within the timeout"));
  EXPECT_THAT(Output(),
              HasSubstr("files made                                 60"));
}

TEST_F(CampaignTest, ACrashCanBeRepeatedWithItsFile) {
  ASSERT_EQ(Fuzz("--runs=60 --seed=3 --timeout=1"), 1);
  for (const auto& entry :
       std::filesystem::directory_iterator(dir_.PathOf("out"))) {
    if (!entry.path().filename().string().starts_with("crash-")) continue;
    Invocation how;
    how.words = {LG_FAKE_READER, dir_.PathOf("log")};
    EXPECT_EQ(MakeReader(how)->Run(entry.path())->outcome, Outcome::kCrashed);
  }
}

TEST_F(CampaignTest, TheSameSeedGivesTheSameFiles) {
  ::setenv("FAKE_NEVER_HANGS", "1", 1);
  for (const std::string mutator : {"structured", "bytes"}) {
    const std::string options = "--runs=40 --timeout=100 --mutator=" + mutator;
    Fuzz(options + " --seed=5", mutator + "one");
    Fuzz(options + " --seed=5 --serve", mutator + "other");
    Fuzz(options + " --seed=6", mutator + "third");
    const std::string one = Contents(dir_.PathOf(mutator + "one"));
    EXPECT_FALSE(one.empty());
    EXPECT_EQ(one, Contents(dir_.PathOf(mutator + "other")));
    EXPECT_NE(one, Contents(dir_.PathOf(mutator + "third")));
  }
  ::unsetenv("FAKE_NEVER_HANGS");
}

TEST_F(CampaignTest, TheCorpusIsRunFirst) {
  dir_.WriteFile("corpus/b", "\x18");
  dir_.WriteFile("corpus/a", "\x13");
  Fuzz("--runs=1 --corpus=" + dir_.PathOf("corpus"));
  EXPECT_TRUE(Contents(dir_.PathOf("log")).starts_with("13\n18\n"));
  EXPECT_EQ(Fuzz("--runs=1 --corpus=" + dir_.PathOf("nothing")), 2);
}

TEST_F(CampaignTest, NothingFoundIsZeroAndNothingAcceptedIsSaid) {
  const std::string program =
      std::string(LG_FUZZ_OTHER) + " --runs=5 --out=" + dir_.PathOf("out");
  EXPECT_EQ(Run(program + " -- true"), 0);
  EXPECT_THAT(Output(), testing::Not(HasSubstr("nothing was accepted")));
  EXPECT_EQ(Run(program + " -- false"), 0);
  EXPECT_THAT(Output(), HasSubstr("nothing was accepted"));
}

TEST_F(CampaignTest, WhatCannotRunIsTwo) {
  const std::string out = " --out=" + dir_.PathOf("out");
  EXPECT_EQ(Run(LG_FUZZ_OTHER + out), 2);
  EXPECT_THAT(Output(), HasSubstr("no reader is given"));
  EXPECT_EQ(Run(LG_FUZZ_OTHER + out + " -- " + dir_.PathOf("nothing")), 2);
  EXPECT_EQ(Run(std::string(LG_FUZZ_OTHER) + " -- true"), 2);
  EXPECT_EQ(Run(std::string(LG_FUZZ_OTHER) + " --out=/dev/null/x -- true"), 2);
}

TEST(CountsTest, TheTableHasSharesOfTheFilesMade) {
  const Counts counts = {.made = 200,
                         .accepted = 100,
                         .with_pair = 60,
                         .with_array = 40,
                         .with_tensor = 70,
                         .with_three = 10,
                         .deep = 50,
                         .new_headers = 25,
                         .refused = 97,
                         .crashes = 2,
                         .hangs = 1,
                         .seconds = 4};
  EXPECT_EQ(TableOf(Format::kSafetensors, counts),
            "files made                                200  50 a second\n"
            "accepted                                  100   50.00 %\n"
            "  with metadata                            60   30.00 %\n"
            "  with three of it and tensors             10    5.00 %\n"
            "  with a tensor                            50   25.00 %\n"
            "  and a header not seen before             25   12.50 %\n"
            "refused                                    97   48.50 %\n"
            "crashes                                     2    1.00 %\n"
            "hangs                                       1    0.50 %\n");
  EXPECT_THAT(
      TableOf(Format::kGguf, counts),
      HasSubstr("  with a key-value                         60   30.00 %\n"
                "  with an array                            40   20.00 %\n"
                "  with a tensor                            70   35.00 %\n"
                "  with three of both                       10    5.00 %\n"
                "  with a key-value and a tensor            50   25.00 %\n"));
}

TEST(OptionsTest, WhatIsNotWhollyAValueIsNoOption) {
  std::string error;
  for (const std::string option :
       {"--seed=", "--seed=1x", "--runs=-1", "--seconds=0", "--seconds=inf",
        "--format=onnx", "--mutator=none", "--timeout=x", "--max-size=0",
        "--crash-status=0", "--serve=1", "--frob=1", "--corpus=", "x"}) {
    EXPECT_FALSE(ParseOptions({"--out=o", option, "--", "r"}, &error));
    EXPECT_EQ(error, "cannot take '" + option + "'");
  }
}

TEST(OptionsTest, TakesAllOfThem) {
  std::string error;
  const auto options = ParseOptions(
      {"--format=safetensors", "--mutator=bytes", "--corpus=c", "--out=o",
       "--seed=2", "--seconds=1.5", "--runs=3", "--max-size=99",
       "--timeout=0.5", "--crash-status=101", "--serve", "--", "r", "--seed=9"},
      &error);
  ASSERT_TRUE(options.has_value()) << error;
  EXPECT_EQ(options->campaign.format, Format::kSafetensors);
  EXPECT_FALSE(options->campaign.structured);
  EXPECT_EQ(options->campaign.seed, 2u);
  EXPECT_EQ(options->campaign.runs, 3u);
  EXPECT_EQ(options->campaign.max_size, 99u);
  EXPECT_EQ(options->reader.timeout, std::chrono::milliseconds(500));
  EXPECT_EQ(options->reader.crash_statuses, std::vector<int>{101});
  EXPECT_TRUE(options->reader.serves);
  EXPECT_EQ(options->reader.words, (std::vector<std::string>{"r", "--seed=9"}));
}

}  // namespace
}  // namespace loadgate::other
