#include "loadgate/atomic_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "loadgate/escape.h"
#include "loadgate/unique_fd.h"

namespace loadgate {
namespace {

constexpr int kTries = 100;

absl::Status SystemError(std::string_view what, std::string_view path) {
  const int error = errno;
  return absl::ErrnoToStatus(
      error, absl::StrFormat("%s %s", what, EscapedQuoted(path)));
}

absl::StatusOr<std::string> TemporaryName() {
  uint64_t number = 0;
  if (::getrandom(&number, sizeof(number), 0) != sizeof(number)) {
    return absl::ErrnoToStatus(errno, "no random number for a name");
  }
  return absl::StrFormat(".loadgate-%016x.tmp", number);
}

// Interrupted calls are made again.
template <typename Call>
int Retry(Call&& call) {
  int result = 0;
  do {
    result = call();
  } while (result < 0 && errno == EINTR);
  return result;
}

}  // namespace

struct AtomicFile::Place {
  UniqueFd directory;
  UniqueFd file;
  std::string name;       // In the directory.
  std::string temporary;  // In the directory; empty once it is gone.

  // What is at the name: its mode, if it is a plain file.
  absl::StatusOr<std::optional<mode_t>> ModeInPlace() const;
  absl::Status MakeTemporary(uint32_t mode);
};

absl::StatusOr<std::optional<mode_t>> AtomicFile::Place::ModeInPlace() const {
  struct stat there = {};
  if (::fstatat(directory.get(), name.c_str(), &there, AT_SYMLINK_NOFOLLOW) !=
      0) {
    if (errno == ENOENT) return std::optional<mode_t>();
    return SystemError("cannot look at", name);
  }
  if (S_ISDIR(there.st_mode)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s is a directory", EscapedQuoted(name)));
  }
  if (!S_ISREG(there.st_mode)) return std::optional<mode_t>();
  return std::optional<mode_t>(there.st_mode & 0777);
}

absl::Status AtomicFile::Place::MakeTemporary(uint32_t mode) {
  for (int i = 0; i < kTries; ++i) {
    absl::StatusOr<std::string> candidate = TemporaryName();
    if (!candidate.ok()) return candidate.status();
    file = UniqueFd(Retry([&] {
      return ::openat(directory.get(), candidate->c_str(),
                      O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                      static_cast<mode_t>(mode & 0777));
    }));
    if (file.is_open()) {
      temporary = *std::move(candidate);
      return absl::OkStatus();
    }
    if (errno != EEXIST) break;
  }
  return SystemError("cannot make a temporary file beside", name);
}

absl::StatusOr<std::unique_ptr<AtomicFile>> AtomicFile::Create(
    const std::string& path, uint32_t mode) {
  const size_t slash = path.rfind('/');
  auto place = std::make_unique<Place>();
  place->name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (place->name.empty() || place->name == "." || place->name == ".." ||
      path.find('\0') != std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s names no file", EscapedQuoted(path)));
  }
  const std::string directory =
      slash == std::string::npos ? "." : path.substr(0, slash + 1);
  place->directory = UniqueFd(Retry([&] {
    return ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }));
  if (!place->directory.is_open()) {
    return SystemError("cannot open the directory", directory);
  }
  const auto old_mode = place->ModeInPlace();
  if (!old_mode.ok()) return old_mode.status();
  const absl::Status made = place->MakeTemporary(mode);
  if (!made.ok()) return made;
  std::unique_ptr<AtomicFile> file(new AtomicFile(path, std::move(place)));
  if (old_mode->has_value() &&
      ::fchmod(file->place_->file.get(), **old_mode) != 0) {
    return SystemError("cannot set the permissions of", path);
  }
  return file;
}

AtomicFile::AtomicFile(std::string path, std::unique_ptr<Place> place)
    : path_(std::move(path)), place_(std::move(place)) {}

AtomicFile::~AtomicFile() {
  if (place_->temporary.empty()) return;
  ::unlinkat(place_->directory.get(), place_->temporary.c_str(), 0);
}

absl::Status AtomicFile::CheckWriting() const {
  if (state_ == State::kWriting) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrFormat("%s is no longer written to", EscapedQuoted(path_)));
}

absl::Status AtomicFile::Note(absl::Status status) {
  if (!status.ok()) state_ = State::kFailed;
  return status;
}

absl::Status AtomicFile::Write(ByteSpan bytes) {
  if (absl::Status status = CheckWriting(); !status.ok()) return status;
  return Note(DescriptorSink(place_->file.get()).Write(bytes));
}

absl::Status AtomicFile::CopyRange(int fd, uint64_t offset, uint64_t length) {
  if (absl::Status status = CheckWriting(); !status.ok()) return status;
  return Note(DescriptorSink(place_->file.get()).CopyRange(fd, offset, length));
}

absl::Status AtomicFile::Seal() {
  if (absl::Status status = CheckWriting(); !status.ok()) return status;
  const int synced = Retry([&] { return ::fsync(place_->file.get()); });
  if (synced != 0) return Note(SystemError("cannot make durable", path_));
  if (!place_->file.Close()) return Note(SystemError("cannot close", path_));
  state_ = State::kSealed;
  return absl::OkStatus();
}

absl::Status AtomicFile::Commit() {
  if (state_ == State::kWriting) {
    if (absl::Status status = Seal(); !status.ok()) return status;
  }
  if (state_ != State::kSealed) return CheckWriting();
  const int directory = place_->directory.get();
  if (::renameat(directory, place_->temporary.c_str(), directory,
                 place_->name.c_str()) != 0) {
    return Note(SystemError("cannot put in place", path_));
  }
  place_->temporary.clear();
  state_ = State::kCommitted;
  if (Retry([&] { return ::fsync(directory); }) != 0) {
    return SystemError("cannot make durable the directory of", path_);
  }
  return absl::OkStatus();
}

}  // namespace loadgate
