#include "tests/sandbox/running_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>

#include "loadgate/check.h"
#include "tests/sandbox/processes.h"

namespace loadgate::testing_support {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The kernel kills what has lost its parent, which takes a moment.
constexpr milliseconds kMoment = std::chrono::seconds(5);

UniqueFd MemoryFile() {
  UniqueFd file(::memfd_create("kept", MFD_CLOEXEC));
  LG_CHECK(file.is_open());
  return file;
}

std::string Contents(int fd) {
  std::string text;
  std::array<char, 16 * 1024> piece{};
  for (;;) {
    const ssize_t got = ::pread(fd, piece.data(), piece.size(),
                                static_cast<off_t>(text.size()));
    LG_CHECK(got >= 0);
    if (got == 0) return text;
    text.append(piece.data(), static_cast<size_t>(got));
  }
}

}  // namespace

RunningProgram::RunningProgram(std::vector<std::string> arguments,
                               const std::string& directory,
                               const ProgramStreams& streams)
    : output_(MemoryFile()), errors_(MemoryFile()) {
  LG_CHECK(::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0);
  arguments.insert(arguments.begin(), LG_PROGRAM);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
  int output = output_.get();
  if (streams.terminal.empty()) {
    ::posix_spawn_file_actions_adddup2(&actions, errors_.get(), STDERR_FILENO);
  } else {
    // The first terminal that a new session opens is its own.
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO,
                                       streams.terminal.c_str(), O_RDWR, 0);
    output = STDERR_FILENO;
  }
  if (streams.output >= 0) output = streams.output;
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  LG_CHECK(::posix_spawn(&pid_, LG_PROGRAM, &actions, &attributes,
                         pointers.data(), environ) == 0);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
}

RunningProgram::~RunningProgram() {
  Send(SIGKILL);
  Wait(std::chrono::minutes(1));
  for (const pid_t left : ChildrenOf(::getpid())) {
    SignalChild(::getpid(), left, SIGKILL);
  }
}

pid_t RunningProgram::Zygote() const {
  for (const pid_t child : GlimpseChildrenOf(pid_)) {
    const std::string name = StatOf(child).name;
    // The names of both, as far as the kernel tells them.
    if (name == "loadgate-worker" || name == "loadgate-craft-") return child;
  }
  return -1;
}

void RunningProgram::Send(int signal) {
  if (!status_.has_value()) SignalChild(::getpid(), pid_, signal);
}

bool RunningProgram::HasEnded() { return Wait(milliseconds(0)).has_value(); }

std::optional<int> RunningProgram::Wait(milliseconds time) {
  const auto deadline = Clock::now() + time;
  while (!status_.has_value()) {
    int status = 0;
    const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
    LG_CHECK(ended >= 0);
    if (ended == pid_) {
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    } else if (Clock::now() >= deadline) {
      break;
    } else {
      std::this_thread::sleep_for(milliseconds(1));
    }
  }
  return status_;
}

bool RunningProgram::LeavesNothing() {
  const auto deadline = Clock::now() + kMoment;
  while (true) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (ChildrenOf(::getpid()).empty()) return true;
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
}

std::string RunningProgram::Output() const { return Contents(output_.get()); }
std::string RunningProgram::Errors() const { return Contents(errors_.get()); }

}  // namespace loadgate::testing_support
