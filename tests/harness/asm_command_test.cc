#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "loadgate/unique_fd.h"
#include "tests/harness/run_program.h"
#include "tests/harness/sample_crafts.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::Encoded;
using testing_support::ProgramResult;
using testing_support::RunLoadgate;
using testing_support::TempDir;

constexpr char kRecipe[] =
    "gguf\n"
    "kv \"general.architecture\" string \"llama\"\n"
    "tensor \"w\" [32 2] q4_0 offset=7\n";

bool Holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TEST(AsmCommandTest, MakesTheFileThatTheGateThenJudges) {
  TempDir dir;
  const std::string model = dir.PathOf("m.gguf");
  const ProgramResult made =
      RunLoadgate({"asm", "-o", model, dir.WriteFile("r", kRecipe)});
  EXPECT_EQ(made.exit_code, 0) << made.errors;
  EXPECT_EQ(made.output + made.errors, "");
  const ProgramResult judged = RunLoadgate({"check", model});
  EXPECT_EQ(judged.exit_code, 1);
  EXPECT_TRUE(Holds(judged.output, "gguf-offset-misaligned")) << judged.output;
}

TEST(AsmCommandTest, ReadsStandardInputAndWritesStandardOutput) {
  const ProgramResult result =
      RunLoadgate({"asm", "-"}, {.piped = "bytes x\"00 01 ff\" \"a\"\n"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, std::string("\0\1\xFF\x61", 4));
  EXPECT_EQ(result.errors, "");
}

TEST(AsmCommandTest, AnErrorIsNamedByFileAndLine) {
  TempDir dir;
  const std::string path = dir.WriteFile("r", "gguf\n\ntensor \"w\" [3] f99\n");
  const ProgramResult result = RunLoadgate({"asm", path});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(result.errors.starts_with(
      path +
      ":3: expected the name of a ggml type, type=NUMBER or absent\n"
      "    tensor \"w\" [3] f99\n"))
      << result.errors;
  EXPECT_TRUE(Holds(result.errors, "docs/recipes.md"));
}

TEST(AsmCommandTest, TheLineOfAnErrorIsShownEscapedAndNotAtAnyLength) {
  const ProgramResult odd =
      RunLoadgate({"asm", "-"}, {.piped = "gguf\n\t\x1b[2J\r\nversion 3\n"});
  EXPECT_TRUE(Holds(odd.errors, "\n    \\x1b[2J\n")) << odd.errors;
  const ProgramResult own =
      RunLoadgate({"asm", "-"}, {.piped = "gguf\nraw \"\\u0041\"\n"});
  EXPECT_TRUE(Holds(own.errors, "\n    raw \"\\u0041\"\n")) << own.errors;
  const std::string rest(500, 'a');
  const ProgramResult wide =
      RunLoadgate({"asm", "-"}, {.piped = "gguf\nnonsense" + rest});
  EXPECT_TRUE(Holds(wide.errors, "\n    nonsenseaaa")) << wide.errors;
  EXPECT_TRUE(Holds(wide.errors, "aaa...\n")) << wide.errors;
  EXPECT_FALSE(Holds(wide.errors, rest)) << wide.errors;
}

TEST(AsmCommandTest, AnErrorAtTheEndShowsNoLine) {
  const ProgramResult result = RunLoadgate({"asm", "-"}, {.piped = "# set\n"});
  EXPECT_TRUE(result.errors.starts_with("-:2: ")) << result.errors;
  EXPECT_FALSE(Holds(result.errors, "    ")) << result.errors;
}

TEST(AsmCommandTest, AnErrorLeavesTheOutputAsItWas) {
  TempDir dir;
  const std::string recipe = dir.WriteFile("r", "gguf\nnonsense\n");
  const std::string old = dir.WriteFile("old", "old");
  EXPECT_EQ(RunLoadgate({"asm", "-o", old, recipe}).exit_code, 2);
  EXPECT_EQ(Contents(old), "old");
  EXPECT_EQ(RunLoadgate({"asm", "-o", dir.PathOf("new"), recipe}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(dir.PathOf("new")));
}

TEST(AsmCommandTest, ATerminalIsNotWrittenTo) {
  const UniqueFd terminal(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal.is_open() || ::grantpt(terminal.get()) != 0 ||
      ::unlockpt(terminal.get()) != 0) {
    GTEST_SKIP() << "there are no pseudo-terminals here, for want of /dev/pts";
  }
  const std::string name = ::ptsname(terminal.get());
  // Without --output it does not even wait for the recipe.
  const ProgramResult result = RunLoadgate(
      {"asm", "-"},
      {.piped = "bytes \"x\"", .pipe_stays_open = true, .output_file = name});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.errors, "--output")) << result.errors;
  TempDir dir;
  const std::string out = dir.PathOf("out");
  EXPECT_EQ(RunLoadgate({"asm", "-o", out, "-"},
                        {.piped = "bytes \"x\"", .output_file = name})
                .exit_code,
            0);
  EXPECT_EQ(Contents(out), "x");
}

