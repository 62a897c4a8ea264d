// What follows the last tensor of a GGUF file.
//
// The text says nothing of it and no reader looks, so it is where a payload can
// ride along: a file that is a model to one program can be an archive to
// another. One unit of zero padding more than needed is common and harmless.

#ifndef LOADGATE_FORMATS_GGUF_TAIL_H_
#define LOADGATE_FORMATS_GGUF_TAIL_H_

#include <cstdint>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/probe.h"

namespace loadgate {

// kGgufTailProbes and kGgufTailProbeBytes are how many probes a tail takes at
// most, and how many bytes they have together: its first 64 KiB, and its last
// 65,557, in which a ZIP end record with its comment must begin
// (APPNOTE 4.3.16: 22 bytes, and a comment of at most 65,535).
inline constexpr uint32_t kGgufTailProbes = 2;
inline constexpr uint64_t kGgufTailStartBytes = 64 * 1024;
inline constexpr uint64_t kGgufTailEndBytes = 22 + 65535;
inline constexpr uint64_t kGgufTailProbeBytes =
    kGgufTailStartBytes + kGgufTailEndBytes;

// GgufTail is where a tail lies: from `offset` to the file's end, `length`
// bytes, which are padding as long as they are zeros and no more than
// `alignment`.
struct GgufTail {
  uint64_t offset = 0;
  uint64_t length = 0;
  uint64_t alignment = 0;
};

// GgufTailProbes lists what must be seen of `tail`, in file order. The two may
// overlap. Empty when the tail is.
std::vector<Probe> GgufTailProbes(const GgufTail& tail);

// CheckGgufTailStart checks the first bytes of the tail, `start`.
void CheckGgufTailStart(const GgufTail& tail, ByteSpan start,
                        FindingSink* sink);

// CheckGgufTailEnd checks the last bytes of the tail, `end`.
void CheckGgufTailEnd(const GgufTail& tail, ByteSpan end, FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_TAIL_H_
