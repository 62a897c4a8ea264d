#include "harness/whole_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "absl/strings/str_format.h"
#include "harness/signals.h"
#include "harness/whole_file.h"
#include "loadgate/directory_list.h"
#include "loadgate/escape.h"
#include "loadgate/intake.h"
#include "loadgate/unique_fd.h"

namespace loadgate {
namespace {

constexpr mode_t kNewFolderMode = 0777;  // Less the umask.
constexpr mode_t kPermissions = 07777;
constexpr int kMostTries = 100;

std::string Failed(std::string_view what, int error) {
  return absl::StrFormat("%s: %s.", what,
                         std::generic_category().message(error));
}

std::string AboutFile(const std::string& name, std::string_view what) {
  return absl::StrFormat("'%s': %s", Escaped(name), what);
}

// The names in the open directory `fd`, sorted. Returns 0, or the error number
// that kept the list from being whole.
int ListNames(int fd, std::vector<std::string>* names) {
  UniqueFd own(::openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!own.is_open()) return errno;
  std::vector<DirectoryEntry> entries;
  const int error = ListDirectory(std::move(own), &entries);
  for (DirectoryEntry& entry : entries) names->push_back(std::move(entry.name));
  return error;
}

bool IsPlainFile(int directory, const std::string& name) {
  struct stat state = {};
  return ::fstatat(directory, name.c_str(), &state, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(state.st_mode);
}

// Opens one file of at most `*left` bytes, and takes its size off them.
std::optional<OpenedInput> OpenOne(const Directory& directory,
                                   const std::string& name, uint64_t* left,
                                   std::string* error) {
  OpenResult opened = OpenEntry(directory, name);
  if (const auto* const finding = std::get_if<Finding>(&opened)) {
    *error = AboutFile(name, finding->message);
    return std::nullopt;
  }
  auto& input = std::get<OpenedInput>(opened);
  const uint64_t size = input.size.value_or(0);
  if (size > *left) {
    *error =
        "The files together have more bytes than they may. Raise that with "
        "--max-bytes, if there is memory for several times as many.";
    return std::nullopt;
  }
  *left -= size;
  return std::move(input);
}

// What keeps `files` from standing side by side in a directory.
std::optional<std::string> WrongName(const std::vector<CraftFile>& files) {
  constexpr std::string_view kNeverThere("/\0", 2);
  std::set<std::string_view> names;
  for (const auto& [name, bytes] : files) {
    if (name.empty() || name == "." || name == ".." ||
        name.find_first_of(kNeverThere) != std::string::npos) {
      return AboutFile(name,
                       "a file of that name would not lie in the directory; "
                       "as one file, a bundle may hold it.");
    }
    if (!names.insert(name).second) {
      return AboutFile(name, "two files have that name.");
    }
  }
  return std::nullopt;
}

std::string WithoutSlashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// What is in the way of a directory at `path`, whose mode goes to `*mode` if it
// is there.
std::optional<std::string> InTheWay(const std::string& path, mode_t* mode) {
  struct stat there = {};
  if (::lstat(path.c_str(), &there) != 0) {
    if (errno == ENOENT) return std::nullopt;
    return Failed("It cannot be examined", errno);
  }
  if (!S_ISDIR(there.st_mode)) {
    return "It is there and no directory. A set's files need a new or empty "
           "one.";
  }
  const UniqueFd fd(
      ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  std::vector<std::string> names;
  const int error = fd.is_open() ? ListNames(fd.get(), &names) : errno;
  if (error != 0) return Failed("The directory cannot be read", error);
  if (!names.empty()) {
    return "The directory is not empty. A set's files need a new or empty one.";
  }
  *mode = there.st_mode & kPermissions;
  return std::nullopt;
}

// A directory beside another that is gone unless it took the other's place.
class FolderBeside {
 public:
  explicit FolderBeside(const std::string& path) {
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    for (int i = 0; i < kMostTries; ++i) {
      name_ = absl::StrFormat("%s.loadgate-%d-%d", folder, ::getpid(), i);
      error_ = ::mkdir(name_.c_str(), kNewFolderMode) == 0 ? 0 : errno;
      if (error_ != EEXIST) break;
    }
  }
  ~FolderBeside() {
    if (error_ != 0 || moved_) return;
    for (const std::string& file : files_) ::unlink(file.c_str());
    ::rmdir(name_.c_str());
  }
  FolderBeside(const FolderBeside&) = delete;
  FolderBeside& operator=(const FolderBeside&) = delete;

  int error() const { return error_; }

  std::optional<std::string> Write(const CraftFile& file) {
    files_.push_back(name_ + "/" + file.name);
    const auto wrong = WriteWholeFile(files_.back(), file.bytes);
    if (!wrong.has_value()) return std::nullopt;
    return AboutFile(file.name, *wrong);
  }

  void SetMode(mode_t mode) { ::chmod(name_.c_str(), mode); }

  bool MoveTo(const std::string& path) {
    moved_ = std::rename(name_.c_str(), path.c_str()) == 0;
    return moved_;
  }

 private:
  std::string name_;
  std::vector<std::string> files_;
  int error_ = 0;
  bool moved_ = false;
};

}  // namespace

bool IsFolder(const std::string& path) {
  struct stat state = {};
  return ::stat(path.c_str(), &state) == 0 && S_ISDIR(state.st_mode);
}

std::optional<OpenedFolder> OpenWholeFolder(const std::string& path,
                                            const FolderLimits& limits,
                                            std::string* error) {
  std::variant<Directory, Finding> opened = OpenDirectory(path);
  if (const auto* const finding = std::get_if<Finding>(&opened)) {
    *error = finding->message;
    return std::nullopt;
  }
  OpenedFolder folder;
  folder.directory = std::get<Directory>(std::move(opened));
  std::vector<std::string> names;
  const int wrong = ListNames(folder.directory.fd.get(), &names);
  if (wrong != 0) {
    *error = Failed("The directory cannot be read", wrong);
    return std::nullopt;
  }
  uint64_t left = limits.bytes;
  for (std::string& name : names) {
    if (!IsPlainFile(folder.directory.fd.get(), name)) {
      folder.others.push_back(std::move(name));
      continue;
    }
    if (folder.files.size() == limits.files) {
      *error = absl::StrFormat(
          "It has more than %u plain files, which is as many as are read "
          "together.",
          limits.files);
      return std::nullopt;
    }
    auto file = OpenOne(folder.directory, name, &left, error);
    if (!file.has_value()) return std::nullopt;
    folder.files.push_back(*std::move(file));
    folder.names.push_back(std::move(name));
  }
  return folder;
}

std::optional<std::string> WriteWholeFolder(
    const std::string& path, const std::vector<CraftFile>& files) {
  if (auto wrong = WrongName(files)) return wrong;
  const std::string target = WithoutSlashes(path);
  mode_t there = 0;  // Of one that is there.
  if (auto wrong = InTheWay(target, &there)) return wrong;
  FolderBeside folder(target);
  if (folder.error() != 0) {
    return Failed("No directory can be made beside it", folder.error());
  }
  for (const CraftFile& file : files) {
    if (auto wrong = folder.Write(file)) return wrong;
    if (Interrupted()) return "A signal came; nothing was written.";
  }
  if (there != 0) folder.SetMode(there);
  if (!folder.MoveTo(target)) {
    return Failed("The directory that was made cannot be given its name",
                  errno);
  }
  return std::nullopt;
}

}  // namespace loadgate
