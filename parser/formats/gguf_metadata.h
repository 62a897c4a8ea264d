// GGUF metadata: key-value pairs. Elements of arrays: gguf_elements.h.
//
// Source: the GGUF specification, "File Structure", gguf_metadata_kv_t, and
// "Standardized key-value pairs" for general.alignment.

#ifndef LOADGATE_FORMATS_GGUF_METADATA_H_
#define LOADGATE_FORMATS_GGUF_METADATA_H_

#include <cstdint>
#include <string_view>

#include "formats/field_reader.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"

namespace loadgate {

// GgufKeyAt returns the key of pair `i`, which `tables` lists.
std::string_view GgufKeyAt(ByteSpan header, const GgufTables& tables,
                           uint32_t i);

// GgufPairAt decodes the pair that lies in `extent`, which was read before.
GgufKeyValue GgufPairAt(ByteSpan header, const GgufTables& tables,
                        const GgufTables::Extent& extent);

// ReadGgufKeyValue reads the next pair: a scalar or string value with it, of an
// array its type and count, which leaves `tables->open_array` open. It returns
// false when reading cannot go on.
bool ReadGgufKeyValue(FieldReader& in, ByteSpan header, GgufTables* tables,
                      FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_METADATA_H_
