// Progress: a line on a terminal while a long run goes on.
//
// It tells whoever waits how far it is. It is no part of the report: it goes to
// standard error, it is taken away again, and the clock it needs decides
// nothing but whether it is shown and the rate in it.

#ifndef HARNESS_PROGRESS_H_
#define HARNESS_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loadgate {

// ProgressCounts is how far a run is.
struct ProgressCounts {
  uint64_t done = 0;
  uint64_t total = 0;
  uint64_t bytes = 0;  // The sizes of the files that are done.
  uint64_t rejected = 0;
  uint64_t undecided = 0;
};

// ProgressText returns them in at most `columns` columns, such as
// "412 of 1,000 files, 1.2 GiB, 3 rejected, 2,140/s". What does not fit is left
// out, the last things first; "" if nothing does.
std::string ProgressText(const ProgressCounts& counts,
                         std::chrono::duration<double> time, size_t columns);

// Progress is the line. It is gone when the object is.
class Progress {
 public:
  // Clock is a parameter of all calls, so that tests need not wait.
  using Clock = std::chrono::steady_clock;

  // Progress writes to the terminal `fd` if `enabled`, once a run has taken a
  // second from `start` on.
  Progress(int fd, bool enabled, Clock::time_point start)
      : fd_(fd), enabled_(enabled), start_(start), shown_at_(start) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { Clear(); }

  // Show says how far the run is, at most five times a second, and never in
  // more columns than the terminal has.
  void Show(const ProgressCounts& counts, Clock::time_point now);

  // Clear takes the line away, before anything else is written to the terminal.
  void Clear();

 private:
  void Write(std::string_view text);

  int fd_;
  bool enabled_;
  Clock::time_point start_;
  Clock::time_point shown_at_;  // When it was last shown, or the start.
  bool first_ = true;
  bool visible_ = false;
};

}  // namespace loadgate

#endif  // HARNESS_PROGRESS_H_
