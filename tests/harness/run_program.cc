#include "tests/harness/run_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <thread>

#include "loadgate/check.h"

namespace loadgate::testing_support {
namespace {

constexpr std::chrono::seconds kPatience(30);

// Everything written to a memory file.
std::string Contents(int fd) {
  std::string text;
  std::array<char, 4096> buffer{};
  LG_CHECK(::lseek(fd, 0, SEEK_SET) == 0);
  for (;;) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    LG_CHECK(got >= 0);
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<size_t>(got));
  }
}

int MemoryFile(const char* name) {
  const int fd = ::memfd_create(name, MFD_CLOEXEC);
  LG_CHECK(fd >= 0);
  return fd;
}

int ExitCode(pid_t child) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    int status = 0;
    const pid_t done = ::waitpid(child, &status, WNOHANG);
    LG_CHECK(done >= 0);
    if (done == child) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    if (std::chrono::steady_clock::now() > end) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// A program that has read something is past its start and its set-up.
void SignalOnceEmpty(pid_t child, int pipe, int signal) {
  int waiting = 1;
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (waiting > 0 && std::chrono::steady_clock::now() < end) {
    LG_CHECK(::ioctl(pipe, FIONREAD, &waiting) == 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ::kill(child, signal);
}

// Opens what the child reads; the pipe's other end goes into `*writer`.
int StandardInput(const StandardStreams& streams, int* writer) {
  if (!streams.piped.has_value()) {
    const std::string path =
        streams.input_file.empty() ? "/dev/null" : streams.input_file;
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    LG_CHECK(fd >= 0);
    return fd;
  }
  std::array<int, 2> ends{};
  LG_CHECK(::pipe2(ends.data(), O_CLOEXEC) == 0);
  const std::string& bytes = *streams.piped;
  LG_CHECK(bytes.size() <= 65536);
  LG_CHECK(::write(ends[1], bytes.data(), bytes.size()) ==
           static_cast<ssize_t>(bytes.size()));
  *writer = ends[1];
  return ends[0];
}

}  // namespace

ProgramResult RunLoadgate(const std::vector<std::string>& arguments,
                          const StandardStreams& streams) {
  const std::string program =
      streams.program.empty() ? LG_PROGRAM : streams.program;
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  int writer = -1;
  const int input = StandardInput(streams, &writer);
  const int output = streams.output_file.empty()
                         ? MemoryFile("output")
                         : ::open(streams.output_file.c_str(),
                                  O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const int errors = MemoryFile("errors");
  LG_CHECK(output >= 0);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (streams.input_closed) {
    posix_spawn_file_actions_addclose(&actions, STDIN_FILENO);
  }
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  if (!streams.directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, streams.directory.c_str());
  }
  pid_t child = 0;
  LG_CHECK(::posix_spawn(&child, program.c_str(), &actions, nullptr,
                         argv.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  if (writer >= 0 && !streams.pipe_stays_open) ::close(writer);

  if (streams.signal != 0) SignalOnceEmpty(child, input, streams.signal);
  ProgramResult result;
  result.exit_code = ExitCode(child);
  if (streams.output_file.empty()) result.output = Contents(output);
  result.errors = Contents(errors);
  if (writer >= 0 && streams.pipe_stays_open) ::close(writer);
  for (const int fd : {input, output, errors}) ::close(fd);
  return result;
}

}  // namespace loadgate::testing_support
