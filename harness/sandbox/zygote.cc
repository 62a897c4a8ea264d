#include "harness/sandbox/zygote.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/landlock.h"
#include "harness/sandbox/lock_worker.h"
#include "harness/sandbox/message_socket.h"
#include "harness/sandbox/privileges.h"
#include "harness/sandbox/self_test.h"
#include "loadgate/unique_fd.h"

namespace loadgate::sandbox {
namespace {

// An order's descriptors: the pipe for the reply and the socket for notices,
// then the inputs.
constexpr size_t kReplyAt = 0;
constexpr size_t kNoticesAt = 1;
constexpr size_t kFirstInputAt = 2;
static_assert(kFirstInputAt + kMostOrderInputs == kMostMessageDescriptors);

// Takes all power from the calling process; what is left is reading from
// sockets, forking and waiting.
SetupResult LockZygote(const ZygoteOptions& options, Layers* layers) {
  layers->policy = options.policy;
  if (auto failure = DropPrivileges()) return failure;
  if (auto failure = DieWithParent(::getppid())) return failure;
  const int error = DenyAllByLandlock();
  const bool missing = IsLandlockMissing(LandlockVersion());
  if (error == 0) {
    layers->landlock = LandlockVersion();
  } else if (!missing || !options.without_landlock) {
    return SetupFailure{SetupStep::kLandlock, error};
  }
  layers->no_new_code = ForbidNewCode();
  return TestSandbox(options.policy, layers->landlock > 0);
}

// Handlers and masks of whoever started it do not reach the workers.
UniqueFd WatchChildren() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGCHLD);
  ::sigprocmask(SIG_SETMASK, &set, nullptr);
  return UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

void Say(int notices, Notice::Kind kind, int value,
         SetupStep step = SetupStep::kArchitecture) {
  SendMessage(notices,
              EncodeNotice({.kind = kind, .step = step, .value = value}));
}

// In the child, from fork to its end.
[[noreturn]] void BeWorker(const Order& order, const Message& message,
                           pid_t zygote, const WorkerTask& task) {
  WorkerDescriptors own;
  own.reply = message.descriptors[kReplyAt].get();
  own.notices = message.descriptors[kNoticesAt].get();
  for (size_t i = kFirstInputAt; i < message.descriptors.size(); ++i) {
    own.inputs.push_back(message.descriptors[i].get());
  }
  if (!IsBoundary(order.policy)) own.messages = STDERR_FILENO;
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (const SetupResult failure = DieWithParent(zygote)) {
    Say(own.notices, Notice::Kind::kSetupFailed, failure->error, failure->step);
    ::_exit(kExitSetup);
  }
  if (task.prepare != nullptr) task.prepare();
  if (LockWorker(own, order.limits, order.policy)) ::_exit(kExitSetup);
  ::_exit(task.run(order.task, static_cast<int>(own.inputs.size())));
}

class Zygote {
 public:
  Zygote(int control, int children, Policy policy, const WorkerTask& task)
      : control_(control), children_(children), policy_(policy), task_(task) {}

  int Serve() {
    while (true) {
      Wait();
      if (polled_[1].revents != 0) Reap();
      for (size_t i = 0; i < workers_.size(); ++i) {
        // Nothing is ever said there: it is readable when it is closed.
        if (polled_[i + 2].revents != 0) TurnAway(&workers_[i]);
      }
      std::erase_if(workers_,
                    [](const Worker& worker) { return !worker.runs(); });
      if (polled_[0].revents != 0 && !TakeOrder()) break;
    }
    for (const Worker& worker : workers_) Kill(worker);
    return 0;
  }

 private:
  struct Worker {
    pid_t pid = 0;
    UniqueFd notices;
    bool killed = false;
    bool runs() const { return pid > 0; }
  };

  // Never kill(2)'s other meanings, of 0 and of -1.
  static void Kill(const Worker& worker) {
    if (worker.runs()) ::kill(worker.pid, SIGKILL);
  }

  static void TurnAway(Worker* worker) {
    Kill(*worker);
    Say(worker->notices.get(), Notice::Kind::kKilled, 0);
    worker->killed = true;
  }

  void Wait() {
    polled_.clear();
    polled_.push_back({control_, POLLIN, 0});
    polled_.push_back({children_, POLLIN, 0});
    for (const Worker& worker : workers_) {
      // One that takes its time to die would keep this loop busy.
      const int watched = worker.killed ? -1 : worker.notices.get();
      polled_.push_back({watched, POLLIN, 0});
    }
    while (::poll(polled_.data(), polled_.size(), -1) < 0 && errno == EINTR) {
    }
  }

  void Reap() {
    signalfd_siginfo drained = {};
    while (::read(children_, &drained, sizeof(drained)) > 0) {
    }
    int status = 0;
    pid_t pid = -1;
    while ((pid = ::waitpid(-1, &status, WNOHANG)) > 0) {
      for (Worker& worker : workers_) {
        if (worker.pid != pid) continue;
        Say(worker.notices.get(), Notice::Kind::kEnded, status);
        worker.pid = 0;
      }
    }
  }

  // Returns false when there will be no more.
  bool TakeOrder() {
    std::optional<Message> message = ReceiveMessage(control_);
    if (!message.has_value() || message->bytes.empty()) return false;
    const std::optional<Order> order = DecodeOrder(message->bytes);
    if (!order.has_value()) return false;
    if (message->cut) {
      if (message->descriptors.size() > kNoticesAt) {
        Say(message->descriptors[kNoticesAt].get(), Notice::Kind::kNotStarted,
            EMFILE);
      }
      return true;
    }
    if (message->descriptors.size() <= kFirstInputAt) return false;
    // No other policy has been tried.
    if (order->policy != policy_ && order->policy != Policy::kStream) {
      return false;
    }
    const pid_t self = ::getpid();
    const pid_t pid = ::fork();
    if (pid == 0) BeWorker(*order, *message, self, task_);
    UniqueFd notices = std::move(message->descriptors[kNoticesAt]);
    if (pid < 0) {
      Say(notices.get(), Notice::Kind::kNotStarted, errno);
      return true;
    }
    workers_.push_back({pid, std::move(notices)});
    return true;
  }

  int control_;
  int children_;
  Policy policy_;
  WorkerTask task_;
  std::vector<Worker> workers_;
  std::vector<pollfd> polled_;
};

}  // namespace

int RunZygote(int control, const ZygoteOptions& options,
              const WorkerTask& task) {
  const UniqueFd children = WatchChildren();
  Layers layers;
  SetupResult failure;
  if (!children.is_open()) {
    failure = SetupFailure{SetupStep::kDescriptors, errno};
  } else {
    failure = LockZygote(options, &layers);
  }
  Hello hello = {.version = std::string(options.version),
                 .worker = std::string(task.name),
                 .state = layers};
  if (failure.has_value()) hello.state = *failure;
  const int error = SendMessage(control, EncodeHello(hello));
  if (failure.has_value() || error != 0) return 1;
  return Zygote(control, children.get(), options.policy, task).Serve();
}

}  // namespace loadgate::sandbox
