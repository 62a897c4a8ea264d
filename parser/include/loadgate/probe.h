// Probes: the places outside the header that a rule must see.
//
// A reader gets header bytes only. Where a rule is about bytes behind the
// header, padding between tensors or what follows the last one, the parsed file
// lists a probe: which bytes, and for which rule. Whoever owns the file fetches
// the bytes and hands them back; checking them is as pure as the rest. What
// they hold may call for one probe more.

#ifndef LOADGATE_PROBE_H_
#define LOADGATE_PROBE_H_

#include <cstdint>

namespace loadgate {

// ProbeRule is what the bytes of a probe are looked at for.
enum class ProbeRule : uint8_t {
  kHeaderPadding,  // Between the last tensor info and the data: zeros.
  kTensorPadding,  // Behind tensor `item`: zeros.
  kTailStart,      // What follows the last tensor: zeros, no other file.
  kTailPointed,    // Where that points to as an executable: no PE header.
  kTailEnd,        // The file's last bytes: no ZIP end record.
};

// Probe is one place: `length` bytes at `offset` of the file, never empty.
struct Probe {
  uint64_t offset = 0;
  uint64_t length = 0;
  ProbeRule rule = ProbeRule::kHeaderPadding;
  uint32_t item = 0;
};

}  // namespace loadgate

#endif  // LOADGATE_PROBE_H_
