#include <gtest/gtest.h>

#include <string>

#include "loadgate/bytes.h"
#include "tests/harness/run_program.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
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

TEST(InspectCommandTest, ShowsMetadataTensorsAndLayout) {
  TempDir dir;
  const std::string path = dir.WriteFile("m.gguf", Build(TinyLlama()).bytes());
  const ProgramResult result = RunLoadgate({"inspect", path});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_TRUE(Holds(result.output, "\nmetadata\n")) << result.output;
  EXPECT_TRUE(Holds(result.output, "\"llama\""));
  EXPECT_TRUE(Holds(result.output, ", ... 2 more]"));
  EXPECT_TRUE(Holds(result.output, "\ntensors\n"));
  EXPECT_TRUE(Holds(result.output, "token_embd.weight"));
  EXPECT_TRUE(Holds(result.output, "\nlayout\n"));
  EXPECT_TRUE(Holds(result.output, "\naccept     " + path));
}

TEST(InspectCommandTest, AllPrintsWholeArrays) {
  TempDir dir;
  const std::string path = dir.WriteFile("m.gguf", Build(TinyLlama()).bytes());
  const ProgramResult result = RunLoadgate({"inspect", "--all", path});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_FALSE(Holds(result.output, " more]")) << result.output;
}

TEST(InspectCommandTest, JsonIsOneObject) {
  TempDir dir;
  const std::string path = dir.WriteFile("m.gguf", Build(TinyLlama()).bytes());
  const ProgramResult result =
      RunLoadgate({"inspect", "--format", "json", path});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.output.starts_with("{\"loadgate\":{"));
  EXPECT_TRUE(Holds(result.output, "\"key\":\"general.architecture\""));
  EXPECT_TRUE(Holds(result.output,
                    "\"layout\":[{\"what\":\"header\","
                    "\"begin\":0,"));
  EXPECT_TRUE(
      result.output.ends_with("\"verdict\":\"accept\",\"findings\":[]}\n"));
}

TEST(InspectCommandTest, ARejectedFileIsShownAsFarAsItWasRead) {
  TempDir dir;
  const GgufBytes file = Build(TinyLlama());
  const std::string path =
      dir.WriteFile("m.gguf", ByteSpan(file.bytes()).first(400));
  const ProgramResult result = RunLoadgate({"inspect", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Holds(result.output, "general.architecture")) << result.output;
  EXPECT_TRUE(Holds(result.output, "what could be read of it"));
  EXPECT_TRUE(Holds(result.output, "REJECT     " + path));
}

TEST(InspectCommandTest, JsonSaysTheSizeThatIsExpected) {
  TempDir dir;
  const GgufBytes file = Build(TinyLlama());
  const std::string path =
      dir.WriteFile("m.gguf", ByteSpan(file.bytes()).first(file.size() - 1));
  const ProgramResult result = RunLoadgate({"inspect", "--format=json", path});
  EXPECT_TRUE(
      Holds(result.output, "\"expected_size\":" + std::to_string(file.size())))
      << result.output;
}

TEST(InspectCommandTest, WhatIsNoModelOrNotThereHasAVerdictToo) {
  TempDir dir;
  EXPECT_EQ(RunLoadgate({"inspect", dir.WriteFile("x", "text")}).exit_code, 1);
  EXPECT_EQ(RunLoadgate({"inspect", dir.PathOf("missing")}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"inspect", dir.path()}).exit_code, 2);
}

TEST(InspectCommandTest, ReadsStandardInput) {
  const GgufBytes file = Build(TinyLlama());
  const ProgramResult result = RunLoadgate(
      {"inspect", "-"}, {.piped = std::string(AsText(file.bytes()))});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(Holds(result.output, "accept     -"));
}

TEST(InspectCommandTest, BadUsageExitsTwo) {
  EXPECT_EQ(RunLoadgate({"inspect"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"inspect", "a", "b"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"inspect", "--format", "jsonl", "a"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"inspect", "--recursive", "a"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"inspect", "--limit", "x=1", "a"}).exit_code, 2);
}

// A file of `pairs` pairs, each a text of `bytes` bytes.
GgufBytes OfTexts(size_t pairs, size_t bytes) {
  GgufBytes file;
  file.Header(3, 0, pairs);
  for (size_t i = 0; i < pairs; ++i) {
    file.PairString("k" + std::to_string(i), std::string(bytes, 'x'));
  }
  return file;
}

TEST(InspectCommandTest, MoreRecordsThanItsCapLeaveTheInputUndecided) {
  TempDir dir;
  const std::string path = dir.WriteFile("m.gguf", OfTexts(3000, 1).bytes());
  const ProgramResult over = RunLoadgate(
      {"inspect", "--format=json", "--limit=reply-records=4096", path});
  EXPECT_EQ(over.exit_code, 2);
  EXPECT_TRUE(Holds(over.output,
                    "\"verdict\":\"undecided\",\"findings\":[{\"code\":"
                    "\"limit-reply-records\""));
  EXPECT_TRUE(Holds(over.output,
                    "\"The worker's reply has more than 4096 records. Raise it "
                    "with --limit reply-records=N.\""));
  EXPECT_EQ(RunLoadgate({"inspect", path}).exit_code, 0);
  EXPECT_EQ(
      RunLoadgate({"inspect", "--limit=reply-records=8K", path}).exit_code, 0);
}

TEST(InspectCommandTest, MoreBytesThanItsCapLeaveTheInputUndecided) {
  TempDir dir;
  const std::string path = dir.WriteFile("m.gguf", OfTexts(2, 40'000).bytes());
  const ProgramResult over =
      RunLoadgate({"inspect", "--all", "--limit=reply-bytes=64K", path});
  EXPECT_EQ(over.exit_code, 2);
  EXPECT_TRUE(Holds(over.output, "limit-reply-bytes")) << over.output;
  EXPECT_TRUE(Holds(over.output, "has more than 65536 bytes."));
  EXPECT_TRUE(Holds(over.output, "reply-bytes=N."));
  EXPECT_EQ(RunLoadgate({"inspect", "--all", path}).exit_code, 0);
  EXPECT_EQ(RunLoadgate({"inspect", "--limit=reply-bytes=64K", path}).exit_code,
            0);
}

TEST(InspectCommandTest, CapsThatMakeNoSenseAreRefused) {
  TempDir dir;
  const std::string path = dir.WriteFile("m.gguf", OfTexts(1, 1).bytes());
  const ProgramResult none =
      RunLoadgate({"inspect", "--limit=reply-bytes=0", path});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.output, "");
  EXPECT_TRUE(Holds(none.errors, "--limit reply-bytes needs a whole number"));
  EXPECT_EQ(RunLoadgate({"check", "--limit=reply-bytes=1M", path}).exit_code,
            2);
}

}  // namespace
}  // namespace loadgate
