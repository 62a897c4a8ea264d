// How a worker ended.
//
// Only kDone lets its reply count. Each of the others leaves the input
// undecided, with a finding of its own; which is decided in one table, from
// what was seen of the process, and never from what it said.

#ifndef HARNESS_BROKER_WORKER_OUTCOME_H_
#define HARNESS_BROKER_WORKER_OUTCOME_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/sandbox/setup_step.h"

namespace loadgate {

// WorkerEnd is what happened.
enum class WorkerEnd : uint8_t {
  kDone,         // It exited with 0, in time, and its reply has an end.
  kSetupFailed,  // A step of its set-up failed, before it saw a byte.
  kViolation,    // It made a forbidden system call.
  kMemory,       // It ran out of the memory that it may have.
  kCpuTime,      // It ran out of CPU time.
  kWallTime,     // It was not done in time, and was killed.
  kCrash,        // A signal ended it; `detail` is its number.
  kExit,         // It exited with another status; `detail` is that.
  kReply,        // It wrote what is no reply, and was killed.
  kInterrupted,  // The user ended the run; it was killed.
  kNotStarted,   // It could not be forked; `detail` is the errno.
  kZygoteGone,   // The zygote ended, or did not answer.
};

// WorkerOutcome is that, with what is known besides.
struct WorkerOutcome {
  WorkerEnd end = WorkerEnd::kZygoteGone;
  int detail = 0;
  sandbox::SetupStep step = sandbox::SetupStep::kArchitecture;
  bool operator==(const WorkerOutcome&) const = default;
};

// OutcomeOfStatus returns how a worker ended that was not killed by the broker,
// by its status as wait(2) gives it.
WorkerOutcome OutcomeOfStatus(int status);

// ErrnoName returns the name of an errno, such as "ENOENT".
std::string ErrnoName(int error);

// WorkerEndName returns the outcome's name for scripts, such as "cpu-time".
std::string_view WorkerEndName(WorkerEnd end);

// OutcomeText returns a sentence about an outcome that is not kDone.
std::string OutcomeText(const WorkerOutcome& outcome);

}  // namespace loadgate

#endif  // HARNESS_BROKER_WORKER_OUTCOME_H_
