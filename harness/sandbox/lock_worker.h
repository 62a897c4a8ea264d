// The last steps of a worker before it sees a byte of its file.

#ifndef HARNESS_SANDBOX_LOCK_WORKER_H_
#define HARNESS_SANDBOX_LOCK_WORKER_H_

#include <span>
#include <vector>

#include "harness/policy/policy.h"
#include "harness/sandbox/setup_step.h"
#include "harness/sandbox/worker_limits.h"

namespace loadgate::sandbox {

// WorkerDescriptors is what a worker is given; it keeps nothing else.
struct WorkerDescriptors {
  int reply = -1;           // Becomes kReply.
  std::vector<int> inputs;  // Become kFirstInput and what follows.
  int notices = -1;         // For failures of the set-up; closed behind it.
  int messages = -1;        // Becomes standard error, if it is one.
};

// LockWorker leaves the calling process with its descriptors, its limits and
// the filter of `policy`, in this order; it comes after DropPrivileges and
// DenyAllByLandlock, in a process of one thread. A failure of the first two is
// told on `notices`. If the filter cannot be loaded, which comes last, nothing
// is open any more to say so: the process ends with kExitFilter.
SetupResult LockWorker(const WorkerDescriptors& descriptors,
                       const WorkerLimits& limits, Policy policy);

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_LOCK_WORKER_H_
