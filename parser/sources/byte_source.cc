#include "loadgate/byte_source.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "absl/status/status.h"
#include "loadgate/check.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

constexpr size_t kSkipBytes = 64 * 1024;

// Calls `read_some` (as read(2) does, into the rest of `out`) until `least`
// bytes are there or the bytes end.
template <typename Call>
absl::StatusOr<size_t> ReadAtLeast(std::span<std::byte> out, size_t least,
                                   Call&& read_some) {
  LG_CHECK(least <= out.size());
  size_t done = 0;
  while (done < least) {
    const ssize_t got = read_some(out.subspan(done), done);
    if (got == 0) break;
    if (got > 0) {
      done += static_cast<size_t>(got);
    } else if (errno != EINTR) {
      return absl::ErrnoToStatus(errno, "reading the file failed");
    }
  }
  return done;
}

}  // namespace

absl::StatusOr<size_t> MemorySource::ReadSome(uint64_t offset,
                                              std::span<std::byte> out,
                                              size_t) {
  Cursor cursor(bytes_);
  if (!cursor.Skip(offset)) return size_t{0};
  const size_t length = std::min(out.size(), cursor.remaining());
  std::ranges::copy(cursor.rest().first(length), out.begin());
  return length;
}

absl::StatusOr<size_t> FileSource::ReadSome(uint64_t offset,
                                            std::span<std::byte> out,
                                            size_t least) {
  return ReadAtLeast(out, least, [&](std::span<std::byte> rest, size_t done) {
    return ::pread(fd_, rest.data(), rest.size(),
                   static_cast<off_t>(offset + done));
  });
}

absl::StatusOr<size_t> StreamSource::ReadOn(std::span<std::byte> out,
                                            size_t least) {
  if (size_.has_value()) return size_t{0};
  const absl::StatusOr<size_t> got =
      ReadAtLeast(out, least, [&](std::span<std::byte> rest, size_t) {
        return ::read(fd_, rest.data(), rest.size());
      });
  if (!got.ok()) return got;
  position_ += *got;
  if (*got < least) size_ = position_;
  return got;
}

absl::StatusOr<size_t> StreamSource::ReadSome(uint64_t offset,
                                              std::span<std::byte> out,
                                              size_t least) {
  if (offset < position_) {
    return absl::FailedPreconditionError("a stream cannot go back");
  }
  std::array<std::byte, kSkipBytes> skipped;
  while (position_ < offset && !size_.has_value()) {
    const uint64_t step = std::min<uint64_t>(offset - position_, kSkipBytes);
    const auto got =
        ReadOn(std::span(skipped).first(static_cast<size_t>(step)), 1);
    if (!got.ok()) return got;
  }
  return ReadOn(out, least);
}

}  // namespace loadgate
