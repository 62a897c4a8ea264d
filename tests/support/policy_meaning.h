// What a policy's rows say of a call, worked out from the rows alone: the
// independent reading that filters are compared with.

#ifndef TESTS_SUPPORT_POLICY_MEANING_H_
#define TESTS_SUPPORT_POLICY_MEANING_H_

#include <linux/seccomp.h>

#include <cstdint>

#include "harness/policy/filter.h"
#include "harness/policy/policy.h"

namespace loadgate::sandbox {

// MeaningOf returns what the filter of `policy` ought to return for `call`.
uint32_t MeaningOf(Policy policy, Architecture architecture,
                   const FilterParameters& parameters,
                   const seccomp_data& call);

}  // namespace loadgate::sandbox

#endif  // TESTS_SUPPORT_POLICY_MEANING_H_
