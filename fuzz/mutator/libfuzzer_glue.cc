// The mutator under libFuzzer: linked into a target, it takes the place of the
// engine's own mutations and calls them for a share.
//
// LG_MUTATE and LG_CROSS_OVER are the functions of file_mutator.h, or of
// set_mutator.h, for the target's format: GGUF's, unless the build says
// otherwise.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "fuzz/mutator/file_mutator.h"
#include "fuzz/mutator/set_mutator.h"

#ifndef LG_MUTATE
#define LG_MUTATE MutateGguf
#define LG_CROSS_OVER CrossOverGguf
#endif

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using loadgate::ByteSpan;

ByteSpan BytesOf(const uint8_t* data, size_t size) {
  return std::as_bytes(std::span(data, size));
}

std::string MutateAsBytes(std::string bytes, size_t max_size) {
  const size_t size = bytes.size();
  bytes.resize(std::max(max_size, size));
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(bytes.data()), size,
                                max_size));
  return bytes;
}

size_t CopyOut(const std::string& file, uint8_t* out) {
  std::copy(file.begin(), file.end(), out);
  return file.size();
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t max_size, unsigned int seed) {
  return CopyOut(loadgate::mutator::LG_MUTATE(BytesOf(data, size), max_size,
                                              seed, MutateAsBytes),
                 data);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2,
                                            uint8_t* out, size_t max_out_size,
                                            unsigned int seed) {
  return CopyOut(
      loadgate::mutator::LG_CROSS_OVER(
          BytesOf(data1, size1), BytesOf(data2, size2), max_out_size, seed),
      out);
}
