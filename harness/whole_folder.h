// Whole folders: the files of a directory that are read into memory together,
// and a directory that is made with all its files or not at all.

#ifndef HARNESS_WHOLE_FOLDER_H_
#define HARNESS_WHOLE_FOLDER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loadgate {

// FolderFile is one file of a folder.
struct FolderFile {
  std::string name;
  std::string bytes;
};

// IsFolder returns whether `path` is a directory, or a link to one.
bool IsFolder(const std::string& path);

// ReadWholeFolder returns the plain files of the directory at `path`, sorted by
// the bytes of their names; of subdirectories, links and other things it puts
// the names into `*others`. The files have no more than `most_bytes` together.
// On failure it returns nullopt and what is wrong in `*error`, as sentences fit
// to print behind the name of the directory.
std::optional<std::vector<FolderFile>> ReadWholeFolder(
    const std::string& path, uint64_t most_bytes,
    std::vector<std::string>* others, std::string* error);

// WriteWholeFolder makes a directory at `path` that holds `files`. What is
// there already must be an empty directory. They are written into a directory
// beside it, which takes its place once it is complete; on failure all is as it
// was. A name may not be empty, ".", ".." or another file's, nor hold a slash
// or NUL. Returns what is wrong, likewise, or nothing.
std::optional<std::string> WriteWholeFolder(
    const std::string& path, const std::vector<FolderFile>& files);

}  // namespace loadgate

#endif  // HARNESS_WHOLE_FOLDER_H_
