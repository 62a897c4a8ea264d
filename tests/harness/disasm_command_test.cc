#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/harness/run_program.h"
#include "tests/support/good_files.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::Build;
using testing_support::GgufBytes;
using testing_support::ProgramResult;
using testing_support::RunLoadgate;
using testing_support::TempDir;
using testing_support::TinyLlama;

bool Holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// A safetensors file whose header has a defect in its middle.
std::string BrokenSafetensors() {
  const std::string header =
      R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{,})";
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size());
  return file + header + "abcd";
}

TEST(DisasmCommandTest, WritesTheRecipeOfAFile) {
  TempDir dir;
  const std::string path = dir.WriteFile("m.gguf", Build(TinyLlama()).bytes());
  const ProgramResult result = RunLoadgate({"disasm", path});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_TRUE(result.output.starts_with("gguf  # 0x0000\n")) << result.output;
  EXPECT_TRUE(
      Holds(result.output, "kv \"general.architecture\" string \"llama\""));
}

TEST(DisasmCommandTest, AsmGivesEveryFileBack) {
  std::vector<std::string> files = {"",
                                    "x",
                                    "GGUF",
                                    "no model at all\n",
                                    std::string("\0\xFF\x1B[2J", 6),
                                    std::string(5000, '\0'),
                                    BrokenSafetensors()};
  for (const auto& file : testing_support::GoodGgufFiles()) {
    if (file.bytes.size() <= 4096) files.emplace_back(AsText(file.bytes));
  }
  const GgufBytes whole = Build(TinyLlama());
  for (uint64_t size = 0; size < whole.size(); size += 61) {
    files.emplace_back(AsText(ByteSpan(whole.bytes()).first(size)));
  }
  for (const std::string& file : files) {
    const ProgramResult recipe = RunLoadgate({"disasm", "-"}, {.piped = file});
    ASSERT_EQ(recipe.exit_code, 0) << recipe.errors;
    const bool printable =
        std::all_of(recipe.output.begin(), recipe.output.end(),
                    [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
    EXPECT_TRUE(printable) << recipe.output;
    TempDir dir;
    const ProgramResult back =
        RunLoadgate({"asm", dir.WriteFile("r", recipe.output)});
    EXPECT_EQ(back.exit_code, 0) << back.errors << recipe.output;
    EXPECT_TRUE(back.output == file) << recipe.output;
  }
}

TEST(DisasmCommandTest, WritesToAFileAndSaysNothing) {
  TempDir dir;
  const std::string path = dir.WriteFile("m.gguf", Build(TinyLlama()).bytes());
  const std::string out = dir.WriteFile("r", std::string(100000, 'x'));
  const ProgramResult result = RunLoadgate({"disasm", "-o", out, path});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output + result.errors, "");
  EXPECT_EQ(Contents(out), RunLoadgate({"disasm", path}).output);
}

TEST(DisasmCommandTest, TheInputMayBeWrittenOver) {
  TempDir dir;
  const std::string path = dir.WriteFile("f", "GGUF");
  EXPECT_EQ(RunLoadgate({"disasm", "-o", path, path}).exit_code, 0);
  EXPECT_TRUE(Contents(path).starts_with("gguf"));
  EXPECT_EQ(RunLoadgate({"asm", "-o", path, path}).exit_code, 0);
  EXPECT_EQ(Contents(path), "GGUF");
}

TEST(DisasmCommandTest, AFileOverTheLimitIsRefusedWithTheFlag) {
  TempDir dir;
  const std::string path = dir.WriteFile("f", "12345");
  EXPECT_EQ(RunLoadgate({"disasm", "--max-bytes", "5", path}).exit_code, 0);
  const ProgramResult file = RunLoadgate({"disasm", "--max-bytes=4", path});
  EXPECT_EQ(file.exit_code, 2);
  EXPECT_EQ(file.output, "");
  EXPECT_TRUE(file.errors.starts_with("loadgate: " + path + ": "));
  EXPECT_TRUE(Holds(file.errors, "--max-bytes")) << file.errors;
  const ProgramResult stream =
      RunLoadgate({"disasm", "--max-bytes", "4", "-"}, {.piped = "12345"});
  EXPECT_EQ(stream.exit_code, 2);
  EXPECT_TRUE(Holds(stream.errors, "--max-bytes")) << stream.errors;
}

TEST(DisasmCommandTest, ASignalEndsAStreamWithoutARecipe) {
  const ProgramResult result = RunLoadgate(
      {"disasm", "-"},
      {.piped = "GGUF", .pipe_stays_open = true, .signal = SIGTERM});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(Holds(result.errors, "A signal came")) << result.errors;
}

TEST(DisasmCommandTest, ADirectoryIsASetThatAsmGivesBack) {
  TempDir dir;
  const std::string model(AsText(Build(TinyLlama()).bytes()));
  dir.WriteFile("in/b.gguf", model);
  dir.WriteFile("in/a name\n", BrokenSafetensors());
  dir.WriteFile("in/model.safetensors.index.json", "{}");
  const ProgramResult recipe = RunLoadgate({"disasm", dir.PathOf("in")});
  EXPECT_EQ(recipe.exit_code, 0) << recipe.errors;
  EXPECT_EQ(recipe.errors, "");
  EXPECT_TRUE(recipe.output.starts_with("set\n\nfile \"a name\\n\"\n"))
      << recipe.output;
  const std::string out = dir.PathOf("out");
  const ProgramResult made =
      RunLoadgate({"asm", "-o", out, "-"}, {.piped = recipe.output});
  EXPECT_EQ(made.exit_code, 0) << made.errors;
  EXPECT_EQ(Contents(out + "/b.gguf"), model);
  EXPECT_EQ(Contents(out + "/a name\n"), BrokenSafetensors());
  EXPECT_EQ(Contents(out + "/model.safetensors.index.json"), "{}");
  EXPECT_EQ(RunLoadgate({"disasm", out}).output, recipe.output);
}

TEST(DisasmCommandTest, WhatIsNoPlainFileInADirectoryIsNamed) {
  TempDir dir;
  dir.WriteFile("a", "x");
  dir.WriteFile("sub/b", "x");
  const ProgramResult result = RunLoadgate({"disasm", dir.path()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(Holds(result.errors, "'sub' is no plain file")) << result.errors;
  EXPECT_EQ(result.output, "set\n\nfile \"a\"\nbytes x\"78\"  # 0x0000\n");
}

TEST(DisasmCommandTest, ADirectoryOverTheLimitIsRefusedWithTheFlag) {
  TempDir dir;
  dir.WriteFile("a", "12");
  dir.WriteFile("b", "345");
  const auto with = [&](const char* most) {
    return RunLoadgate({"disasm", "--max-bytes", most, dir.path()});
  };
  EXPECT_EQ(with("5").exit_code, 0);
  EXPECT_EQ(with("4").exit_code, 2);
  EXPECT_TRUE(Holds(with("4").errors, "--max-bytes"));
}

TEST(DisasmCommandTest, WhatIsNoFileExitsTwoWithItsName) {
  TempDir dir;
  for (const std::string& path :
       {dir.path(), dir.PathOf("missing"), std::string("/dev/zero")}) {
    const ProgramResult result = RunLoadgate({"disasm", path});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_TRUE(result.errors.starts_with("loadgate: " + path + ": "))
        << result.errors;
  }
}

TEST(DisasmCommandTest, MoreFilesThanAWorkerIsHandedAreRefused) {
  TempDir dir;
  for (int i = 0; i < 249; ++i) dir.WriteFile(std::to_string(i), "x");
  const ProgramResult result = RunLoadgate({"disasm", dir.path()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(Holds(result.errors, "more than 248 plain files"))
      << result.errors;
}

TEST(DisasmCommandTest, AWorkersLimitsAreNamedWithTheirFlags) {
  TempDir dir;
  const std::string path = dir.WriteFile("f", std::string(1 << 20, 'x'));
  const ProgramResult time = RunLoadgate({"disasm", "--timeout", "1ms", path});
  EXPECT_EQ(time.exit_code, 2);
  EXPECT_EQ(time.output, "");
  EXPECT_TRUE(Holds(time.errors, "limit-wall-time: ")) << time.errors;
  EXPECT_TRUE(Holds(time.errors, "--timeout")) << time.errors;
  if (testing_support::kSanitized) return;  // Memory is free there.
  const ProgramResult memory =
      RunLoadgate({"disasm", "--limit", "memory=4M", path});
  EXPECT_EQ(memory.exit_code, 2);
  EXPECT_TRUE(Holds(memory.errors, "--limit memory=N. Nothing was written."))
      << memory.errors;
}

TEST(DisasmCommandTest, AFullOutputExitsTwo) {
  const ProgramResult result =
      RunLoadgate({"disasm", "-"}, {.piped = "x", .output_file = "/dev/full"});
  EXPECT_EQ(result.exit_code, 2);
}

TEST(DisasmCommandTest, BadUsageExitsTwo) {
  EXPECT_EQ(RunLoadgate({"disasm"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"disasm", "a", "b"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"disasm", "--max-bytes", "x", "a"}).exit_code, 2);
  const ProgramResult result = RunLoadgate({"disasm", "--ouput", "x", "a"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.errors,
            "loadgate: unknown option --ouput; did you mean --output?\n"
            "loadgate: see loadgate disasm --help\n");
}

}  // namespace
}  // namespace loadgate
