// Making a GGUF model one that the specification allows and readers load.

#ifndef FUZZ_MUTATOR_GGUF_REPAIR_H_
#define FUZZ_MUTATOR_GGUF_REPAIR_H_

#include <cstddef>

#include "craft/gguf_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// RepairGguf makes `*model` well formed, in at most `max_size` bytes: what is
// raw or absent goes, names become names that no other has, types become known,
// shapes whole numbers of blocks, and craft::Fix does the rest. A model that is
// well formed and fits changes little or not at all.
void RepairGguf(size_t max_size, Random* random, craft::GgufModel* model);

// ShrinkGguf takes tensors, key-values and bytes away until the model has at
// most `max_size` bytes. It leaves a hole where a field counts what went.
void ShrinkGguf(size_t max_size, Random* random, craft::GgufModel* model);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_REPAIR_H_
