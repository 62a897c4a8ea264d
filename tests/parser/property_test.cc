// The properties that the fuzz target asserts, on files that are known.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/parser/judge_bytes.h"
#include "tests/parser/rule_cases.h"
#include "tests/support/gguf_feeding.h"
#include "tests/support/gguf_properties.h"
#include "tests/support/good_files.h"
#include "tests/support/guard_buffer.h"

namespace loadgate::testing_support {
namespace {

// Whole files in front of a guard page: a view past the end faults.
void ExpectProperties(ByteSpan file, const std::string& name,
                      const Limits& limits = {}) {
  const GuardBuffer guarded(file);
  EXPECT_EQ(BrokenGgufProperty(guarded.bytes(), limits), "") << name;
}

TEST(GgufPropertyTest, HoldForGoodFiles) {
  for (const GoodFile& file : GoodGgufFiles()) {
    ExpectProperties(file.bytes, file.name);
  }
}

TEST(GgufPropertyTest, HoldForBigEndianFiles) {
  for (const GoodFile& file : BigEndianGgufFiles()) {
    ExpectProperties(file.bytes, file.name);
  }
}

TEST(GgufPropertyTest, HoldForFilesThatBreakARule) {
  for (const RuleCase& rule_case : RuleCases()) {
    if (ProducerOf(RuleOf(rule_case.code)) != Producer::kReader) continue;
    ExpectProperties(rule_case.Bad().bytes(), CaseName(rule_case),
                     rule_case.limits);
    ExpectProperties(rule_case.Good().bytes(), CaseName(rule_case),
                     rule_case.limits);
  }
}

TEST(GgufPropertyTest, AFileReadInPlaceIsReadToTheGuardPage) {
  for (const GoodFile& file : GoodGgufFiles()) {
    const GuardBuffer guarded(file.bytes);
    const GgufReading reading = ReadGguf(guarded.bytes());
    EXPECT_EQ(BrokenGgufReading(guarded.bytes(), reading), "") << file.name;
  }
}

// The reader in memory and Judge() on a source are two ways to one end.
TEST(GgufPropertyTest, JudgeFindsWhatTheReaderFinds) {
  for (const RuleCase& rule_case : RuleCases()) {
    if (ProducerOf(RuleOf(rule_case.code)) != Producer::kReader) continue;
    const GgufBytes file = rule_case.Bad();
    const Judged judged = JudgeBytes(file.bytes(), rule_case.limits);
    GgufReading reading = ReadGgufInPieces(
        file.bytes(), {.pieces = OneByteAtATime(), .limits = rule_case.limits});
    const std::string expected = ReadingText(reading);
    reading.verdict = judged.verdict;
    reading.findings = judged.findings;
    reading.omitted = judged.omitted;
    EXPECT_EQ(ReadingText(reading), expected) << CaseName(rule_case);
  }
}

}  // namespace
}  // namespace loadgate::testing_support
