#include "bench/work_file.h"

#include <fcntl.h>
#include <unistd.h>

namespace loadgate::bench {
namespace {

bool WriteAll(int fd, ByteSpan bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return true;
}

}  // namespace

WorkFile::~WorkFile() { unlink(path_.c_str()); }

bool WorkFile::Write(ByteSpan bytes, uint64_t size) const {
  const int fd =
      open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  const bool written =
      WriteAll(fd, bytes) && ftruncate(fd, static_cast<off_t>(size)) == 0;
  return close(fd) == 0 && written;
}

}  // namespace loadgate::bench
