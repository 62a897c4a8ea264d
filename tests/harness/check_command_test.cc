#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/harness/run_program.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::Build;
using testing_support::ProgramResult;
using testing_support::RunLoadgate;
using testing_support::StandardStreams;
using testing_support::TempDir;
using testing_support::TinyLlama;

std::string GoodBytes() {
  return std::string(AsText(Build(TinyLlama()).bytes()));
}

// Cut in its metadata: rejected.
std::string BadBytes() { return GoodBytes().substr(0, 400); }

// A start with a lie in its last bytes.
std::string LyingStart() { return std::string("GGUF\4\0\0\0", 8); }

bool Holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

size_t Lines(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

class CheckCommandTest : public testing::Test {
 protected:
  ProgramResult Check(std::vector<std::string> arguments,
                      StandardStreams streams = {}) const {
    arguments.insert(arguments.begin(), "check");
    streams.directory = dir_.path();
    return RunLoadgate(arguments, streams);
  }

  TempDir dir_;
};

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
       {std::string("file/below"), std::string(""), std::string(5000, 'x')}) {
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

TEST_F(CheckCommandTest, ADirectoryWithoutInputsExitsTwo) {
  dir_.WriteFile("d/README.md", "x");
  dir_.WriteFile("d/LICENSE", "text without an extension");
  dir_.WriteFile("a.gguf", GoodBytes());
  const ProgramResult result = Check({"d", "a.gguf"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.output, "undecided  d\n")) << result.output;
  EXPECT_TRUE(Holds(result.output, "input-nothing-to-check"));
  EXPECT_TRUE(Holds(result.output, "; 2 other files not looked at"));
}

TEST_F(CheckCommandTest, RecursionIsAdvisedOnlyWhereItIsMissing) {
  dir_.WriteFile("d/README.md", "x");
  EXPECT_TRUE(Holds(Check({"d"}).output, "--recursive"));
  const ProgramResult result = Check({"-r", "d"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.output, "input-nothing-to-check"));
  EXPECT_FALSE(Holds(result.output, "--recursive")) << result.output;
}

TEST_F(CheckCommandTest, ADirectoryWithoutInputsExitsTwoBehindOtherInputs) {
  dir_.WriteFile("d/README.md", "x");
  dir_.WriteFile("e/b.gguf", GoodBytes());
  dir_.WriteFile("a.gguf", GoodBytes());
  for (const char* before : {"a.gguf", "e", "no such file"}) {
    const ProgramResult result = Check({before, "d"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(Holds(result.output, "undecided  d\n")) << result.output;
  }
}

TEST_F(CheckCommandTest, ADirectoryIsJudgedInTheOrderOfItsNames) {
  dir_.WriteFile("d/b.gguf", GoodBytes());
  dir_.WriteFile("d/B.GGUF", GoodBytes());
  dir_.WriteFile("d/0123456789abcdef", GoodBytes());
  dir_.WriteFile("d/README.md", "x");
  dir_.WriteFile("d/sub/c.gguf", GoodBytes());
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output,
            "accept     d/0123456789abcdef  (gguf v3, 2 tensors, 2.1 KiB)\n"
            "accept     d/B.GGUF  (gguf v3, 2 tensors, 2.1 KiB)\n"
            "accept     d/b.gguf  (gguf v3, 2 tensors, 2.1 KiB)\n"
            "3 inputs: 3 accepted, 0 rejected, 0 undecided; "
            "1 other file and 1 folder not looked at\n");
  const ProgramResult below = Check({"--recursive", "d"});
  EXPECT_EQ(below.exit_code, 0);
  EXPECT_TRUE(Holds(below.output, "\naccept     d/sub/c.gguf"));
}

TEST_F(CheckCommandTest, ARepositoryGetsOneWarningForItsPicklesAndNoNoise) {
  for (const char* name : {"README.md", "config.json", "tokenizer.json"}) {
    dir_.WriteFile(std::string("d/") + name, "{}");
  }
  dir_.WriteFile("d/m-1.gguf", GoodBytes());
  dir_.WriteFile("d/m-2.gguf", GoodBytes());
  dir_.WriteFile("d/pytorch_model.bin", "x");
  dir_.WriteFile("d/training_args.bin", "x");
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output,
            "accept     d/m-1.gguf  (gguf v3, 2 tensors, 2.1 KiB)\n"
            "  warning pickle-beside-model\n"
            "    'pytorch_model.bin' and 1 other file lie beside this file and "
            "are pickles "
            "by\n"
            "    their names. Remove the pickle, or load with safe formats "
            "only.\n"
            "accept     d/m-2.gguf  (gguf v3, 2 tensors, 2.1 KiB)\n"
            "2 inputs: 2 accepted, 0 rejected, 0 undecided; "
            "3 other files not looked at\n");
}

TEST_F(CheckCommandTest, APicklesNameCannotPassForTheWordsBehindIt) {
  dir_.WriteFile("d/m.gguf", GoodBytes());
  dir_.WriteFile("d/a' is \"fine\". 'b.bin", "\x80\x02}q");
  const ProgramResult result = Check({"d"});
  EXPECT_TRUE(Holds(result.output,
                    "    \"a' is \"\"fine\"\". 'b.bin\" lies beside this file"))
      << result.output;
}

TEST_F(CheckCommandTest, APickleByNameThatIsAModelByContentIsNone) {
  dir_.WriteFile("d/m.gguf", GoodBytes());
  dir_.WriteFile("d/a.bin", GoodBytes());
  dir_.WriteFile("d/ggml-b.bin", std::string("tjgg\3\0\0\0", 8));
  const ProgramResult none = Check({"--format=json", "d"});
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_FALSE(Holds(none.output, "pickle-beside-model")) << none.output;
  EXPECT_TRUE(Holds(none.output, "\"ignored\":[\"d/a.bin\",\"d/ggml-b.bin\"]"))
      << none.output;
  dir_.WriteFile("d/c.bin", std::string("\x80\x02}q\0X", 6));
  const ProgramResult one = Check({"d"});
  EXPECT_TRUE(Holds(one.output, "'c.bin' lies beside this file")) << one.output;
  EXPECT_TRUE(Holds(one.output, "; 2 other files not looked at"));
}

TEST_F(CheckCommandTest, AFileThatOnlyBeginsAsAModelMayBeAPickle) {
  // A pickle reads the first 9 bytes as a number, and goes on behind them.
  dir_.WriteFile("d/m.gguf", GoodBytes());
  dir_.WriteFile("d/a.bin", "GGUF\3\0\0\0\0cos\nsystem\n.");
  dir_.WriteFile("outside.gguf", GoodBytes());
  ASSERT_EQ(::symlink("../outside.gguf", dir_.PathOf("d/b.bin").c_str()), 0);
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 0) << "no pickle is an input";
  EXPECT_TRUE(Holds(result.output, "'a.bin' and 1 other file lie beside"))
      << result.output;
}

