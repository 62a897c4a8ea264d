// Where safetensors data lies: every byte of the section in exactly one tensor.
//
// Source: the safetensors README, "Format" ("the byte buffer needs to be
// entirely indexed, and cannot contain holes"); tensor.rs, Metadata::validate.

#ifndef LOADGATE_FORMATS_SAFETENSORS_LAYOUT_H_
#define LOADGATE_FORMATS_SAFETENSORS_LAYOUT_H_

#include <cstdint>
#include <string_view>

#include "loadgate/finding.h"
#include "loadgate/safetensors_file.h"

namespace loadgate {

// CheckSafetensorsTiling sorts the entries by where they lie and reports holes,
// overlaps and misalignment. `text` are the file's first bytes. It fills in how
// long the data section is.
void CheckSafetensorsTiling(std::string_view text, SafetensorsTables* tables,
                            FindingSink* sink);

// CheckSafetensorsEnd compares the data section with a file of `file_size`
// bytes.
void CheckSafetensorsEnd(std::string_view text, uint64_t file_size,
                         const SafetensorsTables& tables, FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_SAFETENSORS_LAYOUT_H_
