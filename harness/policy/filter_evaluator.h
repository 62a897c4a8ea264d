// What a filter answers to a system call, without the kernel.
//
// For the tests, which ask it about every call there is, and for whoever reads
// a policy. It knows the instructions that filter.cc writes and no other, so
// that a program it takes holds nothing that nobody looked at.

#ifndef HARNESS_POLICY_FILTER_EVALUATOR_H_
#define HARNESS_POLICY_FILTER_EVALUATOR_H_

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstdint>
#include <optional>
#include <span>

namespace loadgate::sandbox {

// EvaluateFilter returns what `program` returns for `call` (SECCOMP_RET_...),
// or nullopt if it has an instruction that is none of ours on the way, loads
// from where there is nothing, or runs past its end. It always ends: jumps go
// ahead.
std::optional<uint32_t> EvaluateFilter(std::span<const sock_filter> program,
                                       const seccomp_data& call);

// IsFilter returns whether the kernel would take `program`, and whether it has
// our instructions alone: each jump lands in it, each load is of a part of the
// call, and its last instruction is a return.
bool IsFilter(std::span<const sock_filter> program);

}  // namespace loadgate::sandbox

#endif  // HARNESS_POLICY_FILTER_EVALUATOR_H_
