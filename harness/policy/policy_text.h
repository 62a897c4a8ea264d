// A policy as a table that people read, and that shows a change in review.

#ifndef HARNESS_POLICY_POLICY_TEXT_H_
#define HARNESS_POLICY_POLICY_TEXT_H_

#include <string>

#include "harness/policy/policy.h"
#include "harness/policy/system_calls.h"

namespace loadgate::sandbox {

// PolicyText returns the rows that `policy` has on `architecture`, a line each,
// with how many calls they reach and how long the filter for one input is.
std::string PolicyText(Policy policy, Architecture architecture);

}  // namespace loadgate::sandbox

#endif  // HARNESS_POLICY_POLICY_TEXT_H_