TEST_F(CheckCommandTest, PartsBesideAModelAreOneWarning) {
  dir_.WriteFile("d/m.gguf", GoodBytes());
  dir_.WriteFile("d/n.gguf.part1of2", "x");
  dir_.WriteFile("d/n.gguf.part2of2", "x");
  dir_.WriteFile("d/notes.tmp", "x");
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(Holds(result.output,
                    "warning part-beside-model\n"
                    "    'n.gguf.part1of2' and 1 other file lie "
                    "beside this file and are pieces of"))
      << result.output;
  EXPECT_TRUE(Holds(result.output, "; 1 other file not looked at"));
}

TEST_F(CheckCommandTest, ADirectoryOfPartsAloneIsToldToBeThat) {
  dir_.WriteFile("d/m.gguf.00", "GGUF");
  dir_.WriteFile("d/m.gguf.01", "x");
  dir_.WriteFile("d/sub/n.safetensors.incomplete", "x");
  const ProgramResult result = Check({"--recursive", "--format=jsonl", "d"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.output, "input-nothing-to-check")) << result.output;
  EXPECT_TRUE(
      Holds(result.output, "'m.gguf.00' and 2 other files are pieces of"));
  EXPECT_TRUE(Holds(result.errors, "3 other files not looked at"));
}

