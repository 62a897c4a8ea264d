// Every rule has a bad file that breaks it and nothing else, and a good
// neighbour that does not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "loadgate/finding.h"
#include "tests/parser/judge_bytes.h"
#include "tests/parser/rule_cases.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAreArray;

Verdict VerdictOf(const Rule& rule) {
  if (rule.severity == Severity::kError) return Verdict::kReject;
  return rule.kind == RuleKind::kUndecided ? Verdict::kUndecided
                                           : Verdict::kAccept;
}

// The codes that count beside a finding of `severity`: the errors beside an
// error, and anything at all beside a warning or a note.
std::vector<Code> CodesThatCount(const std::vector<Finding>& findings,
                                 Severity severity) {
  std::vector<Code> codes;
  for (const Finding& finding : findings) {
    if (severity != Severity::kError || finding.severity == severity) {
      codes.push_back(finding.code);
    }
  }
  return codes;
}

class RuleTest : public ::testing::TestWithParam<RuleCase> {
 protected:
  static Judged JudgeBad() {
    return JudgeBytes(GetParam().Bad().bytes(), GetParam().limits,
                      GetParam().named);
  }
};

TEST_P(RuleTest, TheBadFileBreaksThisRuleAlone) {
  const Judged judged = JudgeBad();
  const Rule& rule = RuleOf(GetParam().code);
  std::vector<Code> expected = GetParam().beside;
  expected.push_back(rule.code);
  EXPECT_THAT(CodesThatCount(judged.findings, rule.severity),
              UnorderedElementsAreArray(expected))
      << ::testing::PrintToString(judged.findings);
  EXPECT_EQ(judged.verdict, VerdictOf(rule));
}

TEST_P(RuleTest, TheFindingSaysWhereAndWhatAndHowToMendIt) {
  const Judged judged = JudgeBad();
  const auto finding =
      std::find_if(judged.findings.begin(), judged.findings.end(),
                   [](const Finding& f) { return f.code == GetParam().code; });
  ASSERT_NE(finding, judged.findings.end());
  EXPECT_EQ(finding->offset, GetParam().at(GetParam().Bad()));
  EXPECT_EQ(finding->where, GetParam().where);
  for (const std::string& text : GetParam().says) {
    EXPECT_THAT(finding->message, HasSubstr(text));
  }
  const std::string mend(RuleOf(GetParam().code).mend);
  EXPECT_THAT(finding->message, EndsWith(". " + mend));
  EXPECT_EQ(finding->severity, RuleOf(GetParam().code).severity);
}

TEST_P(RuleTest, TheGoodNeighbourIsAccepted) {
  const Judged judged =
      JudgeBytes(GetParam().Good().bytes(), GetParam().limits);
  EXPECT_EQ(judged.verdict, Verdict::kAccept)
      << ::testing::PrintToString(judged.findings);
  EXPECT_THAT(judged.findings, Not(HasFinding(GetParam().code)));
}

INSTANTIATE_TEST_SUITE_P(, RuleTest, ::testing::ValuesIn(RuleCases()),
                         [](const auto& param_info) {
                           return CaseName(param_info.param);
                         });

TEST(RuleTableTest, EveryRuleOfTheLibraryHasACase) {
  for (const Rule& rule : AllRules()) {
    if (ProducerOf(rule) == Producer::kHarness) continue;
    const auto cases =
        std::count_if(RuleCases().begin(), RuleCases().end(),
                      [&](const RuleCase& c) { return c.code == rule.code; });
    EXPECT_GT(cases, 0) << "no bad file for " << rule.name;
  }
}

TEST(RuleTableTest, TheSmallFileEarnsNoFinding) {
  const GgufBytes file = Build(SmallFile());
  EXPECT_THAT(JudgeBytes(file.bytes()).findings, ::testing::IsEmpty());
  EXPECT_EQ(file.size(), 160u);
}

}  // namespace
}  // namespace loadgate::testing_support
