// CraftRun: from what the user named to what a worker made of it.
//
// Opens and vets the input, hands it to a locked worker, and looks whether it
// is still as it was. What goes wrong is said on standard error; then nothing
// is written.

#ifndef HARNESS_CRAFT_RUN_H_
#define HARNESS_CRAFT_RUN_H_

#include <optional>

#include "harness/conversion.h"
#include "harness/craft_task.h"
#include "harness/gate/craft_reply.h"

namespace loadgate {

// RunCraft carries `verb` out on the input of `conversion`, which for kDisasm
// can be a directory; `set` says whether kAsm may make a set. It returns the
// result, or nullopt after it has said what went wrong. A result can be a
// failure of the recipe, or that it makes a set and may not: no other failure.
std::optional<CraftResult> RunCraft(const Conversion& conversion,
                                    CraftVerb verb, bool set);

}  // namespace loadgate

#endif  // HARNESS_CRAFT_RUN_H_
