#include "loadgate/intake.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "sources/links.h"

namespace loadgate {
namespace {

constexpr __u64 kStayBeneath =
    __u64{RESOLVE_BENEATH} | __u64{RESOLVE_NO_MAGICLINKS};

constexpr int kOpenFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

// File systems whose plain files are made up by the kernel as they are read.
constexpr std::array<uint64_t, 9> kPseudoFileSystems = {
    PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,
    TRACEFS_MAGIC,    CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC,
    SECURITYFS_MAGIC, BPF_FS_MAGIC,       EFIVARFS_MAGIC};

Finding NotReadable(std::string_view what, int error) {
  return MakeFinding(
      Code::kInputNotReadable,
      absl::StrFormat("%s: %s.", what, std::generic_category().message(error)));
}

Finding NotAFile(std::string_view what, std::string_view input = "It") {
  return MakeFinding(Code::kInputNotAFile,
                     absl::StrFormat("%s is %s.", input, what));
}

std::string_view KindOf(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR:
      return "a directory";
    case S_IFIFO:
      return "a named pipe";
    case S_IFSOCK:
      return "a socket";
    case S_IFCHR:
    case S_IFBLK:
      return "a device";
    default:
      return "no plain file";
  }
}

bool IsPseudoFile(int fd) {
  struct statfs file_system = {};
  // Where it cannot be asked, it cannot be trusted either.
  if (::fstatfs(fd, &file_system) != 0) return true;
  const auto type = static_cast<uint64_t>(file_system.f_type);
  return std::find(kPseudoFileSystems.begin(), kPseudoFileSystems.end(),
                   type) != kPseudoFileSystems.end();
}

// Vets a descriptor that was just opened, by a name relative to `name_base`.
OpenResult Vet(UniqueFd fd, int name_base, std::string name) {
  OpenedInput input{.fd = std::move(fd),
                    .size = std::nullopt,
                    .state = {},
                    .name_base = name_base,
                    .name = std::move(name)};
  if (::fstat(input.fd.get(), &input.state) != 0) {
    return NotReadable("The file cannot be examined", errno);
  }
  if (!S_ISREG(input.state.st_mode)) {
    return NotAFile(KindOf(input.state.st_mode));
  }
  if (IsPseudoFile(input.fd.get())) {
    return NotAFile("a pseudo-file of the kernel");
  }
  if (input.state.st_size < 0) {
    return NotReadable("The file's size makes no sense", EOVERFLOW);
  }
  input.size = static_cast<uint64_t>(input.state.st_size);
  return input;
}

// Opens `relative` beneath `base`, leaving it by no ".." or link.
UniqueFd OpenBeneath(int base, const std::string& relative, int flags,
                     __u64 resolve) {
  open_how how = {};
  how.flags = static_cast<__u64>(flags);
  how.resolve = resolve | kStayBeneath;
  return UniqueFd(static_cast<int>(
      ::syscall(SYS_openat2, base, relative.c_str(), &how, sizeof(how))));
}

// Without openat2(2) nothing keeps a link from leading out of a directory, so
// none is looked into. Says so once, and not for each of its files.
std::optional<Finding> NoConfinement(int directory) {
  if (OpenBeneath(directory, ".", O_PATH | O_DIRECTORY | O_CLOEXEC, 0)
          .is_open() ||
      (errno != ENOSYS && errno != EPERM)) {
    return std::nullopt;
  }
  return MakeFinding(Code::kInputNotConfined,
                     absl::StrFormat("The system refuses openat2(2): %s.",
                                     std::generic_category().message(errno)));
}

// Why `relative` could not be opened.
Finding CannotOpen(int base, const std::string& relative, int error) {
  // A socket, or a device without a driver, cannot be opened at all.
  if (error == ENXIO) return NotAFile("a socket or device");
  const std::optional<Finding> broken = BrokenLink(base, relative, error);
  return broken.has_value() ? *broken
                            : NotReadable("The file cannot be opened", error);
}

bool SameState(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
         a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
         a.st_mtim.tv_nsec == b.st_mtim.tv_nsec &&
         a.st_ctim.tv_sec == b.st_ctim.tv_sec &&
         a.st_ctim.tv_nsec == b.st_ctim.tv_nsec;
}

}  // namespace

