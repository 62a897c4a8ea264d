// general.alignment, on which every offset in a GGUF file depends.
//
// Source: the GGUF specification, "General metadata", general.alignment: a u32,
// a multiple of 8. The reference demands a power of two besides.

#ifndef LOADGATE_FORMATS_GGUF_ALIGNMENT_H_
#define LOADGATE_FORMATS_GGUF_ALIGNMENT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"

namespace loadgate {

// kGgufAlignmentKey is the key under which the alignment is stored.
inline constexpr std::string_view kGgufAlignmentKey = "general.alignment";

// TakeGgufAlignment takes the alignment over from `pair` and reports what is
// wrong with it. One that cannot be used leaves the layout unknown; one by
// which the reference would load is judged by, whatever the text says.
// `type_offset` is where the pair's value type stands, `where` is the pair for
// a finding.
void TakeGgufAlignment(const GgufKeyValue& pair, uint64_t type_offset,
                       const std::string& where, GgufTables* tables,
                       FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_ALIGNMENT_H_
