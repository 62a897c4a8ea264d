#include "fuzz/mutator/byte_share.h"

#include <utility>

namespace loadgate::mutator {
namespace {

// A few bytes set at random, for want of an engine.
std::string SetBytes(std::string file, Random* random) {
  if (file.empty()) return file;
  const uint64_t count = 1 + random->Small(4);
  for (uint64_t i = 0; i < count; ++i) {
    random->Pick(file) = static_cast<char>(random->Bits());
  }
  return file;
}

}  // namespace

std::string MutateBytes(ByteSpan file, size_t max_size, Random* random,
                        const ByteMutator& bytes) {
  std::string text(AsText(file));
  text = bytes ? bytes(std::move(text), max_size)
               : SetBytes(std::move(text), random);
  if (text.size() > max_size) text.resize(max_size);
  return text;
}

}  // namespace loadgate::mutator
