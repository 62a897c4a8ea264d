// Names that real files use, for the mutator to choose from.
//
// Source: the GGUF specification, "Standardized key-value pairs" and "Standard
// tensor names"; the names that the Hugging Face libraries give to parameters.

#ifndef FUZZ_MUTATOR_VOCABULARY_H_
#define FUZZ_MUTATOR_VOCABULARY_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/mutator/random.h"
#include "loadgate/gguf_value.h"

namespace loadgate::mutator {

// KnownKey is a key that loaders look up, with the type its value has; for a
// list the type of its elements. `%a` in a key stands for an architecture.
struct KnownKey {
  std::string_view key;
  GgufValueType type;
  bool is_list = false;
};

// KnownKeys returns the table. It lives for ever.
std::span<const KnownKey> KnownKeys();

// Architectures returns names that general.architecture has.
std::span<const std::string_view> Architectures();

// KeyName returns the key of `known`, for one of the architectures.
std::string KeyName(const KnownKey& known, Random* random);

// GgufTensorName and SafetensorsTensorName return a name in the manner of the
// format's files, of a block of low number where it names one.
std::string GgufTensorName(Random* random);
std::string SafetensorsTensorName(Random* random);

// NearName returns a name that is nearly `name`: of another case, with a byte
// more, less or changed, an odd one among them.
std::string NearName(std::string name, Random* random);

// Word returns a short text: an architecture, a token, a path, a template.
std::string Word(Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_VOCABULARY_H_
