// Names that real GGUF files use, for the mutator to choose from.
//
// Source: the GGUF specification, "Standardized key-value pairs" and "Standard
// tensor names"; the keys and tensors that llama.cpp's loader asks for.

#ifndef FUZZ_MUTATOR_GGUF_VOCABULARY_H_
#define FUZZ_MUTATOR_GGUF_VOCABULARY_H_

#include <span>
#include <string>
#include <string_view>

#include "fuzz/mutator/random.h"
#include "loadgate/gguf_value.h"

namespace loadgate::mutator {

// KnownForm is how many values a key has: one, a list of them, or one for all
// blocks or a list with one for each.
enum class KnownForm { kOne, kList, kOnePerBlock };

// KnownKey is a key that loaders look up, with the type its value has; for a
// list the type of its elements. `%a` in a key stands for an architecture, and
// `%n` for a number.
struct KnownKey {
  std::string_view key;
  GgufValueType type;
  KnownForm form = KnownForm::kOne;
};

// KnownKeys returns the table of the most common ones. It lives for ever.
std::span<const KnownKey> KnownKeys();

// AnyKnownKey returns one of those, or a rarer one.
const KnownKey& AnyKnownKey(Random* random);

// Architectures returns names that general.architecture has.
std::span<const std::string_view> Architectures();

// KeyName returns the key of `known` for `architecture`.
std::string KeyName(const KnownKey& known, std::string_view architecture,
                    Random* random);

// GgufTensorName returns a name in the manner of GGUF files, of a block of low
// number where it names one.
std::string GgufTensorName(Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_VOCABULARY_H_
