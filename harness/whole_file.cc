#include "harness/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "harness/output.h"
#include "loadgate/unique_fd.h"

namespace loadgate {
namespace {

constexpr mode_t kNewFileMode = 0666;  // Less the umask.
constexpr mode_t kPermissions = 0777;
constexpr int kMostTries = 100;

std::string Failed(std::string_view what, int error) {
  return absl::StrFormat("%s: %s.", what,
                         std::generic_category().message(error));
}

// Writes to a descriptor and closes it.
std::optional<std::string> WriteAndClose(UniqueFd fd, std::string_view bytes) {
  Output output(fd.get());
  output.Write(bytes);
  output.Flush();
  int error = output.error();
  if (::close(fd.Release()) != 0 && error == 0) error = errno;
  if (error == 0) return std::nullopt;
  return Failed("It could not be written", error);
}

// A file beside another that is gone unless it took the other's place.
class FileBeside {
 public:
  explicit FileBeside(const std::string& path) {
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    for (int i = 0; i < kMostTries && !fd_.is_open(); ++i) {
      name_ = absl::StrFormat("%s.loadgate-%d-%d", folder, ::getpid(), i);
      fd_ = UniqueFd(::open(
          name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
          kNewFileMode));
      if (!fd_.is_open() && errno != EEXIST) break;
    }
    error_ = fd_.is_open() ? 0 : errno;
  }
  ~FileBeside() {
    if (error_ == 0 && !moved_) ::unlink(name_.c_str());
  }
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  int error() const { return error_; }
  UniqueFd& fd() { return fd_; }

  bool MoveTo(const std::string& path) {
    moved_ = std::rename(name_.c_str(), path.c_str()) == 0;
    return moved_;
  }

 private:
  UniqueFd fd_;
  std::string name_;
  int error_ = 0;
  bool moved_ = false;
};

std::optional<std::string> WriteInPlace(const std::string& path,
                                        std::string_view bytes) {
  UniqueFd fd(::open(path.c_str(),
                     O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_CLOEXEC,
                     kNewFileMode));
  if (!fd.is_open()) return Failed("It cannot be opened for writing", errno);
  return WriteAndClose(std::move(fd), bytes);
}

}  // namespace

std::optional<std::string> WriteWholeFile(const std::string& path,
                                          std::string_view bytes) {
  struct stat there = {};
  const bool exists = ::lstat(path.c_str(), &there) == 0;
  if (exists && !S_ISREG(there.st_mode)) return WriteInPlace(path, bytes);
  if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
    return Failed("It may not be written over", errno);
  }
  FileBeside file(path);
  if (file.error() != 0) {
    return Failed("No file can be made in its folder", file.error());
  }
  if (exists) ::fchmod(file.fd().get(), there.st_mode & kPermissions);
  if (auto wrong = WriteAndClose(std::move(file.fd()), bytes)) return wrong;
  if (!file.MoveTo(path)) {
    return Failed("The file that was made cannot be given its name", errno);
  }
  return std::nullopt;
}

}  // namespace loadgate
