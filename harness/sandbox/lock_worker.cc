#include "harness/sandbox/lock_worker.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "harness/policy/descriptors.h"
#include "harness/policy/filter.h"
#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/message_socket.h"
#include "harness/sandbox/orders.h"
#include "harness/sandbox/trap_handler.h"

namespace loadgate::sandbox {
namespace {

// Linux 5.9; the same number on every architecture.
constexpr long kCloseRange = 436;

// During the set-up: where messages will go, and where failures are told.
constexpr int kMessages = STDIN_FILENO;
constexpr int kNotices = kStandardError;

// Moves descriptors to the numbers they are to have.
class Mover {
 public:
  // Numbers from `end` on are free for the time between.
  explicit Mover(int end) : end_(end) {}

  // Copies `fd` out of the way, for one may have a number that another gets.
  void Take(int fd, int number) {
    const int copy = fd < 0 ? -1 : ::fcntl(fd, F_DUPFD, end_);
    if (fd >= 0 && copy < 0) Fail();
    taken_.push_back({copy, number});
  }

  // What has failed so far.
  const SetupResult& failure() const { return failure_; }

  // Puts all in their places and closes the rest.
  SetupResult Finish() {
    for (const Taken& taken : taken_) {
      if (taken.copy < 0) {
        ::close(taken.number);
      } else if (::dup2(taken.copy, taken.number) < 0) {
        Fail();
      }
    }
    if (::syscall(kCloseRange, end_, UINT_MAX, 0) != 0) Fail();
    return failure_;
  }

 private:
  struct Taken {
    int copy = -1;
    int number = -1;
  };

  void Fail() {
    if (!failure_) failure_ = SetupFailure{SetupStep::kDescriptors, errno};
  }

  int end_;
  std::vector<Taken> taken_;
  SetupResult failure_;
};

void Tell(int notices, const SetupFailure& failure) {
  SendMessage(notices, EncodeNotice({.kind = Notice::Kind::kSetupFailed,
                                     .step = failure.step,
                                     .value = failure.error}));
}

SetupResult KeepDescriptors(const WorkerDescriptors& descriptors) {
  Mover mover(kFirstInput + static_cast<int>(descriptors.inputs.size()));
  mover.Take(descriptors.messages, kMessages);
  mover.Take(descriptors.reply, kReply);
  mover.Take(descriptors.notices, kNotices);
  int next = kFirstInput;
  for (const int input : descriptors.inputs) mover.Take(input, next++);
  if (mover.failure()) {
    // Nothing has been moved.
    Tell(descriptors.notices, *mover.failure());
    return mover.failure();
  }
  const SetupResult failure = mover.Finish();
  if (failure) Tell(kNotices, *failure);
  return failure;
}

std::vector<sock_filter> OwnFilter(Policy policy, size_t inputs) {
  const auto architecture = OwnArchitecture();
  if (!architecture.has_value()) return {};
  return BuildFilter(policy, *architecture,
                     {.inputs = static_cast<int>(inputs), .pid = ::getpid()});
}

// Whether filters can be loaded: one that is not there is looked for only where
// they can.
SetupResult FindFilters() {
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr, 0, 0) == 0) {
    return SetupFailure{SetupStep::kFilter, 0};
  }
  if (errno != EFAULT) return SetupFailure{SetupStep::kFilter, errno};
  return std::nullopt;
}

// Nothing is open for notices from here on.
void OpenMessages(bool wanted) {
  if (wanted) {
    ::dup2(kMessages, kStandardError);
    ::close(kMessages);
  } else {
    ::close(kStandardError);
  }
}

}  // namespace

SetupResult LockWorker(const WorkerDescriptors& descriptors,
                       const WorkerLimits& limits, Policy policy) {
  const size_t inputs = descriptors.inputs.size();
  std::vector<sock_filter> filter = OwnFilter(policy, inputs);
  if (const SetupResult failure = KeepDescriptors(descriptors)) return failure;
  SetupResult failure = LimitWorker(limits, policy, inputs);
  if (!failure && filter.empty()) {
    failure = SetupFailure{SetupStep::kArchitecture, 0};
  }
  if (!failure) failure = FindFilters();
  if (failure) {
    Tell(kNotices, *failure);
    return failure;
  }
  OpenMessages(descriptors.messages >= 0);
  if (EndsByTrap(policy)) NameForbiddenCalls();
  const sock_fprog program = {static_cast<unsigned short>(filter.size()),
                              filter.data()};
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) {
    ::_exit(kExitFilter);
  }
  return std::nullopt;
}

}  // namespace loadgate::sandbox
