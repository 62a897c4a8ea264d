// The spelling of GGUF keys.
//
// Source: the GGUF specification, "File Structure", gguf_metadata_kv_t.key: "a
// valid ASCII string", "hierarchical", lower_snake_case segments joined by
// dots.

#ifndef LOADGATE_FORMATS_GGUF_KEY_H_
#define LOADGATE_FORMATS_GGUF_KEY_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "loadgate/finding.h"

namespace loadgate {

// GgufKeyFault is what is wrong with a key: the rule, the byte of the key at
// fault and a sentence, which is static.
struct GgufKeyFault {
  Code code;
  size_t at;
  std::string_view what;
};

// FindGgufKeyFault returns the gravest fault of `key`, or nullopt.
std::optional<GgufKeyFault> FindGgufKeyFault(std::string_view key);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_KEY_H_
