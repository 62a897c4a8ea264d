// What a GGUF file says about itself elsewhere: fields that have to agree.
//
// A loader takes a count from one field and uses it on another: blocks on a
// list with a number for each, tokens on their scores, a width on a tensor's
// rows. Neither is wrong alone.

#ifndef FUZZ_MUTATOR_GGUF_MEASURES_H_
#define FUZZ_MUTATOR_GGUF_MEASURES_H_

#include <cstdint>
#include <string>

#include "craft/gguf_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// GgufMeasure returns a number that `model` says or comes to: how many pairs,
// tensors or elements it has, a value, a dimension, a text's length. One time
// in three it is one of the neighbours of that.
uint64_t GgufMeasure(const craft::GgufModel& model, Random* random);

// ArchitectureOf returns what `model` says its architecture is; one time in
// eight, and if it does not say, one of those that we know.
std::string ArchitectureOf(const craft::GgufModel& model, Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_MEASURES_H_
