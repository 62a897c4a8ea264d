// Setting right what a file says of itself, without changing what is in it.

#ifndef FUZZ_MUTATOR_FIX_FILE_H_
#define FUZZ_MUTATOR_FIX_FILE_H_

#include <string>

#include "loadgate/bytes.h"

namespace loadgate::mutator {

// FixGgufFile and FixSafetensorsFile return `file` with its counts, lengths,
// offsets and sizes set right by craft::Fix, as far as there is a model of it.
// Tensors of more than 4096 bytes keep the data they have. A file that the gate
// accepts comes back as it is, and so does one that was set right before; and a
// few that never come to rest.
std::string FixGgufFile(ByteSpan file);
std::string FixSafetensorsFile(ByteSpan file);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_FIX_FILE_H_
