// Under the policy `trace`: the name of a forbidden call.

#ifndef HARNESS_SANDBOX_TRAP_HANDLER_H_
#define HARNESS_SANDBOX_TRAP_HANDLER_H_

namespace loadgate::sandbox {

// NameForbiddenCalls has the process write "forbidden system call N" with its
// number to standard error when it traps, and end with kExitForbidden. It is
// for developers: a worker that its file has taken over can write the same.
void NameForbiddenCalls();

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_TRAP_HANDLER_H_
