// WriteAll: all bytes to a descriptor that takes some at a time.

#ifndef HARNESS_WRITE_ALL_H_
#define HARNESS_WRITE_ALL_H_

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

namespace loadgate {

// WriteAll writes `bytes` to `fd` and returns whether all went there.
inline bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written > 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace loadgate

#endif  // HARNESS_WRITE_ALL_H_
