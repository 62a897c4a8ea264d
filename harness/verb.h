// What every verb of the program does first with its command line.

#ifndef HARNESS_VERB_H_
#define HARNESS_VERB_H_

#include <optional>
#include <string_view>

#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/output.h"

namespace loadgate {

// BeginVerb reads the arguments of `verb` into `*line`. When that was all there
// is to do, because the line is wrong or asks for help, it has said so, to
// standard error or `output`, and returns the exit code; else nullopt.
std::optional<int> BeginVerb(const VerbSpec& verb, Arguments arguments,
                             Output& output, ParsedLine* line);

// FormatError says that `given` is none of the formats that the verb knows,
// "text or json", and returns exit code 2.
int FormatError(const VerbSpec& verb, std::string_view known,
                std::string_view given);

}  // namespace loadgate

#endif  // HARNESS_VERB_H_
