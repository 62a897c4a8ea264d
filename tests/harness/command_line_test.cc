#include "harness/command_line.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace loadgate {
namespace {

constexpr std::array kOptions = {
    OptionSpec{"recursive", 'r', "", "go down"},
    OptionSpec{"format", 0, "text|json", "the form"},
    OptionSpec{"limit", 0, "NAME=N", "a limit"},
    OptionSpec{"max-findings", 'm', "N", "how many"},
    kHelpOption,
};

ParsedLine Parse(std::vector<std::string> words) {
  words.insert(words.begin(), "verb");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return ParseArguments(std::span(pointers).first(words.size()), kOptions);
}

std::string Error(const std::vector<std::string>& words) {
  return Parse(words).error.value_or("none");
}

TEST(CommandLineTest, OptionsAndOperandsMayMixAndKeepTheirOrder) {
  const ParsedLine line =
      Parse({"b", "--format", "json", "a", "-r", "--format=text", "-m5", "c"});
  EXPECT_EQ(line.error, std::nullopt);
  EXPECT_EQ(line.operands, (std::vector<std::string>{"b", "a", "c"}));
  EXPECT_TRUE(line.Has("recursive"));
  EXPECT_FALSE(line.Has("help"));
  EXPECT_EQ(line.Last("format"), "text");
  EXPECT_EQ(line.Last("max-findings"), "5");
  EXPECT_EQ(line.Last("limit"), std::nullopt);
}

TEST(CommandLineTest, TwoDashesEndOptionsAndOneIsAnOperand) {
  const ParsedLine line = Parse({"-", "--", "--format", "-r", "-"});
  EXPECT_EQ(line.error, std::nullopt);
  EXPECT_EQ(line.operands,
            (std::vector<std::string>{"-", "--format", "-r", "-"}));
  EXPECT_TRUE(line.options.empty());
}

TEST(CommandLineTest, AnUnknownOptionGetsAHint) {
  EXPECT_EQ(Error({"--fromat", "json"}),
            "unknown option --fromat; did you mean --format?");
  EXPECT_EQ(Error({"--zzz=3"}), "unknown option --zzz");
  EXPECT_EQ(Error({"a", "-x"}), "unknown option -x");
  EXPECT_EQ(Error({"-rx"}), "unknown option -x");
  EXPECT_EQ(Error({"--\x1b[2J"}), "unknown option --\\x1b[2J");
}

TEST(CommandLineTest, AnOptionCannotBeAbbreviated) {
  EXPECT_EQ(Error({"--form", "json"}),
            "unknown option --form; did you mean --format?");
  EXPECT_EQ(Error({"--form=json"}),
            "unknown option --form; did you mean --format?");
  EXPECT_EQ(Error({"--rec"}),
            "unknown option --rec; did you mean --recursive?");
}

TEST(CommandLineTest, ValuesAreThereExactlyWhereTheyBelong) {
  EXPECT_EQ(Error({"--format"}), "option --format needs a value");
  EXPECT_EQ(Error({"-m"}), "option -m needs a value");
  EXPECT_EQ(Error({"--recursive=yes"}), "option --recursive takes no value");
}

TEST(CommandLineTest, ALineCanBeParsedAfterAnother) {
  EXPECT_EQ(Error({"--zzz"}), "unknown option --zzz");
  EXPECT_EQ(Parse({"a"}).operands, std::vector<std::string>{"a"});
}

TEST(CommandLineTest, NumbersTakeBinarySuffixes) {
  EXPECT_EQ(ParseNumber("0"), 0u);
  EXPECT_EQ(ParseNumber("12"), 12u);
  EXPECT_EQ(ParseNumber("4K"), 4096u);
  EXPECT_EQ(ParseNumber("2M"), uint64_t{2} << 20);
  EXPECT_EQ(ParseNumber("3G"), uint64_t{3} << 30);
}

TEST(CommandLineTest, WhatIsNoNumberIsRefused) {
  for (const char* text :
       {"", "K", "-1", "+1", " 1", "1 ", "0x10", "1.5", "1T", "1KK",
        "18446744073709551616", "9007199254740992G"}) {
    EXPECT_EQ(ParseNumber(text), std::nullopt) << text;
  }
}

TEST(CommandLineTest, EachLimitHasItsName) {
  Limits limits;
  sandbox::WorkerLimits worker;
  EXPECT_EQ(ApplyLimit("header-bytes=1M", &limits, &worker), std::nullopt);
  EXPECT_EQ(ApplyLimit("key-values=2", &limits, &worker), std::nullopt);
  EXPECT_EQ(ApplyLimit("tensors=3", &limits, &worker), std::nullopt);
  EXPECT_EQ(ApplyLimit("probes=4", &limits, &worker), std::nullopt);
  EXPECT_EQ(ApplyLimit("probe-bytes=5", &limits, &worker), std::nullopt);
  EXPECT_EQ(limits.header_bytes, uint64_t{1} << 20);
  EXPECT_EQ(limits.key_values, 2u);
  EXPECT_EQ(limits.metadata_pairs, 2u);
  EXPECT_EQ(limits.tensors, 3u);
  EXPECT_EQ(limits.safetensors_tensors, 3u);
  EXPECT_EQ(limits.probes, 4u);
  EXPECT_EQ(limits.probe_bytes, 5u);
}

TEST(CommandLineTest, ALimitThatMakesNoSenseIsRefused) {
  Limits limits;
  sandbox::WorkerLimits worker;
  EXPECT_EQ(ApplyLimit("tensor=3", &limits, &worker),
            "unknown limit tensor; did you mean tensors?");
  EXPECT_EQ(ApplyLimit("tensors", &limits, &worker),
            "--limit tensors needs a value: --limit tensors=N");
  EXPECT_EQ(ApplyLimit("tensors=1\x1bQ", &limits, &worker),
            "--limit tensors needs a whole number up to 4294967294, with K, M "
            "or G for KiB, MiB or GiB, not '1\\x1bQ'");
  EXPECT_EQ(
      ApplyLimit("cpu-seconds=0", &limits, &worker).value_or("").substr(0, 47),
      "--limit cpu-seconds needs a whole number from 1");
  EXPECT_TRUE(ApplyLimit("memory=0", &limits, &worker).has_value());
  EXPECT_FALSE(ApplyLimit("tensors=0", &limits, &worker).has_value());
  EXPECT_TRUE(ApplyLimit("tensors=4294967295", &limits, &worker).has_value());
  EXPECT_FALSE(ApplyLimit("tensors=4294967294", &limits, &worker).has_value());
  EXPECT_TRUE(ApplyLimit("probes=4294967296", &limits, &worker).has_value());
  EXPECT_TRUE(ApplyLimit("header-bytes=x", &limits, &worker).has_value());
}

TEST(CommandLineTest, WithoutAReaderOnlyTheWorkersLimitsAreKnown) {
  sandbox::WorkerLimits worker;
  EXPECT_EQ(ApplyLimit("memory=1M", nullptr, &worker), std::nullopt);
  EXPECT_EQ(ApplyLimit("cpu-seconds=9", nullptr, &worker), std::nullopt);
  EXPECT_EQ(worker.data_bytes, uint64_t{1} << 20);
  EXPECT_EQ(worker.cpu_seconds, 9u);
  EXPECT_EQ(ApplyLimit("tensors=3", nullptr, &worker), "unknown limit tensors");
  EXPECT_EQ(ApplyLimits(Parse({"--limit", "memory=2M"}), nullptr, &worker),
            std::nullopt);
  EXPECT_EQ(worker.data_bytes, uint64_t{2} << 20);
}

TEST(CommandLineTest, MaxFindingsBoundsBothKindsOfCount) {
  Limits limits;
  sandbox::WorkerLimits worker;
  EXPECT_EQ(
      ApplyLimits(Parse({"-m3", "--limit", "tensors=9"}), &limits, &worker),
      std::nullopt);
  EXPECT_EQ(limits.findings, 3u);
  EXPECT_EQ(limits.findings_per_code, 3u);
  EXPECT_EQ(limits.tensors, 9u);
  EXPECT_TRUE(ApplyLimits(Parse({"-mx"}), &limits, &worker).has_value());
  EXPECT_TRUE(
      ApplyLimits(Parse({"-m4294967296"}), &limits, &worker).has_value());
  EXPECT_EQ(ApplyLimits(Parse({"-m1"}), &limits, &worker), std::nullopt);
  EXPECT_EQ(ApplyLimits(Parse({"-m0"}), &limits, &worker),
            "--max-findings needs a whole number from 1 to 4294967295, not 0; "
            "for verdicts alone, read them from --format json");
  EXPECT_EQ(limits.findings, 1u) << "and is left as it was";
  EXPECT_TRUE(
      ApplyLimits(Parse({"--limit", "x=1"}), &limits, &worker).has_value());
}

TEST(CommandLineTest, HelpNamesEveryOptionAndItsExamples) {
  const std::string help = HelpText({.name = "verb",
                                     .synopsis = "loadgate verb [options]",
                                     .purpose = "Does it.",
                                     .options = kOptions,
                                     .examples = "  loadgate verb x\n"});
  EXPECT_TRUE(help.starts_with("usage: loadgate verb [options]\n\nDoes it.\n"));
  EXPECT_NE(help.find("  -r, --recursive\n          go down\n"),
            std::string::npos);
  EXPECT_NE(help.find("      --limit NAME=N\n"), std::string::npos);
  EXPECT_TRUE(help.ends_with("examples:\n  loadgate verb x\n"));
}

TEST(CommandLineTest, AReplysLimitsAreKnownWhereThereIsOne) {
  Limits limits;
  sandbox::WorkerLimits worker;
  ReplyLimits reply = kInspectReply;
  const auto apply = [&](std::string_view text) {
    return ApplyLimit(text, &limits, &worker, &reply).value_or("");
  };
  EXPECT_EQ(apply("reply-records=4096"), "");
  EXPECT_EQ(apply("reply-bytes=1M"), "");
  EXPECT_EQ(reply.records, 4096u);
  EXPECT_EQ(reply.bytes, uint64_t{1} << 20);
  EXPECT_EQ(apply("reply-records=4294967295"), "");
  EXPECT_EQ(apply("reply-bytes=1024G"), "");
  EXPECT_EQ(apply("reply-records=0"),
            "--limit reply-records needs a whole number from 4096 to "
            "4294967295, with K, M or G for KiB, MiB or GiB, not '0'");
  for (const std::string_view wrong :
       {"reply-records=4095", "reply-records=4G", "reply-bytes=0",
        "reply-bytes=65535", "reply-bytes=1099511627777",
        "reply-bytes=", "reply-bytes=-1", "reply-bytes=99999999999999999999"}) {
    EXPECT_NE(apply(wrong), "") << wrong;
  }
  EXPECT_EQ(reply.records, 4294967295u);
  EXPECT_EQ(reply.bytes, uint64_t{1} << 40);
  EXPECT_EQ(ApplyLimit("reply-bytes=1M", &limits, &worker),
            "unknown limit reply-bytes");
}

}  // namespace
}  // namespace loadgate
