// The rules, for people and as JSON: what `loadgate rules` prints.
//
// All of it comes from the one table of finding codes.

#ifndef HARNESS_GATE_RULES_TEXT_H_
#define HARNESS_GATE_RULES_TEXT_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "loadgate/finding.h"

namespace loadgate {

// RuleKindName returns "fixed", "rule" or "undecided".
std::string_view RuleKindName(RuleKind kind);

// RuleTable returns `rules` as a table, a line a rule.
std::string RuleTable(std::span<const Rule> rules);

// RuleExplained returns all there is to say about one rule.
std::string RuleExplained(const Rule& rule);

// RulesJson returns `rules` as one JSON object, {"loadgate": ..., "rules": [
// {"code", "severity", "kind", "title", "why", "mend"}]}.
std::string RulesJson(std::span<const Rule> rules);

// ClosestRule returns the code that `name` was most likely meant to be.
std::optional<std::string_view> ClosestRule(std::string_view name);

}  // namespace loadgate

#endif  // HARNESS_GATE_RULES_TEXT_H_
