// Git LFS pointers: what a repository holds in the place of a large file.
//
// Source: the Git LFS specification, docs/spec.md, version 1: lines of a key, a
// space and a value; "version" comes first, the others in order of the
// alphabet; all of it shorter than 1,024 bytes.

#ifndef LOADGATE_FORMATS_LFS_POINTER_H_
#define LOADGATE_FORMATS_LFS_POINTER_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "loadgate/bytes.h"

namespace loadgate {

// LfsPointer is what a pointer says of the file that it stands for.
struct LfsPointer {
  // The hash's 64 hexadecimal digits, or empty where the pointer names no
  // SHA-256. It views the bytes.
  std::string_view sha256;
  // The size in bytes; nullopt where it is no decimal number below 2^64.
  std::optional<uint64_t> size;
  // Whether a byte-order mark or white space stands before the version line.
  // No pointer has them; an editor that saved one adds them.
  bool has_front = false;
};

// kLfsPointerStart is what a pointer begins with, whichever server it is for.
inline constexpr std::string_view kLfsPointerStart = "version https://";

// FindLfsPointer returns the pointer that `start`, the front of a file, is, or
// nullopt. It is lenient: a byte-order mark and white space may stand in front,
// lines may end in CR LF, and what is wrong or missing behind the version line
// is left out. That line has no control bytes and at most 100 bytes: a binary
// file that begins like it, such as a tar archive of a file of that name, is
// none.
std::optional<LfsPointer> FindLfsPointer(ByteSpan start);

// MayBeLfsPointer returns whether a file that begins with `start` may be one,
// whatever follows.
bool MayBeLfsPointer(ByteSpan start);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_LFS_POINTER_H_
