// The properties that the fuzz target asserts, on files that are known.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/parser/judge_bytes.h"
#include "tests/parser/rule_cases_safetensors.h"
#include "tests/support/guard_buffer.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/safetensors_properties.h"

namespace loadgate::testing_support {
namespace {

// Whole files in front of a guard page: a view past the end faults.
void ExpectProperties(const SafetensorsBytes& file, const std::string& name,
                      const Limits& limits = {}) {
  const GuardBuffer guarded(file.bytes());
  EXPECT_EQ(BrokenSafetensorsProperty(guarded.bytes(), limits), "") << name;
}

TEST(SafetensorsPropertyTest, HoldForGoodFiles) {
  for (const GoodSafetensors& good : GoodSafetensorsFiles()) {
    EXPECT_TRUE(JudgeSafetensorsNaively(good.file.bytes()).accept) << good.name;
    ExpectProperties(good.file, good.name);
  }
}

TEST(SafetensorsPropertyTest, HoldForFilesThatBreakARule) {
  for (const SafetensorsRuleCase& rule_case : SafetensorsRuleCases()) {
    ExpectProperties(rule_case.bad, CaseName(rule_case), rule_case.limits);
    ExpectProperties(rule_case.good, CaseName(rule_case), rule_case.limits);
  }
}

TEST(SafetensorsPropertyTest, TheNaiveReaderRejectsWhatBreaksARuleOfErrors) {
  for (const SafetensorsRuleCase& rule_case : SafetensorsRuleCases()) {
    const bool error = RuleOf(rule_case.code).severity == Severity::kError;
    EXPECT_NE(JudgeSafetensorsNaively(rule_case.bad.bytes()).accept, error)
        << CaseName(rule_case);
    EXPECT_TRUE(JudgeSafetensorsNaively(rule_case.good.bytes()).accept)
        << CaseName(rule_case);
  }
}

// The reader in memory and Judge() on a source are two ways to one end.
TEST(SafetensorsPropertyTest, JudgeFindsWhatTheReaderFinds) {
  for (const SafetensorsRuleCase& rule_case : SafetensorsRuleCases()) {
    const std::vector<std::byte> file = rule_case.bad.bytes();
    const Judged judged =
        JudgeBytes(file, rule_case.limits, Format::kSafetensors);
    SafetensorsOutcome outcome =
        FeedSafetensors(file, {.limits = rule_case.limits});
    const std::string expected = OutcomeText(outcome);
    outcome.verdict = judged.verdict;
    outcome.findings = judged.findings;
    outcome.omitted = judged.omitted;
    EXPECT_EQ(OutcomeText(outcome), expected) << CaseName(rule_case);
  }
}

}  // namespace
}  // namespace loadgate::testing_support
