#include "harness/broker/worker_outcome.h"

#include <sys/wait.h>

#include <csignal>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "harness/sandbox/exit_status.h"

namespace loadgate {
namespace {

WorkerOutcome OutcomeOfExit(int status) {
  switch (status) {
    case sandbox::kExitDone:
      return {WorkerEnd::kDone};
    case sandbox::kExitMemory:
      return {WorkerEnd::kMemory};
    case sandbox::kExitFilter:
      return {WorkerEnd::kSetupFailed, 0, sandbox::SetupStep::kFilter};
    case sandbox::kExitForbidden:
      return {WorkerEnd::kViolation};
    default:
      return {WorkerEnd::kExit, status};
  }
}

std::string ErrorText(int error) {
  return error == 0 ? "it had no effect" : ErrnoName(error);
}

}  // namespace

std::string ErrnoName(int error) {
  const char* const name = ::strerrorname_np(error);
  return name == nullptr ? absl::StrCat("error ", error) : name;
}

WorkerOutcome OutcomeOfStatus(int status) {
  // The macro looks at fewer bits than there are.
  if ((status & 0xff) == 0) return OutcomeOfExit(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  if (signal == SIGSYS) return {WorkerEnd::kViolation};
  if (signal == SIGXCPU) return {WorkerEnd::kCpuTime};
  return {WorkerEnd::kCrash, signal};
}

std::string_view WorkerEndName(WorkerEnd end) {
  switch (end) {
    case WorkerEnd::kDone:
      return "done";
    case WorkerEnd::kSetupFailed:
      return "setup-failed";
    case WorkerEnd::kViolation:
      return "violation";
    case WorkerEnd::kMemory:
      return "memory";
    case WorkerEnd::kCpuTime:
      return "cpu-time";
    case WorkerEnd::kWallTime:
      return "wall-time";
    case WorkerEnd::kCrash:
      return "crash";
    case WorkerEnd::kExit:
      return "exit";
    case WorkerEnd::kReply:
      return "reply";
    case WorkerEnd::kInterrupted:
      return "interrupted";
    case WorkerEnd::kNotStarted:
      return "not-started";
    case WorkerEnd::kZygoteGone:
      return "zygote-gone";
  }
  return "unknown";
}

std::string OutcomeText(const WorkerOutcome& outcome) {
  switch (outcome.end) {
    case WorkerEnd::kDone:
      return "";
    case WorkerEnd::kSetupFailed:
      return absl::StrFormat("The worker could not be locked: %s (%s).",
                             std::string(sandbox::SetupStepName(outcome.step)),
                             ErrorText(outcome.detail));
    case WorkerEnd::kViolation:
      return "The worker made a system call that it may not make, and was "
             "killed: treat the file as an attack and keep it aside.";
    case WorkerEnd::kMemory:
      return "The worker ran out of memory.";
    case WorkerEnd::kCpuTime:
      return "The worker ran out of CPU time.";
    case WorkerEnd::kWallTime:
      return "The worker was not done in time.";
    case WorkerEnd::kCrash: {
      const char* const name = ::sigabbrev_np(outcome.detail);
      return absl::StrCat(
          "The worker crashed: ", name == nullptr ? "signal " : "SIG",
          name == nullptr ? absl::StrCat(outcome.detail) : std::string(name),
          outcome.detail == SIGKILL ? " (out of memory?)" : "", ".");
    }
    case WorkerEnd::kExit:
      return absl::StrFormat("The worker ended with the status %d.",
                             outcome.detail);
    case WorkerEnd::kReply:
      return "The worker sent what is no reply.";
    case WorkerEnd::kInterrupted:
      return "A signal came.";
    case WorkerEnd::kNotStarted:
      return absl::StrFormat("No worker could be started (%s).",
                             ErrorText(outcome.detail));
    case WorkerEnd::kZygoteGone:
      return "The process that starts workers has ended.";
  }
  return "";
}

}  // namespace loadgate
