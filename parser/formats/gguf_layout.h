// Where GGUF tensor data lies: one checked chain from sizes to the file's end.
//
// Source: the GGUF specification, "File Structure", gguf_tensor_info_t.offset
// and align_offset; ggml's reader for the demand that each offset is the padded
// running sum of the sizes before it.

#ifndef LOADGATE_FORMATS_GGUF_LAYOUT_H_
#define LOADGATE_FORMATS_GGUF_LAYOUT_H_

#include <cstdint>

#include "formats/gguf_tensor_size.h"
#include "formats/gguf_tensors.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/limits.h"

namespace loadgate {

// PlaceGgufTensor compares the next tensor's offset with the running sum and
// adds the tensor's padded size to it. Behind a wrong offset the next tensor
// may go on from where this one says it lies or from where it should lie, so
// that one fault is reported once.
void PlaceGgufTensor(const GgufTensorInfo& info, const GgufTensorSize& size,
                     const Limits& limits, GgufTables* tables,
                     FindingSink* sink);

// FinishGgufLayout is called when the last tensor info has been read, up to
// `header_end`: it fixes where the data section begins.
void FinishGgufLayout(uint64_t header_end, const Limits& limits,
                      GgufTables* tables, FindingSink* sink);

// CheckGgufEnd compares the data section with a file of `file_size` bytes, and
// cuts the probes of padding at its end.
void CheckGgufEnd(ByteSpan header, uint64_t file_size, GgufTables* tables,
                  FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_LAYOUT_H_
