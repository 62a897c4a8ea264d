// The list of probes of GGUF padding, bounded by the limits.
//
// Source: the GGUF specification, "File Structure": padding is zero bytes, in
// front of the data section and behind each tensor.

#ifndef LOADGATE_FORMATS_GGUF_PADDING_H_
#define LOADGATE_FORMATS_GGUF_PADDING_H_

#include <cstdint>

#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/limits.h"
#include "loadgate/probe.h"

namespace loadgate {

// AddPaddingProbe lists `probe` if it is not empty and the limits have room for
// it, and counts it as left out otherwise.
void AddPaddingProbe(const Probe& probe, const Limits& limits,
                     GgufTables* tables);

// FinishPaddingProbes is called when it is known where the data section begins:
// it turns the probes' offsets into those of the file, puts the header's
// padding first, and notes how many places were left out.
void FinishPaddingProbes(const Limits& limits, GgufTables* tables,
                         FindingSink* sink);

// CutPaddingProbes cuts the list where a file of `file_size` bytes ends: the
// last tensor's padding may be missing.
void CutPaddingProbes(uint64_t file_size, GgufTables* tables);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_PADDING_H_
