// Links in a directory: which of them may be followed, and what is wrong with
// the others.

#ifndef LOADGATE_SOURCES_LINKS_H_
#define LOADGATE_SOURCES_LINKS_H_

#include <optional>
#include <string>

#include "loadgate/finding.h"
#include "loadgate/intake.h"

namespace loadgate {

// FindHub finds the hub cache that an open directory is in: the innermost
// folder snapshots/ that it really is or lies in and that has a folder blobs/
// beside it. Without one the directory's `hub` stays closed.
void FindHub(Directory* directory);

// HubBlob returns "blobs/HASH" if `relative` is a link as a hub cache makes
// them: one ".." to leave each folder it is in, up to the one that holds
// snapshots/, then blobs/ and a hash of 40 or 64 digits.
std::optional<std::string> HubBlob(const Directory& directory,
                                   const std::string& relative);

// LinkLeaves returns the finding about a link that leads out of the directory,
// which says so if it leads back into it.
Finding LinkLeaves(const Directory& directory, const std::string& relative);

// BrokenLink returns the finding about `relative`, beneath the open directory
// `base`, which could not be opened for the reason that `error` gives: nullopt
// if that is not for being a link without a file at its end.
std::optional<Finding> BrokenLink(int base, const std::string& relative,
                                  int error);

}  // namespace loadgate

#endif  // LOADGATE_SOURCES_LINKS_H_
