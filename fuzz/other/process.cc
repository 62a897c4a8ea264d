#include "fuzz/other/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace loadgate::other {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// What the child is started with, freed again.
class Setup {
 public:
  Setup(int input, int output) {
    posix_spawn_file_actions_init(&actions);
    Redirect(STDIN_FILENO, input, O_RDONLY);
    Redirect(STDOUT_FILENO, output, O_WRONLY);
    Redirect(STDERR_FILENO, -1, O_WRONLY);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);
  }
  ~Setup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

 private:
  void Redirect(int target, int fd, int mode) {
    if (fd >= 0) {
      posix_spawn_file_actions_adddup2(&actions, fd, target);
    } else {
      posix_spawn_file_actions_addopen(&actions, target, "/dev/null", mode, 0);
    }
  }
};

}  // namespace

bool WaitReadable(int fd, milliseconds timeout) {
  const Clock::time_point end = Clock::now() + timeout;
  for (;;) {
    const auto left =
        std::chrono::ceil<milliseconds>(end - Clock::now()).count();
    pollfd waiting = {.fd = fd, .events = POLLIN, .revents = 0};
    const int ready =
        ::poll(&waiting, 1, left > 0 ? static_cast<int>(left) : 0);
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

bool Process::Start(const std::vector<std::string>& words, int input,
                    int output) {
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  const Setup setup(input, output);
  const int error =
      ::posix_spawnp(&pid_, arguments[0], &setup.actions, &setup.attributes,
                     arguments.data(), environ);
  if (error == 0) return true;
  pid_ = 0;
  errno = error;
  return false;
}

std::optional<int> Process::Wait(milliseconds timeout) {
  // glibc 2.36 declares pidfd_open as a function of C++.
  const int fd = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  const bool ended = fd >= 0 && WaitReadable(fd, timeout);
  if (fd >= 0) ::close(fd);
  if (!ended) return std::nullopt;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void Process::Kill() {
  if (!running()) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
}

}  // namespace loadgate::other
