#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <string>
#include <vector>

#include "tests/harness/check_fixture.h"
#include "tests/harness/run_program.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate {
namespace {

using testing_support::BadBytes;
using testing_support::GoodBytes;
using testing_support::Holds;
using testing_support::Lines;
using testing_support::ProgramResult;
using testing_support::RunLoadgate;

// A start with a lie in its last bytes.
std::string LyingStart() { return std::string("GGUF\4\0\0\0", 8); }

class CheckCommandTest : public testing_support::CheckFixture {};

TEST_F(CheckCommandTest, OneGoodFileExitsZero) {
  dir_.WriteFile("a.gguf", GoodBytes());
  const ProgramResult result = Check({"a.gguf"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output,
            "accept     a.gguf  (gguf v3, 2 tensors, 2.1 KiB)\n"
            "1 input: 1 accepted, 0 rejected, 0 undecided\n");
}

TEST_F(CheckCommandTest, OneBadFileExitsOneAndSaysWhy) {
  dir_.WriteFile("a.gguf", GoodBytes());
  dir_.WriteFile("b.gguf", BadBytes());
  const ProgramResult result = Check({"b.gguf", "a.gguf"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(result.output.starts_with("REJECT     b.gguf"));
  EXPECT_TRUE(Holds(result.output, "\n  error gguf-")) << result.output;
  EXPECT_TRUE(Holds(result.output, "\naccept     a.gguf"));
}

TEST_F(CheckCommandTest, UndecidedWinsOverRejected) {
  dir_.WriteFile("a.gguf", GoodBytes());
  dir_.WriteFile("b.gguf", BadBytes());
  const ProgramResult result = Check({"a.gguf", "b.gguf", "missing.gguf"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(
      Holds(result.output, "3 inputs: 1 accepted, 1 rejected, 1 undecided"));
  EXPECT_TRUE(Holds(result.output, "No such file or directory"));
}

TEST_F(CheckCommandTest, WithoutAPathItExitsTwo) {
  const ProgramResult result = Check({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.errors, "nothing to check"));
}

TEST_F(CheckCommandTest, AnUnknownFlagExitsTwoWithAHint) {
  dir_.WriteFile("a.gguf", GoodBytes());
  const ProgramResult result = Check({"a.gguf", "--fromat", "json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(Holds(result.errors, "did you mean --format?"));
  EXPECT_EQ(Check({"--format", "xml", "a.gguf"}).exit_code, 2);
  EXPECT_EQ(Check({"--max-findings", "x", "a.gguf"}).exit_code, 2);
  EXPECT_EQ(Check({"--limit", "tensor=1", "a.gguf"}).exit_code, 2);
}

TEST_F(CheckCommandTest, WhatCannotBeReadIsUndecided) {
  dir_.WriteFile("file", "x");
  for (const std::string& path :
       {std::string("file/below"), std::string(5000, 'x')}) {
    const ProgramResult result = Check({path});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(Holds(result.output, "input-not-readable")) << result.output;
  }
}

TEST_F(CheckCommandTest, PipesDevicesAndKernelFilesAreRefusedAtOnce) {
  ASSERT_EQ(::mkfifo(dir_.PathOf("fifo.gguf").c_str(), 0600), 0);
  for (const char* path : {"fifo.gguf", "/dev/zero", "/proc/self/status"}) {
    const ProgramResult result = Check({path});
    EXPECT_EQ(result.exit_code, 2) << path;
    EXPECT_TRUE(Holds(result.output, "input-not-a-file")) << path;
  }
  EXPECT_EQ(Check({"."}).exit_code, 2) << "the pipe, found in a directory";
}

TEST_F(CheckCommandTest, AnEmptyFileIsRejected) {
  dir_.WriteFile("a.gguf", "");
  const ProgramResult result = Check({"a.gguf"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Holds(result.output, "file-empty"));
}

TEST_F(CheckCommandTest, APickleThatIsNamedIsAnErrorUnlessItHoldsAModel) {
  dir_.WriteFile("a.bin", std::string("\x80\x02}q\0X", 6));
  dir_.WriteFile("b.bin", GoodBytes());
  EXPECT_EQ(Check({"a.bin"}).exit_code, 1);
  EXPECT_TRUE(Holds(Check({"a.bin"}).output, "error file-pickle"));
  EXPECT_EQ(Check({"b.bin"}).exit_code, 0);
}

TEST_F(CheckCommandTest, JsonSaysTheSizeThatIsExpected) {
  const std::string good = GoodBytes();
  dir_.WriteFile("a.gguf", good.substr(0, good.size() - 1));
  const ProgramResult result = Check({"--format=jsonl", "a.gguf"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Holds(result.output,
                    "\"size\":" + std::to_string(good.size() - 1) +
                        ",\"expected_size\":" + std::to_string(good.size())))
      << result.output;
  dir_.WriteFile("b.gguf", good);
  EXPECT_FALSE(Holds(Check({"--format=jsonl", "b.gguf"}).output, "expected"));
}

TEST_F(CheckCommandTest, JsonLinesComeInTheOrderOfTheInputs) {
  dir_.WriteFile("a.gguf", GoodBytes());
  dir_.WriteFile("b.gguf", BadBytes());
  const ProgramResult result =
      Check({"--format=jsonl", "b.gguf", "a.gguf", "missing"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(Lines(result.output), 3u);
  EXPECT_TRUE(result.output.starts_with("{\"path\":\"b.gguf\","));
  EXPECT_TRUE(Holds(result.output, "\n{\"path\":\"a.gguf\","));
  EXPECT_TRUE(Holds(result.output, "\n{\"path\":\"missing\","));
}

TEST_F(CheckCommandTest, QuietShowsOnlyWhatIsNotAccepted) {
  dir_.WriteFile("a.gguf", GoodBytes());
  dir_.WriteFile("b.gguf", BadBytes());
  EXPECT_EQ(Check({"-q", "a.gguf"}).output, "");
  const ProgramResult result = Check({"--quiet", "a.gguf", "b.gguf"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_FALSE(Holds(result.output, "a.gguf"));
  EXPECT_TRUE(Holds(result.output, "REJECT     b.gguf"));
  EXPECT_TRUE(Holds(result.output, "2 inputs: 1 accepted, 1 rejected"));
  const ProgramResult json =
      Check({"--quiet", "--format", "json", "a.gguf", "b.gguf"});
  EXPECT_FALSE(Holds(json.output, "a.gguf"));
  EXPECT_TRUE(Holds(json.output, "\"accept\":1,\"reject\":1"));
}

TEST_F(CheckCommandTest, MaxFindingsBoundsTheListAndNotTheVerdict) {
  testing_support::GgufBytes file;
  file.Header(3, 0, 2)
      .Key("a", testing_support::kBool)
      .U8(2)
      .Key("b", testing_support::kBool)
      .U8(2);
  dir_.WriteFile("b.gguf", file.bytes());
  const ProgramResult result =
      Check({"--max-findings", "1", "--format", "json", "b.gguf"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Holds(result.output, "\"findings_omitted\":1")) << result.output;
}

TEST_F(CheckCommandTest, ARejectionWithoutAnyFindingCannotBeAskedFor) {
  dir_.WriteFile("b.gguf", BadBytes());
  const ProgramResult result = Check({"--max-findings", "0", "b.gguf"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(Holds(result.errors, "from 1 to")) << result.errors;
}

TEST_F(CheckCommandTest, ALimitOfOurOwnLeavesAFileUndecided) {
  dir_.WriteFile("a.gguf", GoodBytes());
  const ProgramResult result = Check({"--limit", "key-values=1", "a.gguf"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.output, "limit-key-values")) << result.output;
  EXPECT_EQ(Check({"--limit", "key-values=1K", "a.gguf"}).exit_code, 0);
}

TEST_F(CheckCommandTest, AfterTwoDashesAPathMayLookLikeAnOption) {
  dir_.WriteFile("--format", GoodBytes());
  const ProgramResult result = Check({"--", "--format"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(Holds(result.output, "accept     --format"));
}

TEST_F(CheckCommandTest, APipeOnStandardInputIsJudged) {
  const ProgramResult good = Check({"-"}, {.piped = GoodBytes()});
  EXPECT_EQ(good.exit_code, 0);
  EXPECT_TRUE(Holds(good.output, "accept     -  (gguf v3, 2 tensors"));
  EXPECT_EQ(Check({"-"}, {.piped = BadBytes()}).exit_code, 1);
  EXPECT_EQ(Check({"-"}, {.piped = std::string()}).exit_code, 1);
}

TEST_F(CheckCommandTest, APipeThatStaysOpenIsRejectedAtTheLie) {
  const ProgramResult result =
      Check({"-"}, {.piped = LyingStart(), .pipe_stays_open = true});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Holds(result.output, "gguf-version-unsupported"));
}

TEST_F(CheckCommandTest, ABadHeaderLengthInAPipeThatStaysOpenIsRejected) {
  const ProgramResult result =
      Check({"-"}, {.piped = std::string(8, '\xff'), .pipe_stays_open = true});
  EXPECT_EQ(result.exit_code, 1);
}

TEST_F(CheckCommandTest, AnInterruptedRunReportsWhatWasDecided) {
  dir_.WriteFile("a.gguf", GoodBytes());
  dir_.WriteFile("b.gguf", GoodBytes());
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const ProgramResult result = Check(
        {"a.gguf", "-", "b.gguf"},
        {.piped = GoodBytes(), .pipe_stays_open = true, .signal = signal});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(Holds(result.output, "accept     a.gguf")) << result.output;
    EXPECT_TRUE(Holds(result.output, "undecided  -"));
    EXPECT_TRUE(Holds(result.output, "undecided  b.gguf\n"));
    EXPECT_TRUE(Holds(result.output, "input-interrupted"));
  }
}

TEST_F(CheckCommandTest, AnInterruptedStreamIsNotSaidToBeCutShort) {
  const ProgramResult result =
      Check({"--format=jsonl", "-"}, {.piped = GoodBytes().substr(0, 400),
                                      .pipe_stays_open = true,
                                      .signal = SIGTERM});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.output, "\"size\":null,\"verdict\":\"undecided\""))
      << result.output;
  EXPECT_TRUE(Holds(result.output, "input-interrupted"));
  EXPECT_FALSE(Holds(result.output, "\"error\""));
}

TEST_F(CheckCommandTest, AFileOnStandardInputIsTreatedLikeAPath) {
  const std::string path = dir_.WriteFile("a.gguf", GoodBytes());
  const ProgramResult result =
      Check({"--format", "json", "-"}, {.input_file = path});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(Holds(result.output,
                    "{\"path\":\"-\",\"format\":\"gguf\","
                    "\"size\":2112,"));
}

TEST_F(CheckCommandTest, ADeviceOnStandardInputIsUndecided) {
  const ProgramResult none = Check({"-"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(Holds(none.output, "Standard input is a device.")) << none.output;
  EXPECT_EQ(Check({"-"}, {.input_file = "/dev/zero"}).exit_code, 2);
  EXPECT_EQ(Check({"-"}, {.input_file = dir_.path()}).exit_code, 2);
}

TEST_F(CheckCommandTest, AClosedStandardInputIsToldSo) {
  for (const std::string verb : {"check", "inspect"}) {
    const ProgramResult result =
        RunLoadgate({verb, "-"}, {.input_closed = true});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(Holds(result.output, "input-not-readable")) << result.output;
    EXPECT_TRUE(Holds(result.output, "Standard input is closed"));
  }
}

TEST_F(CheckCommandTest, StandardInputCannotBeNamedTwice) {
  const ProgramResult result =
      Check({"-", "a.gguf", "-"}, {.piped = GoodBytes()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(Holds(result.errors, "- is given twice"));
}

TEST_F(CheckCommandTest, AHostileNameReachesNoTerminal) {
  const std::string name = "x\x1b[2J\n\xff.gguf";
  dir_.WriteFile(name, BadBytes());
  for (const char* format : {"text", "json", "jsonl"}) {
    const ProgramResult result = Check({"--format", format, "."});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_FALSE(Holds(result.output, "\x1b")) << format;
    EXPECT_FALSE(Holds(result.output, "\xff")) << format;
    EXPECT_TRUE(Holds(result.output, "x1b[2J")) << result.output;
  }
}

TEST_F(CheckCommandTest, AReportThatCannotBeWrittenExitsTwo) {
  dir_.WriteFile("a.gguf", GoodBytes());
  for (const char* format : {"text", "json", "jsonl"}) {
    const ProgramResult result =
        Check({"--format", format, "a.gguf"}, {.output_file = "/dev/full"});
    EXPECT_EQ(result.exit_code, 2) << format;
    EXPECT_TRUE(Holds(result.errors, "No space left on device")) << format;
  }
}

}  // namespace
}  // namespace loadgate
