#include "loadgate/directory_list.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

namespace loadgate {
namespace {

struct DirectoryCloser {
  void operator()(DIR* stream) const { ::closedir(stream); }
};

EntryKind KindOfMode(mode_t mode) {
  if (S_ISDIR(mode)) return EntryKind::kDirectory;
  return S_ISLNK(mode) ? EntryKind::kLink : EntryKind::kOther;
}

EntryKind KindOf(int directory, const dirent& entry) {
  struct stat state = {};
  switch (entry.d_type) {
    case DT_DIR:
      return EntryKind::kDirectory;
    case DT_LNK:
      return EntryKind::kLink;
    case DT_UNKNOWN:  // Some file systems do not say.
      if (::fstatat(directory, &entry.d_name[0], &state, AT_SYMLINK_NOFOLLOW) ==
          0) {
        return KindOfMode(state.st_mode);
      }
      break;
    default:
      break;
  }
  // What it really is shows when it is opened.
  return EntryKind::kOther;
}

}  // namespace

int ListDirectory(UniqueFd fd, std::vector<DirectoryEntry>* out) {
  const std::unique_ptr<DIR, DirectoryCloser> stream(::fdopendir(fd.get()));
  if (stream == nullptr) return errno;
  const int directory = fd.Release();  // The stream's now.
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    std::string name(&entry->d_name[0]);
    if (name == "." || name == "..") continue;
    out->push_back(DirectoryEntry{std::move(name), KindOf(directory, *entry)});
  }
  const int error = errno;
  std::sort(out->begin(), out->end(),
            [](const DirectoryEntry& a, const DirectoryEntry& b) {
              return a.name < b.name;
            });
  return error;
}

}  // namespace loadgate
