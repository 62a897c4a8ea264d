// Safetensors headers like real ones, and hostile ones of almost 100 MB.
//
// All content is made up and always the same. The tensor data is only counted.

#ifndef LOADGATE_BENCH_SAFETENSORS_FILES_H_
#define LOADGATE_BENCH_SAFETENSORS_FILES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace loadgate::bench {

// SafetensorsModel is a header with its length in front, and the size of the
// file it would stand in.
struct SafetensorsModel {
  std::vector<std::byte> header;
  uint64_t file_size = 0;
  uint64_t tensors = 0;
};

// Listing says in which order a header lists its tensors: as they lie, as
// writers do, or in no order.
enum class Listing { kAsTheyLie, kShuffled };

// SafetensorsWithTensors builds the header of a mixture-of-experts model in
// eight bits of `n` tensors, an even number: the experts' weights and, in front
// of them as writers sort by type, their scales.
SafetensorsModel SafetensorsWithTensors(uint64_t n, Listing listing);

// HostileHeader is a header of at most 100,000,000 bytes that is full of one
// thing. `build` makes it.
struct HostileHeader {
  std::string name;
  std::function<SafetensorsModel()> build;
};

// AllHostileHeaders returns them.
std::vector<HostileHeader> AllHostileHeaders();

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_SAFETENSORS_FILES_H_
