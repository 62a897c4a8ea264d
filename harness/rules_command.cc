#include <unistd.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"
#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/gate/rules_text.h"
#include "harness/gate/verdict.h"
#include "harness/output.h"
#include "harness/verb.h"
#include "loadgate/escape.h"
#include "loadgate/finding.h"

namespace loadgate {
namespace {

constexpr std::array kOptions = {
    OptionSpec{"format", 0, "text|json", "for people (the default), or JSON"},
    kHelpOption,
};

constexpr VerbSpec kVerb = {
    .name = "rules",
    .synopsis = "loadgate rules [options] [CODE]",
    .purpose =
        "Lists every rule that a file is judged by, or explains the one whose "
        "code is given: what it demands, why it matters, how to mend the file, "
        "and its kind. The kinds are: fixed, which no policy lowers because a "
        "reader relies on it; rule, which a policy (of a later version) may "
        "make an error, a warning, or ignore; undecided, which says nothing of "
        "the file but that it has no verdict.",
    .options = kOptions,
    .examples =
        "  loadgate rules\n"
        "  loadgate rules gguf-tensor-data-past-end\n"
        "  loadgate rules --format json\n",
};

}  // namespace

int RunRules(Arguments arguments) {
  ParsedLine line;
  Output output(STDOUT_FILENO);
  if (const auto ended = BeginVerb(kVerb, arguments, output, &line)) {
    return *ended;
  }
  const std::string format = line.Last("format").value_or("text");
  if (format != "text" && format != "json") {
    return FormatError(kVerb, "text or json", format);
  }
  if (line.operands.size() > 1) {
    return UsageError(kVerb.name, "rules takes one code at most");
  }
  std::span<const Rule> rules = AllRules();
  if (!line.operands.empty()) {
    const std::string& code = line.operands.front();
    const Rule* rule = FindRule(code);
    if (rule == nullptr) {
      const std::optional<std::string_view> meant = ClosestRule(code);
      return UsageError(
          kVerb.name,
          absl::StrFormat("there is no rule %s%s", Escaped(code),
                          meant.has_value()
                              ? absl::StrFormat("; did you mean %s?", *meant)
                              : std::string()));
    }
    // A code's number is its place in the table.
    rules = rules.subspan(static_cast<size_t>(rule->code), 1);
  }
  if (format == "json") {
    output.Write(RulesJson(rules));
  } else if (rules.size() == 1) {
    output.Write(RuleExplained(rules.front()));
  } else {
    output.Write(RuleTable(rules));
  }
  return output.Finish(kExitAccepted);
}

}  // namespace loadgate