TEST(AsmCommandTest, AFileOverTheLimitIsRefusedWithTheFlag) {
  for (const std::string recipe :
       {"bytes zeros 101", "gguf\ntail fill 1 90",
        "gguf\nraw zeros 60 zeros 60", "gguf\ntensor \"w\" [101] i8",
        "safetensors\ntensor \"w\" I8 [90]",
        "gguf\ntail zeros 99999999999999"}) {
    const ProgramResult result =
        RunLoadgate({"asm", "--max-bytes", "100", "-"}, {.piped = recipe});
    EXPECT_EQ(result.exit_code, 2) << recipe;
    EXPECT_EQ(result.output, "");
    EXPECT_TRUE(result.errors.starts_with("-:")) << result.errors;
    EXPECT_TRUE(Holds(result.errors, "--max-bytes")) << result.errors;
  }
  EXPECT_EQ(RunLoadgate({"asm", "--max-bytes", "100", "-"},
                        {.piped = "bytes zeros 100"})
                .output,
            std::string(100, '\0'));
}

TEST(AsmCommandTest, ALargeRecipeIsRefusedWithTheFlag) {
  const ProgramResult result = RunLoadgate({"asm", "--max-bytes", "10", "-"},
                                           {.piped = "bytes \"xyz\""});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.errors, "--max-bytes")) << result.errors;
}

TEST(AsmCommandTest, AModelInThePlaceOfARecipeIsExplained) {
  TempDir dir;
  const std::string path = dir.WriteFile("m", std::string("GGUF\3\0\0\0", 8));
  const ProgramResult result = RunLoadgate({"asm", path});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.errors, path + ":1: ")) << result.errors;
  EXPECT_TRUE(Holds(result.errors, "loadgate disasm")) << result.errors;
}

constexpr char kSet[] =
    "set\n"
    "file \"m-00001-of-00002.gguf\"\ngguf\nsplit\n"
    "file \"m-00002-of-00002.gguf\"\ngguf\nsplit\ntensor \"w\" [3] f32\n";

TEST(AsmCommandTest, ASetIsADirectoryOfItsFiles) {
  TempDir dir;
  const std::string out = dir.PathOf("out");
  const ProgramResult made =
      RunLoadgate({"asm", "--output", out, "-"}, {.piped = kSet});
  EXPECT_EQ(made.exit_code, 0) << made.errors;
  EXPECT_EQ(made.output + made.errors, "");
  for (const char* const name :
       {"/m-00001-of-00002.gguf", "/m-00002-of-00002.gguf"}) {
    EXPECT_EQ(RunLoadgate({"inspect", out + name}).exit_code, 0) << name;
  }
}

TEST(AsmCommandTest, ASetNeedsADirectory) {
  const ProgramResult result = RunLoadgate({"asm", "-"}, {.piped = kSet});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(Holds(result.errors, "--output")) << result.errors;
  TempDir dir;
  dir.WriteFile("full/old", "old");
  const ProgramResult full = RunLoadgate(
      {"asm", "--output", dir.PathOf("full"), "-"}, {.piped = kSet});
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_TRUE(Holds(full.errors, "not empty")) << full.errors;
  EXPECT_EQ(Contents(dir.PathOf("full/old")), "old");
}

TEST(AsmCommandTest, AnErrorInASetLeavesNoDirectory) {
  TempDir dir;
  const std::string out = dir.PathOf("out");
  for (const std::string more : {"nonsense\n", "file \"../x\"\nbytes\n",
                                 "file \"m-00001-of-00002.gguf\"\nbytes\n"}) {
    const ProgramResult result =
        RunLoadgate({"asm", "-o", out, "-"}, {.piped = kSet + more});
    EXPECT_EQ(result.exit_code, 2) << more;
    EXPECT_FALSE(std::filesystem::exists(out)) << more;
  }
  const ProgramResult result = RunLoadgate(
      {"asm", "-o", out, "-"}, {.piped = kSet + std::string("nonsense\n")});
  EXPECT_TRUE(result.errors.starts_with("-:9: ")) << result.errors;
}

