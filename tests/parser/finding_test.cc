#include "loadgate/finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/matchers.h"

namespace loadgate {
namespace {

using testing::MatchesRegex;
using testing_support::HasFinding;

// One code of each rank, in the order in which a sink puts them.
constexpr Code kAnError = Code::kGgufMagic;
constexpr Code kAnUndecided = Code::kLimitTensors;
constexpr Code kAWarning = Code::kGgufTailZeros;
constexpr Code kANote = Code::kGgufDimensionZero;

TEST(RuleTableTest, CodesAreUniqueLowerCaseWordsJoinedByHyphens) {
  std::set<std::string_view> seen;
  for (const Rule& rule : AllRules()) {
    EXPECT_TRUE(seen.insert(rule.name).second) << rule.name;
    EXPECT_THAT(std::string(rule.name), MatchesRegex("[a-z0-9]+(-[a-z0-9]+)+"));
  }
  EXPECT_EQ(seen.size(), AllRules().size());
}

// The enumerators, spelt as in the source.
constexpr auto kSymbols = std::to_array<std::string_view>({
#define LG_FINDING(symbol, code, severity, kind, title, why, mend) #symbol,
#include "loadgate/finding_codes.def"
#undef LG_FINDING
});

TEST(RuleTableTest, ACodeIsItsEnumeratorInLowerCase) {
  ASSERT_EQ(AllRules().size(), kSymbols.size());
  for (size_t i = 0; i < kSymbols.size(); ++i) {
    std::string symbol = "k";
    for (const char c : AllRules()[i].name) {
      if (c != '-') symbol += c;
    }
    EXPECT_STRCASEEQ(symbol.c_str(), std::string(kSymbols[i]).c_str());
  }
}

TEST(RuleTableTest, OwnLimitsLeaveAnInputUndecided) {
  for (const Rule& rule : AllRules()) {
    if (!rule.name.starts_with("limit-")) continue;
    EXPECT_EQ(rule.kind, RuleKind::kUndecided) << rule.name;
  }
}

TEST(RuleTableTest, TextsAreSentences) {
  for (const Rule& rule : AllRules()) {
    for (const std::string_view text : {rule.title, rule.why, rule.mend}) {
      EXPECT_THAT(std::string(text), MatchesRegex("[A-Zgl].*[^ .]\\."))
          << rule.name;
      EXPECT_EQ(text.find("  "), std::string_view::npos) << rule.name;
    }
  }
}

TEST(RuleTableTest, WhatIsUndecidedIsNoError) {
  for (const Rule& rule : AllRules()) {
    if (rule.kind != RuleKind::kUndecided) continue;
    EXPECT_EQ(rule.severity, Severity::kWarning) << rule.name;
  }
}

TEST(RuleTableTest, ARuleIsFoundByItsCodeAndByItsName) {
  for (const Rule& rule : AllRules()) {
    EXPECT_EQ(&RuleOf(rule.code), &rule);
    EXPECT_EQ(FindRule(rule.name), &rule);
    EXPECT_EQ(CodeName(rule.code), rule.name);
  }
  EXPECT_EQ(CodeName(Code::kGgufMagic), "gguf-magic");
  EXPECT_EQ(FindRule("gguf-magi"), nullptr);
  EXPECT_EQ(FindRule("GGUF-MAGIC"), nullptr);
  EXPECT_EQ(FindRule(""), nullptr);
}

TEST(RuleTableTest, SeveritiesAndVerdictsHaveNames) {
  EXPECT_EQ(SeverityName(Severity::kError), "error");
  EXPECT_EQ(SeverityName(Severity::kWarning), "warning");
  EXPECT_EQ(SeverityName(Severity::kNote), "note");
  EXPECT_EQ(VerdictName(Verdict::kAccept), "accept");
  EXPECT_EQ(VerdictName(Verdict::kReject), "reject");
  EXPECT_EQ(VerdictName(Verdict::kUndecided), "undecided");
}

TEST(RuleTableDeathTest, ValuesThatAreNoEnumeratorAbort) {
  EXPECT_DEATH(RuleOf(static_cast<Code>(AllRules().size())), "size");
  EXPECT_DEATH(SeverityName(static_cast<Severity>(3)), "check failed");
  EXPECT_DEATH(VerdictName(static_cast<Verdict>(3)), "check failed");
}

// Reports `code` `times` times, at the offsets 0, 1 and so on.
void ReportTimes(uint64_t times, Code code, FindingSink* sink) {
  for (uint64_t i = 0; i < times; ++i) {
    sink->Report(code, i, [&] {
      return FindingText{"item " + std::to_string(i), "Was wrong."};
    });
  }
}

// Reports each rule that is `wanted` `times` times, and returns how many those
// are.
template <typename Wanted>
uint64_t ReportAll(uint64_t times, FindingSink* sink, Wanted&& wanted) {
  uint64_t codes = 0;
  for (const Rule& rule : AllRules()) {
    if (!wanted(rule)) continue;
    ReportTimes(times, rule.code, sink);
    ++codes;
  }
  return codes;
}

std::vector<Code> CodesOf(const FindingSink& sink) {
  std::vector<Code> codes;
  for (const Finding& finding : sink.Findings()) codes.push_back(finding.code);
  return codes;
}

TEST(FindingSinkTest, AnEmptySinkAccepts) {
  const FindingSink sink;
  EXPECT_EQ(sink.verdict(), Verdict::kAccept);
  EXPECT_EQ(sink.errors(), 0u);
  EXPECT_EQ(sink.omitted(), 0u);
  EXPECT_TRUE(sink.Findings().empty());
  for (const Rule& rule : AllRules()) EXPECT_EQ(sink.count_of(rule.code), 0u);
}

TEST(FindingSinkTest, AFindingHasItsSeverityAndItsRulesMend) {
  FindingSink sink;
  sink.Report(kAnError, UINT64_MAX, [] {
    return FindingText{"header", "It says GGML."};
  });
  const std::vector<Finding> findings = sink.Findings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, kAnError);
  EXPECT_EQ(findings[0].severity, Severity::kError);
  EXPECT_EQ(findings[0].offset, UINT64_MAX);
  EXPECT_EQ(findings[0].where, "header");
  EXPECT_EQ(findings[0].message,
            "It says GGML. " + std::string(RuleOf(kAnError).mend));
}

TEST(FindingSinkTest, TheWorstRankDecidesTheVerdict) {
  FindingSink sink;
  ReportTimes(1, kANote, &sink);
  ReportTimes(1, kAWarning, &sink);
  EXPECT_EQ(sink.verdict(), Verdict::kAccept);
  ReportTimes(1, kAnUndecided, &sink);
  EXPECT_EQ(sink.verdict(), Verdict::kUndecided);
  ReportTimes(1, kAnError, &sink);
  EXPECT_EQ(sink.verdict(), Verdict::kReject);
  EXPECT_EQ(sink.errors(), 1u);
  EXPECT_THAT(CodesOf(sink),
              testing::ElementsAre(kAnError, kAnUndecided, kAWarning, kANote));
}

TEST(FindingSinkTest, FindingsOfOneRankStayInTheOrderOfTheirReports) {
  FindingSink sink;
  ReportTimes(1, Code::kGgufKeyNul, &sink);
  ReportTimes(1, Code::kGgufMagic, &sink);
  ReportTimes(1, Code::kGgufKeyNul, &sink);
  EXPECT_THAT(CodesOf(sink),
              testing::ElementsAre(Code::kGgufKeyNul, Code::kGgufMagic,
                                   Code::kGgufKeyNul));
}

TEST(FindingSinkTest, KeepsTheFirstTenOfACodeAndCountsTheRest) {
  FindingSink sink;
  ReportTimes(10, kAWarning, &sink);
  EXPECT_EQ(sink.Findings().size(), 10u);
  EXPECT_EQ(sink.omitted(), 0u);
  ReportTimes(1, kAWarning, &sink);
  EXPECT_EQ(sink.Findings().size(), 10u);
  EXPECT_EQ(sink.Findings().back().offset, 9u);
  EXPECT_EQ(sink.count_of(kAWarning), 11u);
  EXPECT_EQ(sink.omitted(), 1u);
}

TEST(FindingSinkTest, KeepsAHundredOfAnInputErrorsFirst) {
  FindingSink sink;
  const uint64_t codes = ReportAll(10, &sink, [](const Rule&) { return true; });
  const std::vector<Finding> findings = sink.Findings();
  EXPECT_EQ(findings.size(), 100u);
  EXPECT_EQ(sink.omitted(), codes * 10 - 100);
  for (const Finding& finding : findings) {
    EXPECT_EQ(finding.severity, Severity::kError);
  }
}

TEST(FindingSinkTest, AFullSinkStillTakesAnErrorIntoAccount) {
  FindingSink sink(Limits{.findings = 2, .findings_per_code = 1});
  ReportAll(5, &sink,
            [](const Rule& rule) { return rule.severity == Severity::kNote; });
  ReportTimes(3, kAnError, &sink);
  ReportTimes(3, Code::kGgufKeyNul, &sink);
  ReportTimes(3, Code::kGgufKeyEmpty, &sink);
  EXPECT_EQ(sink.errors(), 9u);
  EXPECT_THAT(CodesOf(sink), testing::ElementsAre(kAnError, Code::kGgufKeyNul));
}

TEST(FindingSinkTest, AFileFullOfWarningsKeepsTheReasonItIsUndecided) {
  FindingSink sink;
  ReportAll(20, &sink, [](const Rule& rule) {
    return rule.severity != Severity::kError &&
           rule.kind != RuleKind::kUndecided;
  });
  ReportTimes(1, kAnUndecided, &sink);
  EXPECT_EQ(sink.verdict(), Verdict::kUndecided);
  EXPECT_EQ(CodesOf(sink).front(), kAnUndecided);
  EXPECT_THAT(sink.Findings(), HasFinding(kAnUndecided, 0));
}

TEST(FindingSinkTest, DescribesOnlyWhatItKeeps) {
  FindingSink sink(Limits{.findings = 3, .findings_per_code = 2});
  int described = 0;
  const auto describe = [&] {
    ++described;
    return FindingText{};
  };
  for (int i = 0; i < 5; ++i) sink.Report(kAnError, 0, describe);
  EXPECT_EQ(described, 2);
  for (int i = 0; i < 5; ++i) sink.Report(Code::kGgufKeyNul, 0, describe);
  EXPECT_EQ(described, 3);
  EXPECT_EQ(sink.errors(), 10u);
  EXPECT_EQ(sink.omitted(), 7u);
}

TEST(FindingSinkTest, LimitsOfZeroKeepNothingAndStillDecide) {
  FindingSink sink(Limits{.findings = 0, .findings_per_code = 0});
  ReportTimes(1, kAnError, &sink);
  EXPECT_TRUE(sink.Findings().empty());
  EXPECT_EQ(sink.omitted(), 1u);
  EXPECT_EQ(sink.verdict(), Verdict::kReject);
}

}  // namespace
}  // namespace loadgate
