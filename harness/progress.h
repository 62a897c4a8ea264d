// Progress: a line on a terminal while a long run goes on.
//
// It tells whoever waits which input is being judged. It is no part of the
// report: it goes to standard error, it is taken away again, and the clock it
// needs decides nothing but whether it is shown.

#ifndef HARNESS_PROGRESS_H_
#define HARNESS_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace loadgate {

// Progress is the line. It is gone when the object is.
class Progress {
 public:
  // Clock is a parameter of all calls, so that tests need not wait.
  using Clock = std::chrono::steady_clock;

  // Progress writes to `fd` if `enabled`, once a run has taken a second from
  // `start` on.
  Progress(int fd, bool enabled, Clock::time_point start)
      : fd_(fd), enabled_(enabled), shown_at_(start) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { Clear(); }

  // Show says which of how many inputs is being judged, at most every so often.
  void Show(size_t number, size_t total, std::string_view path,
            Clock::time_point now);

  // Clear takes the line away, before anything else is written to the terminal.
  void Clear();

 private:
  void Write(std::string_view text);

  int fd_;
  bool enabled_;
  Clock::time_point shown_at_;  // When it was last shown, or the start.
  bool first_ = true;
  bool visible_ = false;
};

}  // namespace loadgate

#endif  // HARNESS_PROGRESS_H_
