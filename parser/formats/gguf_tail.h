// What follows the last tensor of a GGUF file.
//
// The text says nothing of it and no reader looks, so it is where a payload can
// ride along: a file that is a model to one program can be an archive to
// another. One unit of zero padding more than needed is common and harmless.

#ifndef LOADGATE_FORMATS_GGUF_TAIL_H_
#define LOADGATE_FORMATS_GGUF_TAIL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/probe.h"

namespace loadgate {

// kGgufTailProbes and kGgufTailProbeBytes are how many probes a tail takes at
// most, and how many bytes they have together: its first 64 KiB, the 4 that
// these may point to, and its last 65,557, in which a ZIP end record with its
// comment must begin (APPNOTE 4.3.16: 22 bytes, and a comment of at most
// 65,535).
inline constexpr uint32_t kGgufTailProbes = 3;
inline constexpr uint64_t kGgufTailStartBytes = 64 * 1024;
inline constexpr uint64_t kGgufTailPointedBytes = 4;
inline constexpr uint64_t kGgufTailEndBytes = 22 + 65535;
inline constexpr uint64_t kGgufTailProbeBytes =
    kGgufTailStartBytes + kGgufTailPointedBytes + kGgufTailEndBytes;

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

// FindGgufTailPointer returns where the first bytes of a tail, `start`, say
// that kGgufTailPointedBytes stand on which their meaning hangs, if that is not
// wholly among them: the PE header of an executable. It counts from the tail's
// first byte, and may lie behind its end.
std::optional<uint64_t> FindGgufTailPointer(ByteSpan start);

// CheckGgufTailStart checks the first bytes of the tail, `start`. If these
// alone do not tell, it returns a probe that does, of rule kTailPointed.
std::optional<Probe> CheckGgufTailStart(const GgufTail& tail, ByteSpan start,
                                        FindingSink* sink);

// CheckGgufTailPointed checks the bytes of that probe, `pointed`.
void CheckGgufTailPointed(const GgufTail& tail, ByteSpan pointed,
                          FindingSink* sink);

// CheckGgufTailEnd checks the last bytes of the tail, `end`.
void CheckGgufTailEnd(const GgufTail& tail, ByteSpan end, FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_TAIL_H_
