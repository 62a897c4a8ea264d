// Several files as one byte string, so that a fuzzing engine can hold a set.
//
// A bundle is the line "loadgate bundle 1" and, for each file, in little
// endian:
//
//   u32  bytes of the name
//   ...  the name, which may be any bytes
//   u64  bytes of the file
//   ...  the file
//
// Nothing stands between them, and nothing says how many there are. A bundle of
// no files is no bytes at all.

#ifndef LOADGATE_CRAFT_FILE_SET_H_
#define LOADGATE_CRAFT_FILE_SET_H_

#include <string>
#include <string_view>
#include <vector>

#include "loadgate/bytes.h"

namespace loadgate::craft {

// NamedFile is one file of a set.
struct NamedFile {
  std::string name = {};
  std::string bytes = {};
  bool operator==(const NamedFile&) const = default;
};

// kBundleMagic is what a bundle of any files begins with.
inline constexpr std::string_view kBundleMagic = "loadgate bundle 1\n";

// Bundle is the files of a bundle, and in `raw` the bytes behind the last of
// them that are no whole file. Of bytes that hold no file at all, everything is
// raw.
struct Bundle {
  std::vector<NamedFile> files = {};
  std::string raw = {};
  bool operator==(const Bundle&) const = default;
};

// BundleFromBytes returns the bundle of `bytes`, which may be anything. It ends
// at the first file that is not all there. Always
//
//   BundleToBytes(BundleFromBytes(bytes)) == bytes
//
// Memory and time are linear.
Bundle BundleFromBytes(ByteSpan bytes);

// BundleToBytes returns the bytes of a bundle. A name is shorter than 4 GiB.
std::string BundleToBytes(const Bundle& bundle);

// IsPlainName returns whether a file of that name lies in the directory it is
// looked for in: it is not empty, not "." or "..", and has no slash and no NUL.
bool IsPlainName(std::string_view name);

// EndsIn returns whether `name` ends in `ending`, which is in small letters,
// without regard to the case of ASCII letters in `name`.
bool EndsIn(std::string_view name, std::string_view ending);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_FILE_SET_H_
