// Names and words that real files use, for the mutator to choose from;
// gguf_vocabulary.h has the keys and names of GGUF.
//
// Source: the names that the Hugging Face libraries give to parameters.

#ifndef FUZZ_MUTATOR_VOCABULARY_H_
#define FUZZ_MUTATOR_VOCABULARY_H_

#include <string>

#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// Numbered returns `pattern` with numbers in the places of `%n`: low ones most
// of the time, since of layers and blocks there are a few.
std::string Numbered(std::string pattern, Random* random);

// SafetensorsTensorName returns a name in the manner of the format's files, of
// a layer of low number where it names one.
std::string SafetensorsTensorName(Random* random);

// NearName returns a name that is nearly `name`: of another case, with a byte
// more, less or changed, an odd one among them.
std::string NearName(std::string name, Random* random);

// LongText returns a text whose length is at a power of two from 16 to 1,024,
// or next to one: where a buffer ends.
std::string LongText(Random* random);

// Word returns a short text: an architecture, a token, a number, a path, a
// template.
std::string Word(Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_VOCABULARY_H_
