// RunningProgram: the built program, while it runs.
//
// What it leaves behind comes to light: the processes of a program that ends
// become children of the test, which is why one test has one program at a time.

#ifndef TESTS_SANDBOX_RUNNING_PROGRAM_H_
#define TESTS_SANDBOX_RUNNING_PROGRAM_H_

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "loadgate/unique_fd.h"

namespace loadgate::testing_support {

// ProgramStreams is where standard output and standard error go, if they are
// not to be kept.
struct ProgramStreams {
  // A descriptor that standard output is sent to.
  int output = -1;
  // A terminal for standard error, and for standard output without `output`. It
  // becomes that of the program's session.
  std::string terminal = {};
};

class RunningProgram {
 public:
  // RunningProgram starts `loadgate` with these arguments in `directory`.
  RunningProgram(std::vector<std::string> arguments,
                 const std::string& directory,
                 const ProgramStreams& streams = {});

  // ~RunningProgram kills it, and what it left behind.
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  pid_t pid() const { return pid_; }

  // Zygote returns the zygote if there is one now, or -1; with its program's
  // name already, since until then it is the program itself.
  pid_t Zygote() const;

  // Send sends the program a signal.
  void Send(int signal);

  // HasEnded returns whether it has ended.
  bool HasEnded();

  // Wait waits for its end, and returns the exit code, or -N if it died of
  // signal N; nullopt when it has not ended in `time`.
  std::optional<int> Wait(std::chrono::milliseconds time);

  // LeavesNothing returns whether all that it started is gone, at the latest
  // after a while. It is for programs that have ended.
  static bool LeavesNothing();

  // Output and Errors return what has been written so far and is kept.
  std::string Output() const;
  std::string Errors() const;

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
  UniqueFd output_;
  UniqueFd errors_;
};

}  // namespace loadgate::testing_support

#endif  // TESTS_SANDBOX_RUNNING_PROGRAM_H_