TEST_F(CheckCommandTest, ADirectoryOfPicklesAloneIsToldToBeThat) {
  dir_.WriteFile("d/a.bin", std::string("\x80\x02}q\0X", 6));
  dir_.WriteFile("d/b.gguf.part", "x");
  const ProgramResult result = Check({"--format=jsonl", "d"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.output,
                    ": 'a.bin' is a pickle by its name, "
                    "'b.gguf.part' is a piece of a model or an "
                    "unfinished download by its name; --rec"))
      << result.output;
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

TEST_F(CheckCommandTest, JsonListsWhatWasNotLookedAt) {
  dir_.WriteFile("d/a.gguf", GoodBytes());
  dir_.WriteFile("d/LICENSE", "text");
  dir_.WriteFile("d/README.md", "x");
  dir_.WriteFile("d/sub/x.gguf", "x");
  const ProgramResult result = Check({"--format", "json", "d"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(Holds(
      result.output,
      "\"ignored\":[\"d/LICENSE\",\"d/README.md\",\"d/sub/\"],\n"
      "\"counts\":{\"accept\":1,\"reject\":0,\"undecided\":0,\"ignored\":3}}"))
      << result.output;
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

TEST_F(CheckCommandTest, JsonLinesSayOnStandardErrorWhatWasLeftOut) {
  dir_.WriteFile("d/a.gguf", GoodBytes());
  dir_.WriteFile("d/README.md", "x");
  const ProgramResult result = Check({"--format=jsonl", "d"});
  EXPECT_EQ(Lines(result.output), 1u);
  EXPECT_TRUE(Holds(result.errors, "1 other file not looked at"));
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

TEST_F(CheckCommandTest, LinksOutOfADirectoryAreRejectedAndNotRead) {
  dir_.WriteFile("outside.gguf", GoodBytes());
  dir_.WriteFile("d/a.gguf", GoodBytes());
  ASSERT_EQ(::symlink("../outside.gguf", dir_.PathOf("d/b.gguf").c_str()), 0);
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Holds(result.output, "link-leaves-directory")) << result.output;
  EXPECT_EQ(Check({"d/b.gguf"}).exit_code, 0) << "named, so followed";
}

TEST_F(CheckCommandTest, ADanglingLinkInADirectoryIsUndecided) {
  dir_.WriteFile("d/a.gguf", GoodBytes());
  ASSERT_EQ(::symlink("gone.gguf", dir_.PathOf("d/b.gguf").c_str()), 0);
  EXPECT_EQ(Check({"d"}).exit_code, 2);
  EXPECT_TRUE(Holds(Check({"d"}).output, "undecided link-broken"));
}

// Without an extension a file is an input if it holds a model, which does not
// show of a link that may not be followed; with another, it is none.
TEST_F(CheckCommandTest, OfALinkCountsWhetherItsNameMayBeAnInput) {
  struct Link {
    const char* name;
    const char* target;
    int exit_code;
  };
  for (const Link& link :
       {Link{"LICENSE", "/etc/passwd", 1}, Link{"LICENSE", "gone", 2},
        Link{"LICENSE", "LICENSE", 2}, Link{"README.md", "/etc/passwd", 0},
        Link{"README.md", "gone", 0}}) {
    const TempDir dir;
    dir.WriteFile("a.gguf", GoodBytes());
    ASSERT_EQ(::symlink(link.target, dir.PathOf(link.name).c_str()), 0);
    EXPECT_EQ(Check({dir.path()}).exit_code, link.exit_code)
        << link.name << " to " << link.target;
  }
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

TEST_F(CheckCommandTest, TheSameInputGivesTheSameBytes) {
  for (const char* name : {"d/c.gguf", "d/a.gguf", "d/b"}) {
    dir_.WriteFile(name, BadBytes());
  }
  const ProgramResult first = Check({"--format", "json", "d"});
  EXPECT_EQ(first.output, Check({"--format", "json", "d"}).output);
}

}  // namespace
}  // namespace loadgate
