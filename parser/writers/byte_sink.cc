#include "loadgate/byte_sink.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "absl/status/statusor.h"
#include "loadgate/byte_source.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

constexpr size_t kChunkBytes = size_t{256} << 10;
// What is asked of the kernel at once: below 2 GiB, the most that it copies.
constexpr size_t kKernelChunkBytes = size_t{1} << 30;

absl::Status CheckRange(uint64_t offset, uint64_t length) {
  if (CheckedAdd(offset, length).has_value()) return absl::OkStatus();
  return absl::InvalidArgumentError("the range to copy ends past 2^63-1");
}

absl::Status SourceEnded() {
  return absl::DataLossError("the file to copy from ends inside the range");
}

// Whether copy_file_range does not do this pair of files, whatever the range.
bool CannotCopyInKernel(int error) {
  return error == EXDEV || error == ENOSYS || error == EOPNOTSUPP ||
         error == EINVAL || error == EBADF || error == EPERM ||
         error == ETXTBSY;
}

}  // namespace

absl::Status ByteSink::CopyRange(int fd, uint64_t offset, uint64_t length) {
  if (absl::Status status = CheckRange(offset, length); !status.ok()) {
    return status;
  }
  FileSource source(fd, kMaxFileSize);
  std::vector<std::byte> buffer(
      static_cast<size_t>(std::min<uint64_t>(length, kChunkBytes)));
  while (length > 0) {
    const std::span<std::byte> piece = std::span(buffer).first(
        static_cast<size_t>(std::min<uint64_t>(length, buffer.size())));
    const absl::StatusOr<size_t> got = source.ReadAt(offset, piece);
    if (!got.ok()) return got.status();
    if (*got < piece.size()) return SourceEnded();
    if (absl::Status status = Write(piece); !status.ok()) return status;
    offset += piece.size();
    length -= piece.size();
  }
  return absl::OkStatus();
}

absl::Status MemorySink::Write(ByteSpan bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return absl::OkStatus();
}

absl::Status DescriptorSink::Write(ByteSpan bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd_, bytes.data(), bytes.size());
    if (wrote >= 0) {
      bytes = bytes.subspan(static_cast<size_t>(wrote));
    } else if (errno != EINTR) {
      return absl::ErrnoToStatus(errno, "writing the file failed");
    }
  }
  return absl::OkStatus();
}

absl::Status DescriptorSink::CopyRange(int fd, uint64_t offset,
                                       uint64_t length) {
  if (absl::Status status = CheckRange(offset, length); !status.ok()) {
    return status;
  }
  while (length > 0) {
    auto from = static_cast<off64_t>(offset);
    const auto wanted =
        static_cast<size_t>(std::min<uint64_t>(length, kKernelChunkBytes));
    const ssize_t copied =
        ::copy_file_range(fd, &from, fd_, nullptr, wanted, 0);
    if (copied < 0 && errno == EINTR) continue;
    // Nothing copied is the end, or a file that the kernel does not copy.
    if (copied == 0 || (copied < 0 && CannotCopyInKernel(errno))) {
      return ByteSink::CopyRange(fd, offset, length);
    }
    if (copied < 0) {
      return absl::ErrnoToStatus(errno, "copying into the file failed");
    }
    offset += static_cast<uint64_t>(copied);
    length -= static_cast<uint64_t>(copied);
  }
  return absl::OkStatus();
}

}  // namespace loadgate
