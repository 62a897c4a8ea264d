#include "harness/verb.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "harness/gate/verdict.h"
#include "loadgate/escape.h"

namespace loadgate {

std::optional<int> BeginVerb(const VerbSpec& verb, Arguments arguments,
                             Output& output, ParsedLine* line) {
  *line = ParseArguments(arguments, verb.options);
  if (line->error.has_value()) return UsageError(verb.name, *line->error);
  if (!line->Has("help")) {
    if (std::ranges::find(line->operands, "") == line->operands.end()) {
      return std::nullopt;
    }
    // Of most programs it is a variable of a script that is not set.
    return UsageError(verb.name, "one of the names is empty: '' names nothing");
  }
  output.Write(HelpText(verb));
  return output.Finish(kExitAccepted);
}

int FormatError(const VerbSpec& verb, std::string_view known,
                std::string_view given) {
  return UsageError(verb.name, absl::StrFormat("--format is %s, not %s", known,
                                               Escaped(given)));
}

}  // namespace loadgate
