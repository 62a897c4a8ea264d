// A bad index for every rule about indexes, and a good one beside it.

#ifndef LOADGATE_TESTS_SUPPORT_INDEX_CASES_H_
#define LOADGATE_TESTS_SUPPORT_INDEX_CASES_H_

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/limits.h"

namespace loadgate::testing_support {

struct IndexRuleCase {
  Code code;
  // Tells several cases of one code apart.
  std::string variant;
  std::string good;
  std::string bad;
  // What the finding must say: its offset is that of the first `at` in the bad
  // index, `plus` bytes on.
  std::string at;
  uint64_t plus = 0;
  std::string where = "index";
  std::vector<std::string> says = {};
  // Other errors that the bad index cannot be without.
  std::vector<Code> beside = {};
  Limits limits = {};
};

// SmallIndex returns an index of one tensor, 'w' in a.safetensors.
std::string SmallIndex();

// IndexRuleCases returns the table. It lives for ever.
const std::vector<IndexRuleCase>& IndexRuleCases();

// CaseName returns a name that a GoogleTest test may have.
std::string CaseName(const IndexRuleCase& rule_case);

inline void PrintTo(const IndexRuleCase& rule_case, std::ostream* out) {
  *out << CaseName(rule_case);
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_INDEX_CASES_H_
