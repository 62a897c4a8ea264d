// Making a set one whose files agree with each other.

#ifndef FUZZ_MUTATOR_SET_REPAIR_H_
#define FUZZ_MUTATOR_SET_REPAIR_H_

#include <cstddef>

#include "craft/set_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// RepairSet makes `*set` well formed, in a bundle of at most `max_size` bytes:
// each file by itself, no tensor in two parts, all GGUF files the parts of one
// split and all safetensors files the shards of one checkpoint, with its index;
// and craft::Fix does the rest. Files that do not fit go, from the last on.
void RepairSet(size_t max_size, Random* random, craft::SetModel* set);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_SET_REPAIR_H_
