// Whole folders: the files of a directory that are opened together, and a
// directory that is made with all its files or not at all.

#ifndef HARNESS_WHOLE_FOLDER_H_
#define HARNESS_WHOLE_FOLDER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/gate/craft_reply.h"
#include "loadgate/intake.h"

namespace loadgate {

// IsFolder returns whether `path` is a directory, or a link to one.
bool IsFolder(const std::string& path);

// OpenedFolder is the plain files of a directory, sorted by the bytes of their
// names, and the names of subdirectories, links and other things in it.
struct OpenedFolder {
  Directory directory;
  std::vector<std::string> names;
  std::vector<OpenedInput> files;  // One a name.
  std::vector<std::string> others;
};

// FolderLimits is what the files of a folder may be together.
struct FolderLimits {
  uint64_t bytes = 0;
  size_t files = 0;
};

// OpenWholeFolder opens the plain files of the directory at `path`, as intake
// does. On failure it returns nullopt and what is wrong in `*error`, as
// sentences fit to print behind the name of the directory.
std::optional<OpenedFolder> OpenWholeFolder(const std::string& path,
                                            const FolderLimits& limits,
                                            std::string* error);

// WriteWholeFolder makes a directory at `path` that holds `files`. What is
// there already must be an empty directory. They are written into a directory
// beside it, which takes its place once it is complete; on failure all is as it
// was. A name may not be empty, ".", ".." or another file's, nor hold a slash
// or NUL. Returns what is wrong, likewise, or nothing.
std::optional<std::string> WriteWholeFolder(
    const std::string& path, const std::vector<CraftFile>& files);

}  // namespace loadgate

#endif  // HARNESS_WHOLE_FOLDER_H_
