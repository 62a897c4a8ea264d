// Mutation of bytes without knowing what they are: the engine's share.

#ifndef FUZZ_MUTATOR_BYTE_SHARE_H_
#define FUZZ_MUTATOR_BYTE_SHARE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/mutator/file_mutator.h"
#include "fuzz/mutator/random.h"
#include "loadgate/bytes.h"

namespace loadgate::mutator {

// kByteShare is what the engine's own mutation gets, in a hundred, of the file
// as it is.
inline constexpr uint64_t kByteShare = 10;

// kLargestModel is the largest file that is not changed as bytes alone: a model
// of one takes long.
inline constexpr size_t kLargestModel = size_t{1} << 20;

// MutateBytes returns `file` changed by `bytes`, or, where that is empty, with
// a few bytes set at random; of at most `max_size` bytes.
std::string MutateBytes(ByteSpan file, size_t max_size, Random* random,
                        const ByteMutator& bytes);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_BYTE_SHARE_H_
