// Tensors of a GGUF file that belong together (company.h).

#ifndef FUZZ_MUTATOR_GGUF_COMPANIES_H_
#define FUZZ_MUTATOR_GGUF_COMPANIES_H_

#include "craft/gguf_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// AddGgufCompany adds a few tensors that belong together, named for one that is
// there or for a block, and the keys that say their numbers. Every other time
// one of them disagrees.
void AddGgufCompany(Random* random, craft::GgufModel* model);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_COMPANIES_H_
