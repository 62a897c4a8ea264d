// How a worker ends when it ends by itself.

#ifndef HARNESS_SANDBOX_EXIT_STATUS_H_
#define HARNESS_SANDBOX_EXIT_STATUS_H_

namespace loadgate::sandbox {

// The reply is whole. Nothing else counts as a verdict.
inline constexpr int kExitDone = 0;

// The reply could not be written: the broker has turned away.
inline constexpr int kExitNoReader = 70;

// Memory ran out; set by the worker's new handler.
inline constexpr int kExitMemory = 72;

// The task was none that the worker knows.
inline constexpr int kExitBadTask = 73;

// A step of the set-up failed; the notice before says which.
inline constexpr int kExitSetup = 74;

// The filter could not be loaded.
inline constexpr int kExitFilter = 75;

// Under the policy `trace`: a forbidden call, which has been named.
inline constexpr int kExitForbidden = 76;

// What ASan and UBSan are told to exit with after a report.
inline constexpr int kExitSanitizer = 86;

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_EXIT_STATUS_H_
