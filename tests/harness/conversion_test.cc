#include "harness/conversion.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::TempDir;
using Options = std::vector<ParsedLine::Option>;

constexpr uint64_t kDefault = 4096;

std::optional<std::string> Wrong(Options options,
                                 std::vector<std::string> operands,
                                 Conversion* conversion) {
  ParsedLine line;
  line.options = std::move(options);
  line.operands = std::move(operands);
  return ReadConversion(line, "file", kDefault, conversion);
}

TEST(ConversionTest, ALineWithoutOptionsHasTheDefaults) {
  Conversion conversion;
  EXPECT_EQ(Wrong({}, {"f"}, &conversion), std::nullopt);
  EXPECT_EQ(conversion.input, "f");
  EXPECT_EQ(conversion.output, std::nullopt);
  EXPECT_EQ(conversion.most_bytes, kDefault);
}

TEST(ConversionTest, TheLastOptionCounts) {
  Conversion conversion;
  EXPECT_EQ(Wrong({{"output", "a"},
                   {"max-bytes", "1"},
                   {"max-bytes", "2K"},
                   {"output", "b"}},
                  {"-"}, &conversion),
            std::nullopt);
  EXPECT_EQ(conversion.input, "-");
  EXPECT_EQ(conversion.output, "b");
  EXPECT_EQ(conversion.most_bytes, 2048);
}

TEST(ConversionTest, ADashIsStandardOutput) {
  Conversion conversion;
  EXPECT_EQ(Wrong({{"output", "-"}}, {"f"}, &conversion), std::nullopt);
  EXPECT_EQ(conversion.output, std::nullopt);
}

TEST(ConversionTest, OneOperandIsNeeded) {
  Conversion conversion;
  EXPECT_EQ(Wrong({}, {}, &conversion),
            "it takes one file, or - for standard input");
  EXPECT_EQ(Wrong({}, {"a", "b"}, &conversion),
            "it takes one file, or - for standard input");
}

TEST(ConversionTest, AnOutputWithoutANameIsRefused) {
  Conversion conversion;
  EXPECT_EQ(Wrong({{"output", ""}}, {"f"}, &conversion),
            "--output needs the name of a file");
}

TEST(ConversionTest, ALimitThatIsNoneIsRefused) {
  Conversion conversion;
  for (const std::string value :
       {"", "0", "-1", "1X", "K", "9223372036854775808", "9000000000G"}) {
    const auto wrong = Wrong({{"max-bytes", value}}, {"f"}, &conversion);
    ASSERT_TRUE(wrong.has_value()) << value;
    EXPECT_TRUE(wrong->ends_with("not '" + value + "'")) << *wrong;
  }
}

TEST(ConversionTest, AResultGoesToItsFile) {
  TempDir dir;
  Conversion conversion;
  conversion.output = dir.PathOf("out");
  Output nowhere(-1);
  EXPECT_EQ(WriteResult(conversion, "text", nowhere), 0);
  std::string read;
  std::ifstream(*conversion.output) >> read;
  EXPECT_EQ(read, "text");
}

TEST(ConversionTest, AResultThatIsNotWrittenIsExitCodeTwo) {
  TempDir dir;
  Output nowhere(-1);
  EXPECT_EQ(WriteResult({}, "text", nowhere), 2);
  Conversion conversion;
  conversion.output = dir.PathOf("no/out");
  EXPECT_EQ(WriteResult(conversion, "text", nowhere), 2);
}

TEST(ConversionTest, WhatAWorkerMayTakeCanBeSaid) {
  Conversion conversion;
  EXPECT_EQ(Wrong({}, {"f"}, &conversion), std::nullopt);
  EXPECT_EQ(conversion.workers.limits.data_bytes, uint64_t{4} << 30);
  EXPECT_TRUE(
      conversion.workers.zygote.program.ends_with("/loadgate-craft-worker"));
  EXPECT_EQ(Wrong({{"limit", "memory=1M"},
                   {"limit", "cpu-seconds=7"},
                   {"timeout", "3s"},
                   {"sandbox", "best-effort"}},
                  {"f"}, &conversion),
            std::nullopt);
  EXPECT_EQ(conversion.workers.limits.data_bytes, uint64_t{1} << 20);
  EXPECT_EQ(conversion.workers.limits.cpu_seconds, 7u);
  EXPECT_EQ(conversion.workers.timeout, std::chrono::seconds(3));
  EXPECT_TRUE(conversion.workers.zygote.without_landlock);
  for (const ParsedLine::Option& wrong :
       Options{{"limit", "tensors=1"}, {"timeout", "3"}, {"sandbox", "no"}}) {
    EXPECT_NE(Wrong({wrong}, {"f"}, &conversion), std::nullopt) << wrong.name;
  }
}

}  // namespace
}  // namespace loadgate
