// The verbs of the program. Each takes its own arguments, the verb first, and
// returns the exit code.

#ifndef HARNESS_COMMANDS_H_
#define HARNESS_COMMANDS_H_

#include <span>

namespace loadgate {

// Arguments are a verb and what follows it; a null pointer stands behind.
using Arguments = std::span<char* const>;

// RunCheck judges files: 0, 1 or 2 by the verdicts.
int RunCheck(Arguments arguments);

// RunInspect shows what is in a file; the exit code is that of RunCheck.
int RunInspect(Arguments arguments);

// RunRules lists or explains rules.
int RunRules(Arguments arguments);

// RunAsm makes the file that a recipe describes: 0 or 2.
int RunAsm(Arguments arguments);

// RunDisasm writes the recipe of a file: 0 or 2.
int RunDisasm(Arguments arguments);

// RunVersion prints the version and what belongs to it.
int RunVersion(Arguments arguments);

// RunProgram is main() without the process: it picks the verb and runs it.
// `arguments` begin with the program's name.
int RunProgram(Arguments arguments);

}  // namespace loadgate

#endif  // HARNESS_COMMANDS_H_
