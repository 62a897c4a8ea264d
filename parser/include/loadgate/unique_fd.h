// UniqueFd: a file descriptor that is closed once.
//
// Descriptors are what an input is read by, so one that leaks, or is closed
// twice and by then is another file's, would make a verdict about the wrong
// bytes. They are handed on by moving.

#ifndef LOADGATE_UNIQUE_FD_H_
#define LOADGATE_UNIQUE_FD_H_

#include <unistd.h>

#include <utility>

namespace loadgate {

class UniqueFd {
 public:
  // UniqueFd takes over `fd`; a negative one is none.
  explicit UniqueFd(int fd = -1) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~UniqueFd() { Close(); }

  // get returns the descriptor, which stays ours.
  int get() const { return fd_; }

  // is_open returns whether there is one.
  bool is_open() const { return fd_ >= 0; }

  // Close closes it now and returns whether close(2) found nothing wrong.
  bool Close() { return !is_open() || ::close(std::exchange(fd_, -1)) == 0; }

  // Release gives the descriptor away.
  int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

}  // namespace loadgate

#endif  // LOADGATE_UNIQUE_FD_H_
