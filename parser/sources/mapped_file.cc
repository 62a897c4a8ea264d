// The one file that turns an address and a length into a span: mmap(2) returns
// nothing better. The length is the one that was mapped.

#include "loadgate/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"

namespace loadgate {

absl::StatusOr<std::shared_ptr<const MappedFile>> MappedFile::Open(
    const std::string& path) {
  const int fd =
      ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return absl::ErrnoToStatus(errno, "open failed");
  auto mapped = FromDescriptor(fd);
  ::close(fd);
  return mapped;
}

absl::StatusOr<std::shared_ptr<const MappedFile>> MappedFile::FromDescriptor(
    int fd) {
  struct stat info = {};
  if (::fstat(fd, &info) != 0) {
    return absl::ErrnoToStatus(errno, "fstat failed");
  }
  if (!S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError("not a plain file");
  }
  const auto size = static_cast<uint64_t>(info.st_size);
  if (size > SIZE_MAX) {
    return absl::ResourceExhaustedError("the file does not fit in memory");
  }
  ByteSpan bytes;
  if (size > 0) {
    const auto length = static_cast<size_t>(size);
    void* start = ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, fd, 0);
    if (start == MAP_FAILED) return absl::ErrnoToStatus(errno, "mmap failed");
    bytes = ByteSpan(static_cast<const std::byte*>(start), length);
  }
  return std::shared_ptr<const MappedFile>(new MappedFile(bytes));
}

MappedFile::~MappedFile() {
  if (bytes_.empty()) return;
  ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace loadgate
