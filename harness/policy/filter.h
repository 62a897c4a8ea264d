// From a policy to the program that the kernel runs at every system call.
//
// The program checks the architecture first, then compares the call's number
// with each that the policy names, and for the one that it is asks the
// conditions of its rows. Nothing is computed: there are loads from the call,
// comparisons with constants, jumps ahead and returns.
//
// Source: seccomp(2); Documentation/userspace-api/seccomp_filter.rst of Linux.

#ifndef HARNESS_POLICY_FILTER_H_
#define HARNESS_POLICY_FILTER_H_

#include <linux/filter.h>

#include <cstdint>
#include <vector>

#include "harness/policy/policy.h"
#include "harness/policy/system_calls.h"

namespace loadgate::sandbox {

// FilterParameters is what differs from worker to worker.
struct FilterParameters {
  // How many descriptors from kFirstInput on are inputs: 1 to kMostInputs.
  int inputs = 1;
  // The worker's own process, which has one thread of the same number.
  int32_t pid = 0;
};

// BuildFilter returns the filter of `policy`. It allocates, so it is called
// before the filter is loaded, in the process that it is for.
std::vector<sock_filter> BuildFilter(Policy policy, Architecture architecture,
                                     const FilterParameters& parameters);

}  // namespace loadgate::sandbox

#endif  // HARNESS_POLICY_FILTER_H_
