#include "sources/links.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "base/message.h"

namespace loadgate {
namespace {

namespace fs = std::filesystem;

bool IsLowerHex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

// What the link `relative` holds; nullopt if it is none.
std::optional<std::string> LinkTarget(int base, const std::string& relative) {
  std::array<char, PATH_MAX> buffer{};
  const ssize_t length =
      ::readlinkat(base, relative.c_str(), buffer.data(), buffer.size());
  if (length < 0) return std::nullopt;
  return std::string(buffer.data(), static_cast<size_t>(length));
}

// Whether `path`, its links followed, lies in `directory`.
bool LiesIn(const fs::path& path, const fs::path& directory) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  if (error) return false;
  const fs::path root = fs::canonical(directory, error);
  if (error) return false;
  return std::mismatch(root.begin(), root.end(), whole.begin(), whole.end())
             .first == root.end();
}

// Opens what lies `up` from the directory as its hub cache, if that has a
// folder blobs/.
bool OpenHub(const std::string& up, Directory* directory) {
  UniqueFd hub(::openat(directory->fd.get(), up.c_str(),
                        O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat state = {};
  if (!hub.is_open() ||
      ::fstatat(hub.get(), "blobs", &state, AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISDIR(state.st_mode)) {
    return false;
  }
  directory->hub = std::move(hub);
  return true;
}

}  // namespace

void FindHub(Directory* directory) {
  std::error_code error;
  fs::path folder = fs::canonical(directory->path, error);
  if (error) return;
  std::string up = "..";
  for (size_t below = 0; folder != folder.root_path(); ++below) {
    if (folder.filename() == "snapshots" && OpenHub(up, directory)) {
      directory->below_snapshots = below;
      return;
    }
    folder = folder.parent_path();
    up += "/..";
  }
}

std::optional<std::string> HubBlob(const Directory& directory,
                                   const std::string& relative) {
  const std::optional<std::string> link =
      LinkTarget(directory.fd.get(), relative);
  if (!link.has_value()) return std::nullopt;
  std::string_view target = *link;
  const auto folders = std::count(relative.begin(), relative.end(), '/');
  const size_t ups =
      static_cast<size_t>(folders) + directory.below_snapshots + 1;
  for (size_t up = 0; up < ups; ++up) {
    if (!target.starts_with("../")) return std::nullopt;
    target.remove_prefix(3);
  }
  std::string blob(target);
  if (!target.starts_with("blobs/")) return std::nullopt;
  target.remove_prefix(6);
  const bool hash = (target.size() == 40 || target.size() == 64) &&
                    std::all_of(target.begin(), target.end(), IsLowerHex);
  if (!hash) return std::nullopt;
  return blob;
}

Finding LinkLeaves(const Directory& directory, const std::string& relative) {
  const std::string target =
      Quoted(LinkTarget(directory.fd.get(), relative).value_or(""));
  const bool returns =
      LiesIn(fs::path(directory.path) / relative, directory.path);
  return MakeFinding(
      Code::kLinkLeavesDirectory,
      returns ? absl::StrFormat("The link to %s leads out of the directory "
                                "and back into it; where the directory is "
                                "moved, it leads elsewhere.",
                                target)
              : absl::StrFormat("The link to %s leads out of the directory.",
                                target));
}

std::optional<Finding> BrokenLink(int base, const std::string& relative,
                                  int error) {
  const bool broken = error == ENOENT || error == ELOOP;
  const std::optional<std::string> target =
      broken ? LinkTarget(base, relative) : std::nullopt;
  if (!target.has_value()) return std::nullopt;
  return MakeFinding(
      Code::kLinkBroken,
      absl::StrFormat("The link to %s leads %s.", Quoted(*target),
                      error == ENOENT ? "to nothing" : "in a circle"));
}

}  // namespace loadgate