OpenResult OpenPath(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), kOpenFlags));
  if (!fd.is_open()) return CannotOpen(AT_FDCWD, path, errno);
  return Vet(std::move(fd), AT_FDCWD, path);
}

OpenResult OpenStandardInput() {
  UniqueFd fd(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  struct stat state = {};
  if (!fd.is_open() || ::fstat(fd.get(), &state) != 0) {
    return NotReadable("Standard input cannot be read", errno);
  }
  const int flags = ::fcntl(fd.get(), F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) == O_WRONLY) {
    return MakeFinding(Code::kInputNotReadable,
                       "Standard input is closed, or not open for reading.");
  }
  const bool at_start = ::lseek(fd.get(), 0, SEEK_CUR) == 0;
  if (S_ISREG(state.st_mode) && at_start) return Vet(std::move(fd), -1, "");
  constexpr std::string_view kInput = "Standard input";
  if (::isatty(fd.get()) == 1) return NotAFile("a terminal", kInput);
  // A plain file that was read from already goes on where it stands.
  const bool stream = S_ISFIFO(state.st_mode) || S_ISSOCK(state.st_mode) ||
                      S_ISREG(state.st_mode);
  if (!stream) return NotAFile(KindOf(state.st_mode), kInput);
  return OpenedInput{.fd = std::move(fd),
                     .size = std::nullopt,
                     .state = state,
                     .name_base = -1,
                     .name = ""};
}

std::variant<Directory, Finding> OpenDirectory(const std::string& path) {
  Directory directory{
      .fd = UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
      .path = path,
      .hub = UniqueFd(),
      .below_snapshots = 0};
  if (!directory.fd.is_open()) {
    return NotReadable("The directory cannot be opened", errno);
  }
  if (auto refused = NoConfinement(directory.fd.get())) return *refused;
  FindHub(&directory);
  return directory;
}

OpenResult OpenEntry(const Directory& directory, const std::string& relative) {
  const int base = directory.fd.get();
  UniqueFd fd = OpenBeneath(base, relative, kOpenFlags, 0);
  if (!fd.is_open() && errno == EXDEV) {
    if (!directory.hub.is_open()) return LinkLeaves(directory, relative);
    const std::optional<std::string> blob = HubBlob(directory, relative);
    if (!blob.has_value()) return LinkLeaves(directory, relative);
    fd = OpenBeneath(directory.hub.get(), *blob, kOpenFlags,
                     RESOLVE_NO_SYMLINKS);
    if (!fd.is_open() && errno == ELOOP) return LinkLeaves(directory, relative);
  }
  if (!fd.is_open()) return CannotOpen(base, relative, errno);
  return Vet(std::move(fd), base, relative);
}

UniqueFd OpenSubdirectory(const Directory& directory,
                          const std::string& relative) {
  return OpenBeneath(directory.fd.get(), relative,
                     O_RDONLY | O_DIRECTORY | O_CLOEXEC, RESOLVE_NO_SYMLINKS);
}

std::optional<Finding> FindChange(const OpenedInput& input) {
  if (!input.size.has_value()) return std::nullopt;  // A stream has no state.
  struct stat now = {};
  bool same = ::fstat(input.fd.get(), &now) == 0 && SameState(input.state, now);
  if (same && !input.name.empty()) {
    same = ::fstatat(input.name_base, input.name.c_str(), &now, 0) == 0 &&
           SameState(input.state, now);
  }
  if (same) return std::nullopt;
  return MakeFinding(Code::kInputChanged,
                     "The file is no longer as it was when it was opened.");
}

}  // namespace loadgate
