// Process: a child process in a group of its own.

#ifndef FUZZ_OTHER_PROCESS_H_
#define FUZZ_OTHER_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace loadgate::other {

class Process {
 public:
  Process() = default;
  ~Process() { Kill(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Start runs `words` with what it prints thrown away, and `input` and
  // `output` as standard input and output; -1 stands for /dev/null. Returns
  // whether it could be started; if not, errno says why. None may be running.
  bool Start(const std::vector<std::string>& words, int input, int output);

  bool running() const { return pid_ > 0; }

  // Wait waits for the process to end, at most `timeout`. Returns its exit
  // status, or its signal as a negative number; nullopt if it goes on.
  std::optional<int> Wait(std::chrono::milliseconds timeout);

  // Kill ends the process and the group it leads, if it is running.
  void Kill();

 private:
  pid_t pid_ = 0;
};

// WaitReadable returns whether there is something to read from `fd`, or its end
// is reached, within `timeout`.
bool WaitReadable(int fd, std::chrono::milliseconds timeout);

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_PROCESS_H_
