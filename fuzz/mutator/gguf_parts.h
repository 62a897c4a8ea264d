// Keys of a GGUF file that belong together, and the tensors that they size:
// what gguf_bundles.h is for the most common parts.

#ifndef FUZZ_MUTATOR_GGUF_PARTS_H_
#define FUZZ_MUTATOR_GGUF_PARTS_H_

#include "craft/gguf_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// AddGgufPart adds one of: an image's encoder, a place in a split model,
// rotations, experts, lists with a value for each block, ids into a vocabulary.
// It agrees; one time in three a number of it is one less or more, or none.
void AddGgufPart(Random* random, craft::GgufModel* model);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_PARTS_H_
