// Names of files that hold a part of a model.

#ifndef LOADGATE_FORMATS_PART_NAME_H_
#define LOADGATE_FORMATS_PART_NAME_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace loadgate {

// PartKind is why a name says that its file is not whole.
enum class PartKind : uint8_t {
  kNone,
  kSplitPart,        // A part of a file cut at some byte: "m.gguf.part1of2".
  kPartialDownload,  // A download under way or broken off: "m.gguf.part".
};

// PartialDownloadOf returns what the file will be called whose download under
// way `name` says it is; nullopt if it says nothing like it.
std::optional<std::string_view> PartialDownloadOf(std::string_view name);

// PartKindOf returns what `name`, with or without a directory, says. A part of
// a split is known only behind a model's extension; GGUF splits
// ("m-00001-of-00003.gguf") are whole files and none of these. Case does not
// matter.
PartKind PartKindOf(std::string_view name);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_PART_NAME_H_
