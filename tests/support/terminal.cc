#include "tests/support/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "loadgate/check.h"

namespace loadgate::testing_support {
namespace {

constexpr int kPatience = 60'000;

}  // namespace

Terminal::Terminal(unsigned short columns)
    : fd_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
  if (!is_open()) return;
  winsize size = {};
  size.ws_row = 24;
  size.ws_col = columns;
  if (::grantpt(fd_) != 0 || ::unlockpt(fd_) != 0 ||
      ::ioctl(fd_, TIOCSWINSZ, &size) != 0) {
    Close();
    return;
  }
  name_ = ::ptsname(fd_);
}

void Terminal::Type(std::string_view keys) const {
  LG_CHECK(::write(fd_, keys.data(), keys.size()) ==
           static_cast<ssize_t>(keys.size()));
}

std::string Terminal::Read() const {
  pollfd polled = {fd_, POLLIN, 0};
  if (::poll(&polled, 1, kPatience) != 1) return "";
  std::array<char, 4096> piece{};
  const ssize_t got = ::read(fd_, piece.data(), piece.size());
  return got <= 0 ? "" : std::string(piece.data(), static_cast<size_t>(got));
}

void Terminal::Close() {
  if (is_open()) ::close(fd_);
  fd_ = -1;
}

}  // namespace loadgate::testing_support
