#include "harness/sandbox/self_test.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <variant>

#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/lock_worker.h"
#include "harness/sandbox/message_socket.h"
#include "harness/sandbox/orders.h"
#include "harness/sandbox/privileges.h"
#include "loadgate/unique_fd.h"

namespace loadgate::sandbox {
namespace {

// What a probe may take; the zygote's own memory counts too.
constexpr WorkerLimits kProbeLimits = {.data_bytes = uint64_t{64} << 20,
                                       .stack_bytes = uint64_t{1} << 20,
                                       .cpu_seconds = 5};

// How long a probe may take: half as long as the broker waits for both.
constexpr int kProbeMilliseconds = 5'000;

// The exit status of a probe that was allowed what it tried.
constexpr int kNotStopped = 1;

using Act = void (*)();

void TakeMemory() {
  void* const taken =
      ::mmap(nullptr, kProbeLimits.data_bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (taken == MAP_FAILED) ::_exit(kExitMemory);
}

SetupFailure OwnFailure() { return {SetupStep::kSelfTest, errno}; }

// How a probe ended: its status as of wait(2), or the step that it did not get
// past.
using ProbeEnd = std::variant<int, SetupFailure>;

// A probe that stands still would keep the zygote waiting, and stay behind when
// that is killed for it. Returns false for such a one. Before Linux 5.3 there
// is nothing to wait by.
bool EndsInTime(pid_t child) {
  const UniqueFd handle(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  if (!handle.is_open()) return true;
  pollfd polled = {handle.get(), POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&polled, 1, kProbeMilliseconds);
  } while (ready < 0 && errno == EINTR);
  return ready != 0;
}

ProbeEnd WaitForProbe(pid_t child, int notices) {
  const bool in_time = EndsInTime(child);
  if (!in_time) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return OwnFailure();
  }
  if (!in_time) return SetupFailure{SetupStep::kSelfTest, ETIMEDOUT};
  if (!WIFEXITED(status)) return status;
  if (WEXITSTATUS(status) == kExitFilter) {
    // There are filters, but not such.
    return SetupFailure{SetupStep::kFilter, EINVAL};
  }
  if (WEXITSTATUS(status) != kExitSetup) return status;
  const std::optional<Message> message = ReceiveMessage(notices);
  if (!message.has_value()) return OwnFailure();
  const std::optional<Notice> notice = DecodeNotice(message->bytes);
  if (!notice.has_value()) return SetupFailure{SetupStep::kSelfTest, 0};
  return SetupFailure{notice->step, notice->value};
}

// Runs `act` in a locked worker.
ProbeEnd RunProbe(Policy policy, Act act) {
  auto [notices, theirs] = MakeSocketPair();
  if (!notices.is_open()) return OwnFailure();
  const pid_t self = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return OwnFailure();
  if (child == 0) {
    if (DieWithParent(self)) ::_exit(kExitSetup);
    WorkerDescriptors own;
    own.reply = theirs.get();
    own.inputs = {theirs.get()};
    own.notices = theirs.get();
    if (LockWorker(own, kProbeLimits, policy)) ::_exit(kExitSetup);
    act();
    ::_exit(kNotStopped);
  }
  theirs = UniqueFd();
  return WaitForProbe(child, notices.get());
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

// Of what anybody may open elsewhere, nothing opens.
SetupResult TestLandlock() {
  for (const char* const path : {"/", "/dev/null", "/proc/self/status"}) {
    const UniqueFd opened(::open(path, O_RDONLY | O_CLOEXEC));
    if (opened.is_open()) return SetupFailure{SetupStep::kLandlock, 0};
    if (errno != EACCES && errno != ENOENT) return OwnFailure();
  }
  return std::nullopt;
}

SetupResult TestFilter(Policy policy) {
  const ProbeEnd end = RunProbe(policy, StartProgram);
  if (const auto* failure = std::get_if<SetupFailure>(&end)) return *failure;
  if (DiedOfForbiddenCall(policy, std::get<int>(end))) return std::nullopt;
  return SetupFailure{SetupStep::kFilter, 0};
}

SetupResult TestMemoryLimit(Policy policy) {
  const ProbeEnd end = RunProbe(policy, TakeMemory);
  if (const auto* failure = std::get_if<SetupFailure>(&end)) return *failure;
  const int status = std::get<int>(end);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kExitMemory) {
    return std::nullopt;
  }
  return SetupFailure{SetupStep::kLimits, 0};
}

}  // namespace

SetupResult TestSandbox(Policy policy, bool landlock) {
  if (landlock) {
    if (const SetupResult failure = TestLandlock()) return failure;
  }
  if (const SetupResult failure = TestFilter(policy)) return failure;
  if (policy == Policy::kSanitizer) return std::nullopt;
  return TestMemoryLimit(policy);
}

}  // namespace loadgate::sandbox
