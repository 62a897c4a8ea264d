// The elements of a GGUF array.
//
// Source: the GGUF specification, "File Structure", gguf_metadata_value_t.

#ifndef LOADGATE_FORMATS_GGUF_ELEMENTS_H_
#define LOADGATE_FORMATS_GGUF_ELEMENTS_H_

#include "formats/field_reader.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"

namespace loadgate {

// ReadGgufElements reads elements of `tables->open_array`, the last pair's, as
// many as are present, checks them in one pass without an allocation each, and
// leaves `in` behind the last whole one. It returns false when reading cannot
// go on before the array's end.
bool ReadGgufElements(FieldReader& in, ByteSpan header, GgufTables* tables,
                      FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_ELEMENTS_H_
