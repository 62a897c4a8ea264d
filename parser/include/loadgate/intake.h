// Intake: from a name to a descriptor that is safe to read.
//
// What is judged must be what is loaded later, so only plain files are taken:
// no device, pipe or socket, and no file of procfs or sysfs, whose content is
// made up as it is read. Opening never waits and has no side effect on a
// terminal. A file that changed while it was read has no verdict.
//
// A path that the user names is followed if it is a link. A link inside a
// directory is followed only if it stays in the directory all the way, or if it
// is one of a hub cache's own links from snapshots/ into blobs/.

#ifndef LOADGATE_INTAKE_H_
#define LOADGATE_INTAKE_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "loadgate/finding.h"
#include "loadgate/unique_fd.h"

namespace loadgate {

// Directory is a directory that the user named, open.
struct Directory {
  UniqueFd fd;
  std::string path;  // As the user named it.
  // Where a hub cache keeps snapshots/ and blobs/, if the directory is or
  // lies in snapshots/; else closed.
  UniqueFd hub;
  // How many folders the directory lies below snapshots/: 1 for a snapshot.
  size_t below_snapshots = 0;
};

// OpenedInput is an input that may be read.
struct OpenedInput {
  UniqueFd fd;
  // The size by fstat; nullopt for a stream.
  std::optional<uint64_t> size;
  // What fstat said when it was opened.
  struct stat state = {};
  // The name it was opened by, to see whether it still leads to the same file;
  // empty if it has none.
  int name_base = -1;
  std::string name;
};

// OpenResult is the input, or the finding that says why there is none.
using OpenResult = std::variant<OpenedInput, Finding>;

// OpenPath opens a file that the user named.
OpenResult OpenPath(const std::string& path);

// OpenStandardInput takes standard input: as a file if it is a plain file at
// its start, as a stream if it is a pipe or socket.
OpenResult OpenStandardInput();

// OpenDirectory opens a directory that the user named. Which hub cache it is
// of shows by where it really lies, however it was named. Where the system has
// no openat2(2) (Linux before 5.6, some containers) it returns a finding: the
// files in it could not be kept from leading out of it.
std::variant<Directory, Finding> OpenDirectory(const std::string& path);

// OpenEntry opens the file at `relative` beneath `directory`, which must
// outlive the result.
OpenResult OpenEntry(const Directory& directory, const std::string& relative);

// OpenSubdirectory opens the directory at `relative` beneath `directory`; no
// part of the path may be a link. On failure errno says why.
UniqueFd OpenSubdirectory(const Directory& directory,
                          const std::string& relative);

// FindChange returns a finding if the file is no longer as it was when it was
// opened, or its name no longer leads to it.
std::optional<Finding> FindChange(const OpenedInput& input);

}  // namespace loadgate

#endif  // LOADGATE_INTAKE_H_
