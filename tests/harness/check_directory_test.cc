// What `loadgate check` makes of directories.

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "tests/harness/check_fixture.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::BadBytes;
using testing_support::GoodBytes;
using testing_support::Holds;
using testing_support::Lines;
using testing_support::ProgramResult;
using testing_support::TempDir;

class CheckDirectoryTest : public testing_support::CheckFixture {};

TEST_F(CheckDirectoryTest, ADirectoryWithoutInputsExitsTwo) {
  dir_.WriteFile("d/README.md", "x");
  dir_.WriteFile("d/LICENSE", "text without an extension");
  dir_.WriteFile("a.gguf", GoodBytes());
  const ProgramResult result = Check({"d", "a.gguf"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.output, "undecided  d\n")) << result.output;
  EXPECT_TRUE(Holds(result.output, "input-nothing-to-check"));
  EXPECT_TRUE(Holds(result.output, "; 2 other files not looked at"));
}

TEST_F(CheckDirectoryTest, RecursionIsAdvisedOnlyWhereItIsMissing) {
  dir_.WriteFile("d/README.md", "x");
  EXPECT_TRUE(Holds(Check({"d"}).output, "--recursive"));
  const ProgramResult result = Check({"-r", "d"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.output, "input-nothing-to-check"));
  EXPECT_FALSE(Holds(result.output, "--recursive")) << result.output;
}

TEST_F(CheckDirectoryTest, ADirectoryWithoutInputsExitsTwoBehindOtherInputs) {
  dir_.WriteFile("d/README.md", "x");
  dir_.WriteFile("e/b.gguf", GoodBytes());
  dir_.WriteFile("a.gguf", GoodBytes());
  for (const char* before : {"a.gguf", "e", "no such file"}) {
    const ProgramResult result = Check({before, "d"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(Holds(result.output, "undecided  d\n")) << result.output;
  }
}

TEST_F(CheckDirectoryTest, ADirectoryIsJudgedInTheOrderOfItsNames) {
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

TEST_F(CheckDirectoryTest, ARepositoryGetsOneWarningForItsPicklesAndNoNoise) {
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

TEST_F(CheckDirectoryTest, APicklesNameCannotPassForTheWordsBehindIt) {
  dir_.WriteFile("d/m.gguf", GoodBytes());
  dir_.WriteFile("d/a' is \"fine\". 'b.bin", "\x80\x02}q");
  const ProgramResult result = Check({"d"});
  EXPECT_TRUE(Holds(result.output,
                    "    \"a' is \"\"fine\"\". 'b.bin\" lies beside this file"))
      << result.output;
}

TEST_F(CheckDirectoryTest, APickleByNameThatIsAModelByContentIsNone) {
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

TEST_F(CheckDirectoryTest, AFileThatOnlyBeginsAsAModelMayBeAPickle) {
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

TEST_F(CheckDirectoryTest, PartsBesideAModelAreOneWarning) {
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

TEST_F(CheckDirectoryTest, ADirectoryOfPartsAloneIsToldToBeThat) {
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

TEST_F(CheckDirectoryTest, ADirectoryOfPicklesAloneIsToldToBeThat) {
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

TEST_F(CheckDirectoryTest, JsonListsWhatWasNotLookedAt) {
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

TEST_F(CheckDirectoryTest, JsonLinesSayOnStandardErrorWhatWasLeftOut) {
  dir_.WriteFile("d/a.gguf", GoodBytes());
  dir_.WriteFile("d/README.md", "x");
  const ProgramResult result = Check({"--format=jsonl", "d"});
  EXPECT_EQ(Lines(result.output), 1u);
  EXPECT_TRUE(Holds(result.errors, "1 other file not looked at"));
}

TEST_F(CheckDirectoryTest, LinksOutOfADirectoryAreRejectedAndNotRead) {
  dir_.WriteFile("outside.gguf", GoodBytes());
  dir_.WriteFile("d/a.gguf", GoodBytes());
  ASSERT_EQ(::symlink("../outside.gguf", dir_.PathOf("d/b.gguf").c_str()), 0);
  const ProgramResult result = Check({"d"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Holds(result.output, "link-leaves-directory")) << result.output;
  EXPECT_EQ(Check({"d/b.gguf"}).exit_code, 0) << "named, so followed";
}

TEST_F(CheckDirectoryTest, ADanglingLinkInADirectoryIsUndecided) {
  dir_.WriteFile("d/a.gguf", GoodBytes());
  ASSERT_EQ(::symlink("gone.gguf", dir_.PathOf("d/b.gguf").c_str()), 0);
  EXPECT_EQ(Check({"d"}).exit_code, 2);
  EXPECT_TRUE(Holds(Check({"d"}).output, "undecided link-broken"));
}

// Without an extension a file is an input if it holds a model, which does not
// show of a link that may not be followed; with another, it is none.
TEST_F(CheckDirectoryTest, OfALinkCountsWhetherItsNameMayBeAnInput) {
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

TEST_F(CheckDirectoryTest, TheSameInputGivesTheSameBytes) {
  for (const char* name : {"d/c.gguf", "d/a.gguf", "d/b"}) {
    dir_.WriteFile(name, BadBytes());
  }
  const ProgramResult first = Check({"--format", "json", "d"});
  EXPECT_EQ(first.output, Check({"--format", "json", "d"}).output);
}

}  // namespace
}  // namespace loadgate
