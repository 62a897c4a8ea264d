#include "harness/broker/zygote_client.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "harness/policy/descriptors.h"
#include "harness/sandbox/message_socket.h"
#include "harness/sandbox/zygote_arguments.h"
#include "loadgate/escape.h"
#include "loadgate/version.h"

namespace loadgate {
namespace {

using sandbox::Hello;
using sandbox::kControl;
using sandbox::Notice;
using Clock = ZygoteClient::Clock;

// How often a conversation asks whether the user wants to go on: a signal may
// have come to another thread.
constexpr int kMostMilliseconds = 200;

// How much of a reply is taken at once.
constexpr size_t kPiece = 16 * 1024;

int MillisecondsUntil(Clock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return static_cast<int>(
      std::clamp<int64_t>(left.count(), 0, kMostMilliseconds));
}

// The actions and attributes of a posix_spawn.
class Spawn {
 public:
  Spawn() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~Spawn() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;

  // Starts the program with an empty environment and no descriptor but standard
  // error and `control`; in a session of its own, so that a terminal's signals
  // do not reach it. Returns 0 or an errno.
  int Run(const std::string& program, std::vector<std::string> arguments,
          int control, pid_t* pid) {
    // Out of the way of the numbers that are given away here.
    const UniqueFd moved(::fcntl(control, F_DUPFD_CLOEXEC, kControl + 1));
    if (!moved.is_open()) return errno;
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null",
                                       O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null",
                                       O_WRONLY, 0);
    if (::fcntl(STDERR_FILENO, F_GETFD) < 0) {
      ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null",
                                         O_WRONLY, 0);
    }
    ::posix_spawn_file_actions_adddup2(&actions_, moved.get(), kControl);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, kControl + 1);
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    std::array<char*, 1> environment = {nullptr};
    return ::posix_spawn(pid, program.c_str(), &actions_, &attributes_,
                         pointers.data(), environment.data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// The process's own handle, from Linux 5.3 on.
UniqueFd HandleOf(pid_t pid) {
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

std::string ErrorName(int error) {
  return error == 0 ? "it has no effect" : ErrnoName(error);
}

// The errno by which /dev/null cannot be had, as a new zygote is to have it, or
// 0.
int ErrorOfDevNull() {
  for (const int how : {O_RDONLY, O_WRONLY}) {
    const UniqueFd null(::open("/dev/null", how | O_CLOEXEC));
    if (!null.is_open()) return errno;
  }
  return 0;
}

// What a start that failed with `error` says to whoever installed it. The child
// opens /dev/null before it becomes the program, and both failures look alike.
std::string WhyNotStarted(const std::string& program, int error) {
  if (const int of_null = ErrorOfDevNull(); of_null == error) {
    return absl::StrFormat(
        "/dev/null cannot be opened: %s (workers have it in the place of "
        "standard input and output)",
        ErrorName(of_null));
  }
  const char* hint = "";
  if (error == ENOENT && ::access(program.c_str(), F_OK) != 0) {
    hint = " (it is not there, and comes with loadgate: install both)";
  }
  return absl::StrFormat("%s does not start: %s%s", program, ErrorName(error),
                         hint);
}

// What a step that failed says.
std::string WhyNotLocked(const sandbox::SetupFailure& failure) {
  const bool ids =
      failure.step == sandbox::SetupStep::kPrivileges && failure.error == EPERM;
  return absl::StrFormat(
      "%s: %s%s", std::string(SetupStepName(failure.step)),
      ErrorName(failure.error),
      ids && ::geteuid() == 0
          ? " (root cannot become user 65534 here: start it as another user)"
          : "");
}

// Waits for what the zygote says first.
std::optional<Hello> Greet(int control, Clock::time_point deadline) {
  pollfd waiting = {control, POLLIN, 0};
  while (::poll(&waiting, 1, MillisecondsUntil(deadline)) <= 0) {
    if (Clock::now() >= deadline) return std::nullopt;
  }
  const auto message = sandbox::ReceiveMessage(control);
  if (!message.has_value()) return std::nullopt;
  return sandbox::DecodeHello(message->bytes);
}

// One order on its way.
class Conversation {
 public:
  Conversation(UniqueFd reply, UniqueFd notices, const ReplyReader& reader,
               std::chrono::milliseconds answer_time)
      : reply_(std::move(reply)),
        notices_(std::move(notices)),
        reader_(reader),
        answer_time_(answer_time) {}

  // Waits for the next thing to happen, for a while. Returns the outcome once
  // there is one.
  std::optional<WorkerOutcome> Step(Clock::time_point deadline) {
    std::array<pollfd, 2> polled = {pollfd{reply_.get(), POLLIN, 0},
                                    pollfd{notices_.get(), POLLIN, 0}};
    const int ready =
        ::poll(polled.data(), polled.size(), MillisecondsUntil(deadline));
    // Looked at in any case: a worker that always says something has no longer.
    if (Clock::now() >= deadline) return TurnAway();
    if (ready <= 0) return std::nullopt;
    if (polled[0].revents != 0 && !TakePiece()) {
      return WorkerOutcome{WorkerEnd::kReply};
    }
    if (polled[1].revents != 0 && !TakeNotice()) {
      return WorkerOutcome{WorkerEnd::kZygoteGone};
    }
    if (reply_.is_open() || !outcome_.has_value()) return std::nullopt;
    return outcome_;
  }

 private:
  // Has the worker killed. What it wrote is of no interest any more; whether
  // the zygote still answers is.
  WorkerOutcome TurnAway() {
    reply_ = UniqueFd();
    if (!notices_.is_open()) return {WorkerEnd::kWallTime};
    ::shutdown(notices_.get(), SHUT_WR);
    const auto deadline = Clock::now() + answer_time_;
    while (Clock::now() < deadline) {
      pollfd polled = {notices_.get(), POLLIN, 0};
      if (::poll(&polled, 1, MillisecondsUntil(deadline)) <= 0) continue;
      if (!TakeNotice()) break;
      // The worst of it is said even if it came late.
      if (outcome_ && outcome_->end == WorkerEnd::kViolation) return *outcome_;
      if (killed_ || outcome_) return {WorkerEnd::kWallTime};
    }
    return {WorkerEnd::kZygoteGone};
  }

  // Returns false for what is no reply.
  bool TakePiece() {
    piece_.resize(kPiece);
    const ssize_t taken = ::read(reply_.get(), piece_.data(), piece_.size());
    if (taken < 0) return errno == EINTR || errno == EAGAIN;
    if (taken == 0) {
      reply_ = UniqueFd();
      return true;
    }
    return reader_(ByteSpan(piece_).first(static_cast<size_t>(taken)));
  }

  // Returns false when the zygote is gone or talks nonsense.
  bool TakeNotice() {
    const auto message = sandbox::ReceiveMessage(notices_.get());
    if (!message.has_value()) return false;
    const auto notice = sandbox::DecodeNotice(message->bytes);
    if (!notice.has_value()) return false;
    switch (notice->kind) {
      case Notice::Kind::kNotStarted:
        outcome_ = WorkerOutcome{WorkerEnd::kNotStarted, notice->value};
        break;
      case Notice::Kind::kSetupFailed:
        failure_ =
            WorkerOutcome{WorkerEnd::kSetupFailed, notice->value, notice->step};
        return true;
      case Notice::Kind::kKilled:
        killed_ = true;
        return true;
      case Notice::Kind::kEnded:
        outcome_ = failure_.value_or(OutcomeOfStatus(notice->value));
        break;
    }
    notices_ = UniqueFd();
    return true;
  }

  UniqueFd reply_;
  UniqueFd notices_;
  const ReplyReader& reader_;
  const std::chrono::milliseconds answer_time_;
  std::vector<std::byte> piece_;
  bool killed_ = false;
  std::optional<WorkerOutcome> failure_;
  std::optional<WorkerOutcome> outcome_;
};

// What it means that an order could not be sent.
WorkerOutcome NotSent(int error) {
  const bool gone = error == EPIPE || error == ECONNRESET;
  return {gone ? WorkerEnd::kZygoteGone : WorkerEnd::kNotStarted, error};
}

}  // namespace

std::variant<std::unique_ptr<ZygoteClient>, std::string> ZygoteClient::Start(
    const ZygoteSpec& spec) {
  // Whatever lies in the working directory is none.
  if (!spec.program.starts_with('/')) {
    return "where its program is cannot be told (is /proc mounted?)";
  }
  auto [ours, theirs] = sandbox::MakeSocketPair();
  if (!ours.is_open()) {
    return absl::StrCat("no socket for it: ", ErrorName(errno));
  }
  sandbox::ZygoteOptions options;
  options.without_landlock = spec.without_landlock;
  options.policy = spec.policy;
  std::vector<std::string> arguments = sandbox::ZygoteArguments(options);
  arguments.insert(arguments.begin(), spec.program);
  pid_t pid = -1;
  const int error =
      Spawn().Run(spec.program, std::move(arguments), theirs.get(), &pid);
  if (error != 0) return WhyNotStarted(spec.program, error);
  theirs = UniqueFd();
  std::unique_ptr<ZygoteClient> client(
      new ZygoteClient(pid, HandleOf(pid), std::move(ours), spec.answer_time));
  const std::optional<Hello> hello =
      Greet(client->control_.get(), Clock::now() + spec.answer_time);
  if (!hello.has_value()) {
    return absl::StrFormat("%s ended or said nothing", spec.program);
  }
  if (hello->version != Version()) {
    return absl::StrFormat("%s is of version %s, not %s", spec.program,
                           hello->version, std::string(Version()));
  }
  if (!spec.worker.empty() && hello->worker != spec.worker) {
    return absl::StrFormat(
        "%s is not %s but '%s', installed under its name: install loadgate "
        "again",
        spec.program, spec.worker, Escaped(hello->worker));
  }
  if (const auto* failure = std::get_if<sandbox::SetupFailure>(&hello->state)) {
    return WhyNotLocked(*failure);
  }
  client->layers_ = std::get<sandbox::Layers>(hello->state);
  return client;
}

ZygoteClient::~ZygoteClient() {
  control_ = UniqueFd();
  // By its own handle: where SIGCHLD is ignored, its number may be another's.
  if (handle_.is_open()) {
    ::syscall(SYS_pidfd_send_signal, handle_.get(), SIGKILL, nullptr, 0);
  } else {
    ::kill(pid_, SIGKILL);
  }
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

WorkerOutcome ZygoteClient::Run(const sandbox::Order& order,
                                std::span<const int> inputs,
                                const ReplyReader& reader,
                                Clock::time_point deadline,
                                const std::function<bool()>& interrupted) {
  if (inputs.empty()) return {WorkerEnd::kNotStarted, EINVAL};
  if (inputs.size() > sandbox::kMostOrderInputs ||
      order.task.size() > sandbox::kMostTaskBytes) {
    return {WorkerEnd::kNotStarted, E2BIG};
  }
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return {WorkerEnd::kNotStarted, errno};
  }
  UniqueFd reply(ends[0]);
  UniqueFd writer(ends[1]);
  auto [notices, theirs] = sandbox::MakeSocketPair();
  if (!notices.is_open()) return {WorkerEnd::kNotStarted, errno};
  std::vector<int> descriptors = {writer.get(), theirs.get()};
  descriptors.insert(descriptors.end(), inputs.begin(), inputs.end());
  const std::string message = sandbox::EncodeOrder(order);
  while (true) {
    const int error =
        sandbox::SendMessage(control_.get(), message, descriptors);
    if (error == 0) break;
    if (error != EAGAIN) return NotSent(error);
    if (Clock::now() >= deadline) return {WorkerEnd::kZygoteGone, error};
    if (interrupted && interrupted()) return {WorkerEnd::kInterrupted};
    pollfd waiting = {control_.get(), POLLOUT, 0};
    ::poll(&waiting, 1, MillisecondsUntil(deadline));
  }
  writer = UniqueFd();
  theirs = UniqueFd();
  Conversation conversation(std::move(reply), std::move(notices), reader,
                            answer_time_);
  while (true) {
    if (const auto outcome = conversation.Step(deadline)) return *outcome;
    if (interrupted && interrupted()) return {WorkerEnd::kInterrupted};
  }
}

}  // namespace loadgate
