#include "harness/verb.h"

#include "absl/strings/str_format.h"
#include "harness/gate/verdict.h"
#include "loadgate/escape.h"

namespace loadgate {

std::optional<int> BeginVerb(const VerbSpec& verb, Arguments arguments,
                             Output& output, ParsedLine* line) {
  *line = ParseArguments(arguments, verb.options);
  if (line->error.has_value()) return UsageError(verb.name, *line->error);
  if (!line->Has("help")) return std::nullopt;
  output.Write(HelpText(verb));
  return output.Finish(kExitAccepted);
}

int FormatError(const VerbSpec& verb, std::string_view known,
                std::string_view given) {
  return UsageError(verb.name, absl::StrFormat("--format is %s, not %s", known,
                                               Escaped(given)));
}

}  // namespace loadgate
