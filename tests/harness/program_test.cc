#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/harness/run_program.h"

namespace loadgate {
namespace {

using testing_support::RunLoadgate;

TEST(ProgramTest, AloneItPrintsItsUsageAndExitsTwo) {
  const auto result = RunLoadgate({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_NE(result.errors.find("usage: loadgate"), std::string::npos);
}

TEST(ProgramTest, HelpExitsZero) {
  const auto result = RunLoadgate({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.output.find("loadgate check [options] PATH..."),
            std::string::npos);
}

TEST(ProgramTest, EveryVerbHasHelpWithExamples) {
  for (const std::string verb :
       {"check", "inspect", "rules", "asm", "disasm"}) {
    const auto result = RunLoadgate({verb, "--help"});
    EXPECT_EQ(result.exit_code, 0) << verb;
    EXPECT_TRUE(result.output.starts_with("usage: loadgate " + verb)) << verb;
    EXPECT_NE(result.output.find("\nexamples:\n  loadgate " + verb),
              std::string::npos)
        << verb;
  }
}

TEST(ProgramTest, AnUnknownVerbGetsAHintAndExitsTwo) {
  const auto result = RunLoadgate({"chek", "x"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.errors,
            "loadgate: unknown verb chek; did you mean check?\n"
            "loadgate: see loadgate --help\n");
}

TEST(ProgramTest, WhatOtherProgramsCallAVerbGetsAHint) {
  const std::pair<std::string, std::string> words[] = {
      {"help", "--help"},    {"version", "--version"},  {"-V", "--version"},
      {"--hlep", "--help"},  {"chekc", "check"},        {"inspetc", "inspect"},
      {"dissasm", "disasm"}, {"--verison", "--version"}};
  for (const auto& [word, meant] : words) {
    const auto result = RunLoadgate({word});
    EXPECT_EQ(result.exit_code, 2) << word;
    EXPECT_EQ(result.errors, "loadgate: unknown verb " + word +
                                 "; did you mean " + meant +
                                 "?\nloadgate: see loadgate --help\n");
  }
}

TEST(ProgramTest, AnOptionBeforeTheVerbIsToldItsPlace) {
  const auto result = RunLoadgate({"--format", "json", "check", "x"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("--format stands where the verb belongs; "
                               "options come behind it: loadgate check "
                               "--format ..."),
            std::string::npos);
}

TEST(ProgramTest, APathInThePlaceOfAVerbIsExplained) {
  const auto result = RunLoadgate({"model\x1b.gguf"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("did you mean loadgate check model\\x1b.gguf?"),
            std::string::npos);
}

}  // namespace
}  // namespace loadgate
