// Mutating a set of files, as one byte string: a bundle (craft/file_set.h).
//
// Most of what it makes is a split or a checkpoint whose files agree; the rest
// disagrees in a place or two, or has a file that lies by itself. The contract
// is that of file_mutator.h: the same bytes, size and seed give the same
// result.

#ifndef FUZZ_MUTATOR_SET_MUTATOR_H_
#define FUZZ_MUTATOR_SET_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/mutator/file_mutator.h"
#include "loadgate/bytes.h"

namespace loadgate::mutator {

// SeedSet returns a small well-formed set of at most `max_size` bytes, or of no
// files if that is too few.
std::string SeedSet(size_t max_size, uint64_t seed);

// MutateSet returns a changed `bundle`, of at most `max_size` bytes. What is no
// bundle becomes one, most of the time. `bytes` may be empty, as there.
std::string MutateSet(ByteSpan bundle, size_t max_size, uint64_t seed,
                      const ByteMutator& bytes = {});

// CrossOverSet returns a set with files of both, or a file of the first with
// parts of one of the second, of at most `max_size` bytes.
std::string CrossOverSet(ByteSpan first, ByteSpan second, size_t max_size,
                         uint64_t seed);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_SET_MUTATOR_H_
