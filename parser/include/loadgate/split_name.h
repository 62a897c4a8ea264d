// Names of the shards of a split GGUF model.
//
// Source: llama.cpp's llama_split_path and llama_split_prefix. A loader opens
// the first shard and makes the names of the others from its own, so a name is
// either exactly of this form or of no use.

#ifndef LOADGATE_SPLIT_NAME_H_
#define LOADGATE_SPLIT_NAME_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "loadgate/attributes.h"

namespace loadgate {

// kMaxSplitCount is the most shards a model can have: `split.count` is a u16.
inline constexpr uint32_t kMaxSplitCount = 65535;

// SplitName is what the name of a shard says. `number` counts from 1 (the key
// `split.no` from 0) and is not above `count`. `prefix` is all that stands
// before the numbers, directories included, and is not empty.
struct SplitName {
  std::string_view prefix;
  uint32_t number = 0;
  uint32_t count = 0;

  bool operator==(const SplitName&) const = default;
};

// SplitPath returns "<prefix>-<number>-of-<count>.gguf", both numbers with five
// digits; or nullopt where no shard can be called so: the prefix is empty, or
// the numbers are not 1 <= number <= count <= kMaxSplitCount.
std::optional<std::string> SplitPath(std::string_view prefix, uint32_t number,
                                     uint32_t count);

// ParseSplitPath is the inverse of SplitPath: it returns what the shard at
// `path` is called by, or nullopt for any text that SplitPath does not return.
// The prefix is a view of `path`.
std::optional<SplitName> ParseSplitPath(
    std::string_view path LG_LIFETIME_BOUND);

}  // namespace loadgate

#endif  // LOADGATE_SPLIT_NAME_H_
