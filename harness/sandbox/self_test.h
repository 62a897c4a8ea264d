// Whether the layers bite.
//
// A call that returns success may have done nothing: under an emulator, in a
// container's own kernel, or with a boot option that turns a limit into a
// warning. So a worker is made that does what it must not, and has to end as it
// should.

#ifndef HARNESS_SANDBOX_SELF_TEST_H_
#define HARNESS_SANDBOX_SELF_TEST_H_

#include "harness/policy/policy.h"
#include "harness/sandbox/setup_step.h"

namespace loadgate::sandbox {

// TestSandbox tries the layers from within the zygote, after it has locked
// itself: that no file opens where `landlock` says so, that a worker under
// `policy` which executes a program is killed for it, and that one which takes
// more memory than it may gets none. The failure names the layer, with an errno
// of 0 where it was there and had no effect. It forks and waits: no other child
// may be there yet.
SetupResult TestSandbox(Policy policy, bool landlock);

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_SELF_TEST_H_
