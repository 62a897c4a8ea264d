// Limits: the caps that are ours alone.
//
// A cap that the GGUF or safetensors text or a reference reader has is a rule:
// a file that passes it is rejected. The caps here exist only so that one file
// cannot take all of a machine's memory. A file that passes one is left
// undecided, with the `limit-...` code named below, never accepted.

#ifndef LOADGATE_LIMITS_H_
#define LOADGATE_LIMITS_H_

#include <cstddef>
#include <cstdint>

namespace loadgate {

struct Limits {
  // The most header bytes kept in memory at once (`limit-header-bytes`). The
  // largest header seen in a released model is about 16 MB; 256 MiB leaves
  // room for sixteen times that and is still a modest amount for a server.
  uint64_t header_bytes = uint64_t{256} << 20;

  // The most key-value pairs of a GGUF file (`limit-key-values`). Released
  // models have under a hundred; readers that look for duplicates pair by pair
  // take minutes long before this.
  uint64_t key_values = uint64_t{1} << 20;

  // The most tensors of a GGUF file (`limit-tensors`). The largest checkpoint
  // known names about half a million over all its shards.
  uint64_t tensors = uint64_t{1} << 20;

  // The same of a safetensors file: entries, and pairs of `__metadata__`. Its
  // header is at most 100,000,000 bytes, which is room for 1.6 million tensors,
  // so that only what are no tensors can be more than this. For pairs there is
  // room for ten million.
  // So many tensors an index may name, too.
  uint64_t safetensors_tensors = uint64_t{2} << 20;
  uint64_t metadata_pairs = uint64_t{6} << 20;

  // The most files that the index of a checkpoint may name (`limit-shards`).
  // The hub's own client has the same limit; released checkpoints have some
  // hundreds.
  uint64_t shards = 10'000;

  // The most places outside the header that are looked at, each one read: gaps
  // between tensors (`gguf-padding-not-looked-at`, a note). A model has about
  // a thousand tensors.
  uint32_t probes = 4096;

  // The most bytes those places may have together.
  uint64_t probe_bytes = uint64_t{1} << 20;

  // The most findings kept for one input, and for one code of it. Those over
  // are counted, and the verdict takes them into account all the same.
  size_t findings = 100;
  size_t findings_per_code = 10;
};

}  // namespace loadgate

#endif  // LOADGATE_LIMITS_H_
