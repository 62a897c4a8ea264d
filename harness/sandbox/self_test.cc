#include "harness/sandbox/self_test.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/lock_worker.h"
#include "harness/unique_fd.h"

namespace loadgate::sandbox {
namespace {

// What a probe may take; the zygote's own memory counts too.
constexpr WorkerLimits kProbeLimits = {.data_bytes = uint64_t{64} << 20,
                                       .stack_bytes = uint64_t{1} << 20,
                                       .cpu_seconds = 5};

// The exit status of a probe that was allowed what it tried.
constexpr int kNotStopped = 1;

using Act = void (*)();

void TakeMemory() {
  void* const taken =
      ::mmap(nullptr, kProbeLimits.data_bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (taken == MAP_FAILED) ::_exit(kExitMemory);
}

// Runs `act` in a locked worker and returns its status as of wait(2), or
// nullopt with errno set.
std::optional<int> RunProbe(Policy policy, Act act) {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  const UniqueFd reader(ends[0]);
  const UniqueFd writer(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    WorkerDescriptors own;
    own.reply = writer.get();
    own.inputs = {reader.get()};
    own.notices = writer.get();
    if (LockWorker(own, kProbeLimits, policy)) ::_exit(kExitSetup);
    act();
    ::_exit(kNotStopped);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return std::nullopt;
  }
  return status;
}

bool DiedOfForbiddenCall(Policy policy, int status) {
  if (EndsByTrap(policy)) {
    return WIFEXITED(status) && WEXITSTATUS(status) == kExitForbidden;
  }
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
}

// What no policy grants.
void StartProgram() {
  const std::array<char*, 1> none = {nullptr};
  ::execve("/", none.data(), none.data());
}

}  // namespace

SetupResult TestSandbox(Policy policy, bool landlock) {
  if (landlock) {
    const UniqueFd root(::open("/", O_RDONLY | O_CLOEXEC));
    if (root.is_open()) return SetupFailure{SetupStep::kLandlock, 0};
  }
  const auto forbidden = RunProbe(policy, StartProgram);
  if (!forbidden.has_value()) return SetupFailure{SetupStep::kSelfTest, errno};
  if (!DiedOfForbiddenCall(policy, *forbidden)) {
    return SetupFailure{SetupStep::kFilter, 0};
  }
  if (policy == Policy::kSanitizer) return std::nullopt;
  const auto memory = RunProbe(policy, TakeMemory);
  if (!memory.has_value()) return SetupFailure{SetupStep::kSelfTest, errno};
  if (!WIFEXITED(*memory) || WEXITSTATUS(*memory) != kExitMemory) {
    return SetupFailure{SetupStep::kLimits, 0};
  }
  return std::nullopt;
}

}  // namespace loadgate::sandbox
