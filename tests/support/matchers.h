// GoogleTest matchers for findings, and how a failed test prints them.
//
//   EXPECT_THAT(sink.Findings(), HasFinding(Code::kGgufBoolInvalid, 91));
//   EXPECT_THAT(sink.Findings(), HasOnly(Code::kGgufKeyDuplicate));
//
// Every matcher takes a container of Finding. It looks only at what was kept: a
// FindingSink that is full has counted more.

#ifndef LOADGATE_TESTS_SUPPORT_MATCHERS_H_
#define LOADGATE_TESTS_SUPPORT_MATCHERS_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>

#include "loadgate/finding.h"

namespace loadgate {

// PrintTo is what GoogleTest calls to print a value of ours. The raw bytes of a
// file that a finding may hold come out escaped.
inline void PrintTo(Code code, std::ostream* out) { *out << CodeName(code); }
inline void PrintTo(Severity severity, std::ostream* out) {
  *out << SeverityName(severity);
}
inline void PrintTo(Verdict verdict, std::ostream* out) {
  *out << VerdictName(verdict);
}
inline void PrintTo(const Finding& finding, std::ostream* out) {
  *out << SeverityName(finding.severity) << " " << CodeName(finding.code)
       << " at " << finding.offset << " in "
       << ::testing::PrintToString(finding.where) << ": "
       << ::testing::PrintToString(finding.message);
}

namespace testing_support {

// CodeText is a code's name as a string, for descriptions.
inline std::string CodeText(Code code) { return std::string(CodeName(code)); }

// HasFinding(code) and HasFinding(code, offset) match a list of findings that
// has at least one of that code (at that offset), whatever else is in it.
MATCHER_P(HasFinding, code,
          (negation ? "has no finding " : "has a finding ") + CodeText(code)) {
  return std::any_of(arg.begin(), arg.end(), [&](const Finding& finding) {
    return finding.code == code;
  });
}
MATCHER_P2(HasFinding, code, offset,
           (negation ? "has no finding " : "has a finding ") + CodeText(code) +
               " at " + ::testing::PrintToString(offset)) {
  const uint64_t wanted = offset;
  return std::any_of(arg.begin(), arg.end(), [&](const Finding& finding) {
    return finding.code == code && finding.offset == wanted;
  });
}

// HasOnly(code) matches a list that is not empty and holds nothing but findings
// of that code.
MATCHER_P(HasOnly, code,
          (negation ? "has other findings than " : "has only findings ") +
              CodeText(code)) {
  return !arg.empty() &&
         std::all_of(arg.begin(), arg.end(), [&](const Finding& finding) {
           return finding.code == code;
         });
}

// HasOnlyError(code) is HasOnly among the errors: warnings and notes do not
// count.
MATCHER_P(HasOnlyError, code,
          (negation ? "has not only errors " : "has only errors ") +
              CodeText(code)) {
  bool found = false;
  for (const Finding& finding : arg) {
    if (finding.severity != Severity::kError) continue;
    if (finding.code != code) return false;
    found = true;
  }
  return found;
}

// HasNoError() matches a list without an error.
MATCHER(HasNoError, negation ? "has an error" : "has no error") {
  return std::none_of(arg.begin(), arg.end(), [](const Finding& finding) {
    return finding.severity == Severity::kError;
  });
}

}  // namespace testing_support
}  // namespace loadgate

#endif  // LOADGATE_TESTS_SUPPORT_MATCHERS_H_
