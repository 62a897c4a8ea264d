#include <gtest/gtest.h>

#include <string>

#include "harness/gate/rules_text.h"
#include "tests/harness/run_program.h"

namespace loadgate {
namespace {

using testing_support::RunLoadgate;

TEST(RulesCommandTest, ListsEveryRule) {
  const auto result = RunLoadgate({"rules"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, RuleTable(AllRules()));
}

TEST(RulesCommandTest, ExplainsEveryRule) {
  for (const Rule& rule : AllRules()) {
    const auto result = RunLoadgate({"rules", std::string(rule.name)});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.output, RuleExplained(rule));
  }
}

TEST(RulesCommandTest, PrintsJson) {
  const auto result = RunLoadgate({"rules", "--format", "json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, RulesJson(AllRules()));
}

TEST(RulesCommandTest, AnUnknownCodeGetsAHintAndExitsTwo) {
  const auto result = RunLoadgate({"rules", "gguf-magik"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_NE(result.errors.find("did you mean gguf-magic?"), std::string::npos);
}

TEST(RulesCommandTest, ACodeInCapitalsGetsTheRealOneAsAHint) {
  const auto result = RunLoadgate({"rules", "FILE-WEB-PAGE"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("there is no rule FILE-WEB-PAGE; did you mean "
                               "file-web-page?"),
            std::string::npos);
}

TEST(RulesCommandTest, TheHelpExplainsEveryKind) {
  const auto result = RunLoadgate({"rules", "--help"});
  for (const RuleKind kind :
       {RuleKind::kFixed, RuleKind::kRule, RuleKind::kUndecided}) {
    EXPECT_NE(result.output.find(std::string(RuleKindName(kind)) + ","),
              std::string::npos);
  }
}

TEST(RulesCommandTest, BadUsageExitsTwo) {
  EXPECT_EQ(RunLoadgate({"rules", "a", "b"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"rules", "--format", "yaml"}).exit_code, 2);
  EXPECT_EQ(RunLoadgate({"rules", "--wrong"}).exit_code, 2);
}

}  // namespace
}  // namespace loadgate
