// The entries of a directory, in an order that does not depend on the file
// system.

#ifndef LOADGATE_DIRECTORY_LIST_H_
#define LOADGATE_DIRECTORY_LIST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "loadgate/unique_fd.h"

namespace loadgate {

// EntryKind is what a directory says an entry is, links not followed.
enum class EntryKind : uint8_t { kDirectory, kLink, kOther };

struct DirectoryEntry {
  std::string name;  // Raw.
  EntryKind kind = EntryKind::kOther;
};

// ListDirectory adds the entries of the directory `fd` to `*out`, "." and ".."
// aside, sorted by the bytes of their names. It returns 0, or the error number
// that kept the list from being whole.
int ListDirectory(UniqueFd fd, std::vector<DirectoryEntry>* out);

}  // namespace loadgate

#endif  // LOADGATE_DIRECTORY_LIST_H_
