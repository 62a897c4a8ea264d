// What the main functions of the zygotes' programs have in common.

#ifndef HARNESS_SANDBOX_ZYGOTE_PROGRAM_H_
#define HARNESS_SANDBOX_ZYGOTE_PROGRAM_H_

#include <span>

#include "harness/sandbox/zygote.h"

namespace loadgate::sandbox {

// RunZygoteProgram is a program whose `arguments`, its name in front, are those
// of ZygoteArguments: it ends with the zygote's status. Of others it says who
// should start it, and returns 2.
int RunZygoteProgram(std::span<char* const> arguments, const WorkerTask& task);

// EndWithoutMemory belongs to a task's `prepare`: where memory runs out from
// then on, the worker ends with kExitMemory before anything unwinds.
void EndWithoutMemory();

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_ZYGOTE_PROGRAM_H_
