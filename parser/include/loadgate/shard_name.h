// The names by which an index calls the files of a checkpoint.
//
// Source: the layout that transformers and huggingface_hub write and read:
// shards lie beside the index, and weight_map holds their plain names. Loaders
// join such a name to a directory of theirs; some join whatever it is.

#ifndef LOADGATE_SHARD_NAME_H_
#define LOADGATE_SHARD_NAME_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "loadgate/finding.h"

namespace loadgate {

// kMaxFileNameBytes is the most bytes that a file's name has on Linux
// (NAME_MAX).
inline constexpr size_t kMaxFileNameBytes = 255;

// ShardNameFault is the rule that a name breaks, and a sentence.
struct ShardNameFault {
  Code code;
  std::string what;
};

// FindShardNameFault returns why `name` is not that of a file beside the index,
// or nullopt. A name without a fault has 1 to kMaxFileNameBytes bytes, none of
// them a control byte, a slash, a backslash or a colon, and the extension
// .safetensors.
std::optional<ShardNameFault> FindShardNameFault(std::string_view name);

// PassDotSlash returns `name` without what only says "here": "./", as often as
// it stands in front.
std::string_view PassDotSlash(std::string_view name);

}  // namespace loadgate

#endif  // LOADGATE_SHARD_NAME_H_
