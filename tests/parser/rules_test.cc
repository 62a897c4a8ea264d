// Every rule has a bad file that breaks it and nothing else, and a good
// neighbour that does not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/safetensors_index.h"
#include "tests/parser/judge_bytes.h"
#include "tests/parser/judge_set.h"
#include "tests/parser/rule_cases.h"
#include "tests/parser/rule_cases_safetensors.h"
#include "tests/parser/set_cases.h"
#include "tests/support/index_cases.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

using ::testing::ContainsRegex;
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

// A case of either table: what the bad file must give.
template <typename Case>
void ExpectThisRuleAlone(const Judged& judged, const Case& rule_case) {
  const Rule& rule = RuleOf(rule_case.code);
  std::vector<Code> expected = rule_case.beside;
  expected.push_back(rule.code);
  EXPECT_THAT(CodesThatCount(judged.findings, rule.severity),
              UnorderedElementsAreArray(expected))
      << ::testing::PrintToString(judged.findings);
  const bool has_error = std::any_of(
      expected.begin(), expected.end(),
      [](Code code) { return RuleOf(code).severity == Severity::kError; });
  EXPECT_EQ(judged.verdict, has_error ? Verdict::kReject : VerdictOf(rule));
}

template <typename Case>
void ExpectItsFinding(const Judged& judged, const Case& rule_case,
                      uint64_t offset) {
  const auto finding =
      std::find_if(judged.findings.begin(), judged.findings.end(),
                   [&](const Finding& f) { return f.code == rule_case.code; });
  ASSERT_NE(finding, judged.findings.end());
  EXPECT_EQ(finding->offset, offset);
  EXPECT_EQ(finding->where, rule_case.where);
  for (const std::string& text : rule_case.says) {
    EXPECT_THAT(finding->message, HasSubstr(text));
  }
  const std::string mend(RuleOf(rule_case.code).mend);
  EXPECT_THAT(finding->message, EndsWith(". " + mend));
  EXPECT_THAT(
      finding->message,
      Not(ContainsRegex(
          "(^| )1 (bits|bytes|elements|numbers|places|tensors|are|were)[ "
          ".,]")));
  EXPECT_EQ(finding->severity, RuleOf(rule_case.code).severity);
}

void ExpectAcceptedWithout(const Judged& judged, Code code) {
  EXPECT_EQ(judged.verdict, Verdict::kAccept)
      << ::testing::PrintToString(judged.findings);
  EXPECT_THAT(judged.findings, Not(HasFinding(code)));
}

class RuleTest : public ::testing::TestWithParam<RuleCase> {
 protected:
  static Judged JudgeBad() {
    return JudgeBytes(GetParam().Bad().bytes(), GetParam().limits,
                      GetParam().name);
  }
};

TEST_P(RuleTest, TheBadFileBreaksThisRuleAlone) {
  ExpectThisRuleAlone(JudgeBad(), GetParam());
}

TEST_P(RuleTest, TheFindingSaysWhereAndWhatAndHowToMendIt) {
  ExpectItsFinding(JudgeBad(), GetParam(), GetParam().at(GetParam().Bad()));
}

