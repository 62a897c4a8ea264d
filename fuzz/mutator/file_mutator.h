// Mutating the bytes of a model file: what a fuzzing engine calls.
//
// Bytes go in and bytes come out, so that a corpus is files, for every engine
// and every reader. In between they are a model (craft/), which is changed. The
// same bytes, size and seed give the same result.

#ifndef FUZZ_MUTATOR_FILE_MUTATOR_H_
#define FUZZ_MUTATOR_FILE_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "loadgate/bytes.h"

namespace loadgate::mutator {

// ByteMutator changes bytes without knowing what they are, to at most
// `max_size` of them: an engine's own mutation, which gets a share.
using ByteMutator =
    std::function<std::string(std::string bytes, size_t max_size)>;

// SeedGguf returns a small well-formed GGUF file of at most `max_size` bytes,
// or a part of one if that is too few.
std::string SeedGguf(size_t max_size, uint64_t seed);

// MutateGguf returns a changed `file`, of at most `max_size` bytes. What is no
// GGUF file becomes one, most of the time. `bytes` may be empty: then a few
// bytes are set at random in its place.
std::string MutateGguf(ByteSpan file, size_t max_size, uint64_t seed,
                       const ByteMutator& bytes = {});

// CrossOverGguf returns a file with parts of both, of at most `max_size` bytes.
std::string CrossOverGguf(ByteSpan first, ByteSpan second, size_t max_size,
                          uint64_t seed);

// SeedSafetensors, MutateSafetensors and CrossOverSafetensors are the same for
// safetensors files.
std::string SeedSafetensors(size_t max_size, uint64_t seed);
std::string MutateSafetensors(ByteSpan file, size_t max_size, uint64_t seed,
                              const ByteMutator& bytes = {});
std::string CrossOverSafetensors(ByteSpan first, ByteSpan second,
                                 size_t max_size, uint64_t seed);

// ValidGguf and ValidSafetensors return a file that the specification allows,
// of at most `max_size` bytes, which must be room for a header. Every eight of
// `choices` are what one step of its making draws on.
std::string ValidGguf(ByteSpan choices, size_t max_size);
std::string ValidSafetensors(ByteSpan choices, size_t max_size);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_FILE_MUTATOR_H_
