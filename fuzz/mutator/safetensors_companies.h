// Tensors of a safetensors file that belong together (company.h).

#ifndef FUZZ_MUTATOR_SAFETENSORS_COMPANIES_H_
#define FUZZ_MUTATOR_SAFETENSORS_COMPANIES_H_

#include <cstddef>

#include "fuzz/mutator/random.h"
#include "fuzz/mutator/safetensors_parts.h"

namespace loadgate::mutator {

// AddSafetensorsCompany adds a few tensors that belong together, named for one
// that is there or for a layer, and metadata that says their numbers. Every
// other time one of them disagrees. Up to `most` parts.
void AddSafetensorsCompany(size_t most, Random* random,
                           SafetensorsParts* parts);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_SAFETENSORS_COMPANIES_H_
