// Policies: which system calls a worker may still make, and why.
//
// A policy is a table. Each row grants one call under conditions on its
// arguments, or answers it with an error, and gives its reason; what no row
// matches ends the process. filter.h makes the kernel's filter of a table,
// filter_evaluator.h says what a filter does, and the tests ask it about every
// number. docs/sandbox.md explains the whole.
//
// Conditions look at arguments as the kernel does: of one that it takes as an
// int it sees the low 32 bits, whatever the rest holds.

#ifndef HARNESS_POLICY_POLICY_H_
#define HARNESS_POLICY_POLICY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/policy/system_calls.h"

namespace loadgate::sandbox {

// Policy is one of the tables.
enum class Policy : uint8_t {
  // What judges files.
  kRelease,
  // The same for an input that cannot be read at an offset: standard input.
  kStream,
  // For builds with sanitizers, which need more. No boundary.
  kSanitizer,
  // Release, but a forbidden call is named on standard error before the worker
  // ends. For whoever looks for what a new C library wants. No boundary.
  kTrace,
};

inline constexpr Policy kPolicies[] = {Policy::kRelease, Policy::kStream,
                                       Policy::kSanitizer, Policy::kTrace};

// PolicyName returns "release", "stream", "sanitizer" or "trace".
std::string_view PolicyName(Policy policy);

// Width is how much of an argument the kernel looks at.
enum class Width : uint8_t { kInt, kLong };

// Test is what is asked of an argument.
enum class Test : uint8_t {
  kIs,        // It is `value`.
  kOnlyBits,  // It has no bit that `value` does not have.
  kIsInput,   // It is the descriptor of an input.
  kIsOwnPid,  // It is the worker's process.
};

// Condition is one question to one argument.
struct Condition {
  uint8_t argument = 0;  // From 0 to 5.
  Width width = Width::kInt;
  Test test = Test::kIs;
  uint64_t value = 0;          // For kIs and kOnlyBits.
  std::string_view text = {};  // The question in words, for people.
};

// The most conditions of a row.
inline constexpr size_t kMostConditions = 3;

// Grant is a row: a call that is answered otherwise than by death, if all its
// conditions hold. Of several rows for one call the first that holds counts;
// they stand together.
struct Grant {
  SystemCall call = SystemCall::kExitGroup;
  std::array<Condition, kMostConditions> conditions = {};
  size_t condition_count = 0;
  // 0 lets the call happen; any other number is the errno of its failure, and
  // then it does not happen.
  uint16_t error = 0;
  std::string_view reason = {};

  std::span<const Condition> Conditions() const {
    return std::span(conditions).first(condition_count);
  }
};

// Grants returns the rows of a policy. Those that are used most come first.
std::span<const Grant> Grants(Policy policy);

// EndsByTrap returns whether a forbidden call raises SIGSYS, for a handler to
// name it, instead of killing the process.
bool EndsByTrap(Policy policy);

// IsBoundary returns whether the policy is meant to hold against a worker that
// its file has taken over.
bool IsBoundary(Policy policy);

}  // namespace loadgate::sandbox

#endif  // HARNESS_POLICY_POLICY_H_
