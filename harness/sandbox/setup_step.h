// The steps by which a process gives its power away, and how one can fail.
//
// None of them may be missing: a step that fails ends the worker before it has
// seen a byte, and the report says which it was.

#ifndef HARNESS_SANDBOX_SETUP_STEP_H_
#define HARNESS_SANDBOX_SETUP_STEP_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace loadgate::sandbox {

// SetupStep is one of them. The numbers are those of the reply.
enum class SetupStep : uint8_t {
  kArchitecture = 1,  // There is a policy for it.
  kParent = 2,        // It dies with its parent.
  kDescriptors = 3,   // It has its own, and no other.
  kPrivileges = 4,    // No capability, no user id 0, and none to be gained.
  kNotDumpable = 5,   // Nobody of the same user reads its memory.
  kLandlock = 6,      // No file can be opened.
  kLimits = 7,        // Memory, stack, CPU time, files.
  kFilter = 8,        // System calls.
  kSelfTest = 9,      // All that bites.
};

// SetupStepName returns the step's name in reports, such as "landlock".
std::string_view SetupStepName(SetupStep step);

// SetupFailure says which step failed. `error` is the errno, or 0 where a step
// was done and had no effect.
struct SetupFailure {
  SetupStep step = SetupStep::kArchitecture;
  int error = 0;
};

// SetupResult is nullopt where all went well.
using SetupResult = std::optional<SetupFailure>;

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_SETUP_STEP_H_
