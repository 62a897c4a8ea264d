// Lies about a GGUF file that is otherwise well formed.

#ifndef FUZZ_MUTATOR_GGUF_LIES_H_
#define FUZZ_MUTATOR_GGUF_LIES_H_

#include "craft/gguf_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// LieInGguf tells one lie: it sets one field of `*model`, or a few that lie
// together, such as two dimensions whose product wraps or two tensors whose
// sizes do. What a lie needs to be told, such as a tensor, it adds if there is
// none. Nothing else is set right again.
void LieInGguf(Random* random, craft::GgufModel* model);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_LIES_H_
