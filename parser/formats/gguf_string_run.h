// Runs of short strings in a GGUF array, checked all at once.
//
// A vocabulary is hundreds of thousands of strings of a few bytes each. Looking
// at them one by one costs more than the bytes do, so a run of them is looked
// at as one text, lengths included. That is exact: the length of a string below
// 128 bytes is eight bytes of ASCII, so it is well-formed text itself, no
// character reaches across it, and the number of NULs it brings is known.

#ifndef LOADGATE_FORMATS_GGUF_STRING_RUN_H_
#define LOADGATE_FORMATS_GGUF_STRING_RUN_H_

#include <cstdint>

#include "loadgate/bytes.h"

namespace loadgate {

// GgufStringRun is a run: how many strings, and their bytes with their lengths.
struct GgufStringRun {
  uint64_t strings = 0;
  uint64_t bytes = 0;
  uint64_t nuls = 0;  // In the lengths alone.
};

// FindGgufStringRun returns the run of whole strings below 128 bytes that
// `bytes` begin with, at most `most` of them and about 32 KiB in all.
GgufStringRun FindGgufStringRun(ByteSpan bytes, uint64_t most, ByteOrder order);

// IsCleanGgufStringRun returns whether every string of `run`, which `bytes`
// begin with, is UTF-8 and, unless `nul_allowed`, holds no NUL.
bool IsCleanGgufStringRun(ByteSpan bytes, const GgufStringRun& run,
                          bool nul_allowed);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_STRING_RUN_H_
