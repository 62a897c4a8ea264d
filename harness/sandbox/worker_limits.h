// What a worker may use up.

#ifndef HARNESS_SANDBOX_WORKER_LIMITS_H_
#define HARNESS_SANDBOX_WORKER_LIMITS_H_

#include <cstddef>
#include <cstdint>

#include "harness/policy/policy.h"
#include "harness/sandbox/setup_step.h"

namespace loadgate::sandbox {

// WorkerLimits is per worker, hence per file. Files, core dumps and processes
// have no flag: a worker makes none.
struct WorkerLimits {
  // Private memory that is not the stack: headers of up to 128 MiB take a few
  // times their size.
  uint64_t data_bytes = uint64_t{512} << 20;
  uint64_t stack_bytes = uint64_t{1} << 20;
  uint64_t cpu_seconds = 10;
};

// LimitWorker sets the limits of the calling process, which reads `inputs`
// descriptors under `policy`; they can only be lowered from then on. RLIMIT_AS
// is left alone: it would count what is not memory, and RLIMIT_DATA counts all
// that can be written. A sanitizer's shadow memory does not fit either, and its
// runtime opens pipes, so under that policy memory and descriptors are free.
SetupResult LimitWorker(const WorkerLimits& limits, Policy policy,
                        size_t inputs);

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_WORKER_LIMITS_H_
