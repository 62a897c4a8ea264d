// Reader: somebody else's reader, a black box that is given files.

#ifndef FUZZ_OTHER_READER_H_
#define FUZZ_OTHER_READER_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loadgate::other {

enum class Outcome {
  kAccepted,
  kRefused,
  kCrashed,
  kHung,
};

// Answer is what a reader made of one file. `detail` is the exit status, or the
// signal it died of as a negative number; 0 where there is neither.
struct Answer {
  Outcome outcome = Outcome::kRefused;
  int detail = 0;
};

// Invocation is how the reader is run.
struct Invocation {
  // The program, looked up in PATH, and its arguments; no shell. In a word "{}"
  // stands for the file; without one the file becomes the last argument.
  std::vector<std::string> words = {};
  // Whether one process reads many files: it gets a path a line on standard
  // input and answers each with the line "accepted" or "refused".
  bool serves = false;
  std::chrono::milliseconds timeout{5000};
  // Exit statuses that are crashes as well.
  std::vector<int> crash_statuses = {};
};

class Reader {
 public:
  virtual ~Reader() = default;

  // Run gives the reader the file at `path` and waits for its answer, at most
  // the timeout. A process that crashes or hangs is gone afterwards and the
  // next file gets a new one. Returns nullopt where no process can be started.
  virtual std::optional<Answer> Run(const std::string& path) = 0;

  // error says why Run returned nullopt.
  const std::string& error() const { return error_; }

 protected:
  std::string error_ = {};
};

// MakeReader returns a reader; nothing is started yet. For one that serves,
// this process ignores SIGPIPE from now on.
std::unique_ptr<Reader> MakeReader(const Invocation& invocation);

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_READER_H_
