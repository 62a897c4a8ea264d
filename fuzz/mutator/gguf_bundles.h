// Parts of a GGUF file that belong together, and agree: what a loader reads one
// after the other. Changes and lies come later, and break one thing at a time.

#ifndef FUZZ_MUTATOR_GGUF_BUNDLES_H_
#define FUZZ_MUTATOR_GGUF_BUNDLES_H_

#include "craft/gguf_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// AddHyperparameters adds the counts and widths of the model's architecture,
// for one to four blocks, as numbers or one for each block, and some of the
// tensors that have those dimensions.
void AddHyperparameters(Random* random, craft::GgufModel* model);

// AddAdapter adds what changes another model: layers' directions, which have
// their numbers in their names, or two small factors of a large tensor.
void AddAdapter(Random* random, craft::GgufModel* model);

// AddBundle adds one of these.
void AddBundle(Random* random, craft::GgufModel* model);

// AddTokenizer adds a vocabulary of one to eight tokens, with scores, types
// and ids of special tokens; some of them are left out.
void AddTokenizer(Random* random, craft::GgufModel* model);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_BUNDLES_H_
