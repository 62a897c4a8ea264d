#include "harness/verb.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "harness/gate/verdict.h"

namespace loadgate {
namespace {

constexpr std::array kOptions = {
    OptionSpec{"format", 0, "text|json", "the form"}, kHelpOption};
constexpr VerbSpec kVerb = {.name = "verb",
                            .synopsis = "loadgate verb [options]",
                            .purpose = "Does it.",
                            .options = kOptions,
                            .examples = "  loadgate verb\n"};

// BeginVerb on these words, with what it printed to either stream.
struct Begun {
  std::optional<int> ended;
  ParsedLine line;
  std::string output;
  std::string errors;
};

Begun Begin(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Begun begun;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Output output(STDOUT_FILENO);
  begun.ended = BeginVerb(kVerb, Arguments(arguments).first(words.size()),
                          output, &begun.line);
  begun.output = testing::internal::GetCapturedStdout();
  begun.errors = testing::internal::GetCapturedStderr();
  return begun;
}

TEST(VerbTest, ALineThatMakesSenseIsHandedOver) {
  const Begun begun = Begin({"verb", "--format", "json", "a"});
  EXPECT_EQ(begun.ended, std::nullopt);
  EXPECT_EQ(begun.line.Last("format"), "json");
  EXPECT_EQ(begun.line.operands, std::vector<std::string>{"a"});
  EXPECT_EQ(begun.output + begun.errors, "");
}

TEST(VerbTest, HelpGoesToStandardOutput) {
  const Begun begun = Begin({"verb", "--help"});
  EXPECT_EQ(begun.ended, kExitAccepted);
  EXPECT_EQ(begun.output, HelpText(kVerb));
  EXPECT_EQ(begun.errors, "");
}

TEST(VerbTest, AWrongLineIsBadUsageAlsoBesideHelp) {
  const Begun begun = Begin({"verb", "--help", "--formt", "json"});
  EXPECT_EQ(begun.ended, kExitUndecided);
  EXPECT_EQ(begun.output, "");
  EXPECT_NE(begun.errors.find("did you mean --format"), std::string::npos)
      << begun.errors;
}

TEST(VerbTest, AFormatThatIsNoneIsBadUsageAndEscaped) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(FormatError(kVerb, "text or json", "x\x1b"), kExitUndecided);
  const std::string errors = testing::internal::GetCapturedStderr();
  EXPECT_NE(errors.find("--format is text or json, not x\\x1b"),
            std::string::npos)
      << errors;
}

TEST(VerbTest, AnEmptyNameIsBadUsageOfAnyVerb) {
  const Begun begun = Begin({"verb", "a", ""});
  EXPECT_EQ(begun.ended, kExitUndecided);
  EXPECT_EQ(begun.output, "");
  EXPECT_EQ(begun.errors,
            "loadgate: one of the names is empty: '' names nothing\n"
            "loadgate: see loadgate verb --help\n");
  EXPECT_EQ(Begin({"verb", "--", ""}).ended, kExitUndecided);
  EXPECT_EQ(Begin({"verb", "--help", ""}).ended, kExitAccepted);
}

}  // namespace
}  // namespace loadgate
