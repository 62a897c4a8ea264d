// Descriptor: a file descriptor that is closed when it goes.

#ifndef LOADGATE_WRITERS_DESCRIPTOR_H_
#define LOADGATE_WRITERS_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace loadgate {

// Descriptor owns `fd`, or none where it is negative.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { Close(); }

  // get returns the descriptor; is_open whether there is one.
  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }

  // Close closes it now and returns whether close(2) found nothing wrong.
  bool Close() { return !is_open() || ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_ = -1;
};

}  // namespace loadgate

#endif  // LOADGATE_WRITERS_DESCRIPTOR_H_
