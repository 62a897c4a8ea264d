// Which rules the program reports and the library never does.

#ifndef LOADGATE_TESTS_SUPPORT_HARNESS_RULES_H_
#define LOADGATE_TESTS_SUPPORT_HARNESS_RULES_H_

#include <algorithm>
#include <string_view>
#include <vector>

#include "loadgate/finding.h"

namespace loadgate::testing_support {

// IsHarnessRule returns whether `rule` is about how an input was found
// and had, which only the program can tell. All others are about bytes, and the
// tests of the library hold a bad file for each.
inline bool IsHarnessRule(const Rule& rule) {
  constexpr std::string_view kBeginnings[] = {"input-", "link-",    "pickle-",
                                              "part-",  "sandbox-", "worker-"};
  constexpr std::string_view kWorkerLimits[] = {
      "limit-memory", "limit-cpu-time", "limit-wall-time",
      "limit-reply-records", "limit-reply-bytes"};
  return std::ranges::any_of(kBeginnings,
                             [&rule](std::string_view beginning) {
                               return rule.name.starts_with(beginning);
                             }) ||
         std::ranges::find(kWorkerLimits, rule.name) !=
             std::ranges::end(kWorkerLimits);
}

// HarnessRuleNames returns the names of the rules that the tests of the program
// must have a case for. A new one in the table of rules is in the list.
inline std::vector<std::string_view> HarnessRuleNames() {
  std::vector<std::string_view> names;
  for (const Rule& rule : AllRules()) {
    if (IsHarnessRule(rule)) names.push_back(rule.name);
  }
  return names;
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_HARNESS_RULES_H_
