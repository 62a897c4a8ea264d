// The GGUF header: magic, version, tensor count, key-value count.
//
// Source: the GGUF specification, "File Structure", gguf_header_t.

#ifndef LOADGATE_FORMATS_GGUF_HEADER_H_
#define LOADGATE_FORMATS_GGUF_HEADER_H_

#include <string_view>

#include "formats/field_reader.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/limits.h"

namespace loadgate {

// kGgufMagic is what every GGUF file begins with, in either byte order.
inline constexpr std::string_view kGgufMagic = "GGUF";

// ReadGgufHeader reads the header's 24 bytes into `*tables` and reports what is
// wrong with them. It returns false when reading cannot go on: more bytes are
// wanted, or what was found ends it.
bool ReadGgufHeader(FieldReader& in, const Limits& limits, GgufTables* tables,
                    FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_HEADER_H_