TEST_P(RuleTest, TheGoodNeighbourIsAccepted) {
  ExpectAcceptedWithout(
      JudgeBytes(GetParam().Good().bytes(), GetParam().limits),
      GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(, RuleTest, ::testing::ValuesIn(RuleCases()),
                         [](const auto& param_info) {
                           return CaseName(param_info.param);
                         });

class SafetensorsRuleTest
    : public ::testing::TestWithParam<SafetensorsRuleCase> {
 protected:
  static Judged JudgeFile(const SafetensorsBytes& file) {
    return JudgeBytes(file.bytes(), GetParam().limits, Format::kSafetensors);
  }
};

TEST_P(SafetensorsRuleTest, TheBadFileBreaksThisRuleAlone) {
  ExpectThisRuleAlone(JudgeFile(GetParam().bad), GetParam());
}

TEST_P(SafetensorsRuleTest, TheFindingSaysWhereAndWhatAndHowToMendIt) {
  ExpectItsFinding(JudgeFile(GetParam().bad), GetParam(), GetParam().at);
}

TEST_P(SafetensorsRuleTest, TheGoodNeighbourIsAccepted) {
  ExpectAcceptedWithout(JudgeFile(GetParam().good), GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(, SafetensorsRuleTest,
                         ::testing::ValuesIn(SafetensorsRuleCases()),
                         [](const auto& param_info) {
                           return CaseName(param_info.param);
                         });

class IndexRuleTest : public ::testing::TestWithParam<IndexRuleCase> {
 protected:
  static Judged ReadIndex(std::string text) {
    FindingSink sink(GetParam().limits);
    const auto index =
        ReadSafetensorsIndex(std::as_writable_bytes(std::span<char>(text)),
                             GetParam().limits, {}, &sink);
    EXPECT_TRUE(index.has_value() || sink.verdict() != Verdict::kAccept);
    return {sink.verdict(), sink.Findings(), sink.omitted()};
  }
};

TEST_P(IndexRuleTest, TheBadFileBreaksThisRuleAlone) {
  ExpectThisRuleAlone(ReadIndex(GetParam().bad), GetParam());
}

TEST_P(IndexRuleTest, TheFindingSaysWhereAndWhatAndHowToMendIt) {
  const size_t at = GetParam().bad.find(GetParam().at);
  ASSERT_NE(at, std::string::npos);
  ExpectItsFinding(ReadIndex(GetParam().bad), GetParam(), at + GetParam().plus);
}

TEST_P(IndexRuleTest, TheGoodNeighbourIsAccepted) {
  ExpectAcceptedWithout(ReadIndex(GetParam().good), GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(, IndexRuleTest, ::testing::ValuesIn(IndexRuleCases()),
                         [](const auto& param_info) {
                           return CaseName(param_info.param);
                         });

class SplitRuleTest : public ::testing::TestWithParam<SplitCase> {
 protected:
  static Judged JudgeShards(const std::vector<GgufRecipe>& shards,
                            const std::string& name) {
    return name.empty() ? JudgeSplit(shards) : JudgeAlone(shards[0], name);
  }
  static uint64_t Offset() {
    if (GetParam().field.empty()) return 0;
    return Build(GetParam().bad[GetParam().shard]).OffsetOf(GetParam().field);
  }
};

TEST_P(SplitRuleTest, TheBadSetBreaksThisRuleAlone) {
  ExpectThisRuleAlone(JudgeShards(GetParam().bad, GetParam().name), GetParam());
}

TEST_P(SplitRuleTest, TheFindingSaysWhereAndWhatAndHowToMendIt) {
  ExpectItsFinding(JudgeShards(GetParam().bad, GetParam().name), GetParam(),
                   Offset());
}

TEST_P(SplitRuleTest, TheGoodNeighbourIsAccepted) {
  ExpectAcceptedWithout(JudgeShards(GetParam().good, GetParam().good_name),
                        GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(, SplitRuleTest, ::testing::ValuesIn(SplitCases()),
                         [](const auto& param_info) {
                           return CaseName(param_info.param);
                         });

class CheckpointRuleTest : public ::testing::TestWithParam<CheckpointCase> {
 protected:
  static uint64_t Offset() {
    const CheckpointCase& one = GetParam();
    if (!one.at.empty()) return one.index.find(one.at);
    return ShardFile(one.bad[one.shard]).OffsetOf("\"" + one.tensor + "\"");
  }
};

TEST_P(CheckpointRuleTest, TheBadSetBreaksThisRuleAlone) {
  ExpectThisRuleAlone(JudgeCheckpoint(GetParam().index, GetParam().bad),
                      GetParam());
}

TEST_P(CheckpointRuleTest, TheFindingSaysWhereAndWhatAndHowToMendIt) {
  ExpectItsFinding(JudgeCheckpoint(GetParam().index, GetParam().bad),
                   GetParam(), Offset());
}

TEST_P(CheckpointRuleTest, TheGoodNeighbourIsAccepted) {
  ExpectAcceptedWithout(JudgeCheckpoint(GetParam().index, GetParam().good),
                        GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(, CheckpointRuleTest,
                         ::testing::ValuesIn(CheckpointCases()),
                         [](const auto& param_info) {
                           return CaseName(param_info.param);
                         });

class NamesRuleTest : public ::testing::TestWithParam<NamesCase> {};

TEST_P(NamesRuleTest, TheBadNamesBreakThisRuleAlone) {
  ExpectThisRuleAlone(JudgeNames(GetParam(), GetParam().bad), GetParam());
}

TEST_P(NamesRuleTest, TheFindingSaysWhereAndWhatAndHowToMendIt) {
  ExpectItsFinding(JudgeNames(GetParam(), GetParam().bad), GetParam(), 0);
}

TEST_P(NamesRuleTest, TheGoodNeighbourIsAccepted) {
  ExpectAcceptedWithout(JudgeNames(GetParam(), GetParam().good),
                        GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(, NamesRuleTest, ::testing::ValuesIn(NamesCases()),
                         [](const auto& param_info) {
                           return CaseName(param_info.param);
                         });

TEST(RuleTableTest, EveryRuleOfTheLibraryHasACase) {
  std::set<Code> codes;
  for (const NamesCase& c : NamesCases()) codes.insert(c.code);
  for (const IndexRuleCase& c : IndexRuleCases()) codes.insert(c.code);
  for (const SplitCase& c : SplitCases()) codes.insert(c.code);
  for (const CheckpointCase& c : CheckpointCases()) codes.insert(c.code);
  for (const RuleCase& c : RuleCases()) codes.insert(c.code);
  for (const SafetensorsRuleCase& c : SafetensorsRuleCases()) {
    codes.insert(c.code);
  }
  for (const Rule& rule : AllRules()) {
    if (ProducerOf(rule) == Producer::kHarness) continue;
    EXPECT_TRUE(codes.contains(rule.code)) << "no bad file for " << rule.name;
  }
}

TEST(RuleTableTest, TheSmallSafetensorsFileEarnsNoFinding) {
  const SafetensorsBytes file = SmallSafetensors();
  EXPECT_THAT(JudgeBytes(file.bytes(), {}, Format::kSafetensors).findings,
              ::testing::IsEmpty());
  EXPECT_EQ(file.size(), 72u);
}

TEST(RuleTableTest, TheSmallFileEarnsNoFinding) {
  const GgufBytes file = Build(SmallFile());
  EXPECT_THAT(JudgeBytes(file.bytes()).findings, ::testing::IsEmpty());
  EXPECT_EQ(file.size(), 160u);
}

}  // namespace
}  // namespace loadgate::testing_support
