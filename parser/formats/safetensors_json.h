// Parsing the JSON of a safetensors header.

#ifndef LOADGATE_FORMATS_SAFETENSORS_JSON_H_
#define LOADGATE_FORMATS_SAFETENSORS_JSON_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "loadgate/finding.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_file.h"

namespace loadgate {

// ParseSafetensorsJson parses the JSON in `file_start` from byte `origin` to
// its end, notes tensors and metadata in `*tables` and reports what is wrong.
// The text is unescaped in place; what `*tables` names are stretches of it. It
// returns false where it stopped at one of `limits`, which it reports.
bool ParseSafetensorsJson(std::span<std::byte> file_start, uint64_t origin,
                          const Limits& limits, const HashKey& hash_key,
                          SafetensorsTables* tables, FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_SAFETENSORS_JSON_H_
