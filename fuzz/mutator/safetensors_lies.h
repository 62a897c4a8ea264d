// Lies about a safetensors file that is otherwise well formed.

#ifndef FUZZ_MUTATOR_SAFETENSORS_LIES_H_
#define FUZZ_MUTATOR_SAFETENSORS_LIES_H_

#include <cstddef>
#include <string>

#include "fuzz/mutator/random.h"
#include "fuzz/mutator/safetensors_parts.h"

namespace loadgate::mutator {

// LieInParts tells one lie about what a header says: of names, dtypes, shapes,
// offsets, metadata, or a field that stands twice or should not.
void LieInParts(Random* random, SafetensorsParts* parts);

// LieInHeader tells one lie in the way the header is written: a number in
// another form, bytes that are no JSON, a bracket too few, brackets too deep,
// an escape of half a character, a member twice, an end too soon.
void LieInHeader(Random* random, std::string* header);

// VaryHeader writes a header in another form that says the same: white space,
// escapes, the order of fields.
void VaryHeader(Random* random, std::string* header);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_SAFETENSORS_LIES_H_
