#include "harness/gate/rules_text.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "harness/gate/human.h"
#include "harness/gate/input_json.h"
#include "harness/gate/json_text.h"
#include "harness/gate/text_table.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

// What a rule's kind means for whoever writes a policy.
std::string_view KindExplained(RuleKind kind) {
  switch (kind) {
    case RuleKind::kFixed:
      return "Fixed: a reader or a later stage relies on it, and no policy "
             "lowers it.";
    case RuleKind::kRule:
      return "A policy may move it between error, warning and ignore.";
    case RuleKind::kUndecided:
      return "It says nothing about the file: the input gets no verdict and "
             "the exit code is 2.";
  }
  LG_CHECK(false);
}

std::string Paragraph(std::string_view heading, std::string_view text) {
  return absl::StrFormat("\n%s\n%s", heading, Wrapped(text, 2));
}

}  // namespace

std::string_view RuleKindName(RuleKind kind) {
  switch (kind) {
    case RuleKind::kFixed:
      return "fixed";
    case RuleKind::kRule:
      return "rule";
    case RuleKind::kUndecided:
      return "undecided";
  }
  LG_CHECK(false);
}

std::string RuleTable(std::span<const Rule> rules) {
  std::string out;
  TextTable table(0, [&out](std::string_view text) { out += text; });
  table.Row({"code", "severity", "kind", "what the rule demands"});
  for (const Rule& rule : rules) {
    table.Row({std::string(rule.name), std::string(SeverityName(rule.severity)),
               std::string(RuleKindName(rule.kind)), std::string(rule.title)});
  }
  table.Flush();
  return out;
}

std::string RuleExplained(const Rule& rule) {
  std::string out =
      absl::StrFormat("%s (%s)\n", rule.name, SeverityName(rule.severity));
  out += Wrapped(rule.title, 2);
  out += Paragraph("Why it matters", rule.why);
  out += Paragraph("How to mend it", rule.mend);
  out += Paragraph("Policy", KindExplained(rule.kind));
  return out;
}

std::string RulesJson(std::span<const Rule> rules) {
  JsonText json;
  json.StartObject();
  json.Key("loadgate");
  WriteLoadgate(json);
  json.Key("rules");
  json.StartArray();
  for (const Rule& rule : rules) {
    json.StartObject();
    json.Key("code");
    json.String(rule.name);
    json.Key("severity");
    json.String(SeverityName(rule.severity));
    json.Key("kind");
    json.String(RuleKindName(rule.kind));
    json.Key("title");
    json.String(rule.title);
    json.Key("why");
    json.String(rule.why);
    json.Key("mend");
    json.String(rule.mend);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return json.Take() + "\n";
}

std::optional<std::string_view> ClosestRule(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Rule& rule : AllRules()) names.push_back(rule.name);
  // Codes are in lower case.
  const std::string lower = absl::AsciiStrToLower({name.data(), name.size()});
  return ClosestTo(lower, names);
}

}  // namespace loadgate