TEST(AsmCommandTest, ABundleIsOneFile) {
  const ProgramResult result =
      RunLoadgate({"asm", "-"}, {.piped = "bundle\nfile \"a\"\nbytes \"x\"\n"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(result.output.starts_with("loadgate bundle 1\n"));
}

TEST(AsmCommandTest, ANameIsEscaped) {
  TempDir dir;
  const std::string path = dir.WriteFile("\x1b[2J", "x");
  const ProgramResult result = RunLoadgate({"asm", path});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_FALSE(Holds(result.errors, "\x1b")) << result.errors;
  EXPECT_TRUE(Holds(result.errors, "\\x1b[2J:1: ")) << result.errors;
}

TEST(AsmCommandTest, AWorkersLimitsAreNamedWithTheirFlags) {
  if (testing_support::kSanitized) return;  // Memory is free there.
  const ProgramResult memory = RunLoadgate({"asm", "--limit", "memory=8M", "-"},
                                           {.piped = "bytes zeros 99999999"});
  EXPECT_EQ(memory.exit_code, 2);
  EXPECT_EQ(memory.output, "");
  EXPECT_EQ(memory.errors,
            "loadgate: -: limit-memory: The worker ran out of memory: it may "
            "have 8388608 bytes. Raise it with --limit memory=N. Nothing was "
            "written.\n");
}

TEST(AsmCommandTest, WhatIsNoPlainFileIsRefused) {
  TempDir dir;
  const std::string pipe = dir.PathOf("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, dir.path(), std::string("/dev/zero"),
                                  std::string("/proc/version")}) {
    const ProgramResult result = RunLoadgate({"asm", path});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_TRUE(result.errors.starts_with("loadgate: " + path + ": It is "))
        << result.errors;
  }
}

// The program beside a worker that replies what its input holds.
class LyingAsmTest : public testing::Test {
 protected:
  LyingAsmTest() {
    namespace fs = std::filesystem;
    fs::create_directory(dir_.PathOf("bin"));
    fs::copy_file(LG_PROGRAM, dir_.PathOf("bin/loadgate"));
    fs::copy_file(LG_ECHO_WORKER, dir_.PathOf("bin/loadgate-craft-worker"));
  }

  // What comes of `reply` where a file or directory out/made is asked for.
  ProgramResult Asm(const std::string& reply) {
    return RunLoadgate(
        {"asm", "-o", dir_.PathOf("out/made"), dir_.WriteFile("reply", reply)},
        {.program = dir_.PathOf("bin/loadgate")});
  }

  TempDir dir_;
};

TEST_F(LyingAsmTest, NothingIsWrittenUnderANameThatLeavesTheFolder) {
  namespace fs = std::filesystem;
  fs::create_directory(dir_.PathOf("out"));
  using testing_support::SetOf;
  for (const std::string& name :
       {std::string("../a"), std::string(".."), std::string("a/b"),
        std::string("/tmp/loadgate-was-here"), std::string(),
        std::string("a\0b", 3), std::string(300, 'n')}) {
    const ProgramResult result =
        Asm(Encoded(SetOf({{"good", "x"}, {name, "y"}})));
    EXPECT_EQ(result.exit_code, 2) << name;
    EXPECT_TRUE(fs::is_empty(dir_.PathOf("out"))) << name;
  }
  EXPECT_EQ(Asm(Encoded(SetOf({{"a", "x"}, {"a", "y"}}))).exit_code, 2);
  EXPECT_FALSE(fs::exists("/tmp/loadgate-was-here"));
  EXPECT_TRUE(fs::is_empty(dir_.PathOf("out")));
  EXPECT_EQ(Asm(Encoded(SetOf({{"a", "x"}}))).exit_code, 0);
  EXPECT_EQ(Contents(dir_.PathOf("out/made/a")), "x");
}

TEST_F(LyingAsmTest, NothingIsWrittenOfAReplyThatIsNone) {
  namespace fs = std::filesystem;
  fs::create_directory(dir_.PathOf("out"));
  const std::string good = Encoded(testing_support::OneFile("x"));
  for (const std::string& reply :
       {good.substr(0, good.size() - 1), good + good, good + "x",
        good + "!!crash", good + "!!exit", std::string("x")}) {
    const ProgramResult result = Asm(reply);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(Holds(result.errors, "Nothing was written.")) << result.errors;
    EXPECT_TRUE(fs::is_empty(dir_.PathOf("out")));
  }
  EXPECT_EQ(Asm(good).exit_code, 0);
}

TEST_F(LyingAsmTest, TextsOfAFailureAreEscaped) {
  const ProgramResult result = Asm(Encoded(testing_support::Failed(
      {CraftFailureKind::kRecipe, 0, 7, "\x1b[2J\n", "\x1b[3J\n"})));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.errors, ":7: \\x1b[2J\\n\n    \\x1b[3J\\n\n"))
      << result.errors;
  EXPECT_FALSE(Holds(result.errors, "\x1b"));
}

TEST(AsmCommandTest, BadUsageExitsTwo) {
  EXPECT_EQ(RunLoadgate({"asm"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"asm", "a", "b"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"asm", "--output="}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"asm", "missing-recipe"}).exit_code, 2);
  const ProgramResult result = RunLoadgate({"asm", "--max-byte", "1", "a"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Holds(result.errors, "did you mean --max-bytes?"))
      << result.errors;
}

}  // namespace
}  // namespace loadgate
