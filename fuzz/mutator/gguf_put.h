// Putting a part that has a name into a GGUF model: what has that name goes, so
// that what came later holds.

#ifndef FUZZ_MUTATOR_GGUF_PUT_H_
#define FUZZ_MUTATOR_GGUF_PUT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "craft/gguf_model.h"

namespace loadgate::mutator {

// PutPair adds a pair whose lengths, counts and types are true (MakePair).
void PutPair(std::string_view key, GgufValueType type,
             craft::GgufAnyValue value, craft::GgufModel* model);

// PutNumber adds a u32.
void PutNumber(std::string_view key, uint64_t number, craft::GgufModel* model);

// PutNumbers adds a list of numbers of `type`, which has 4 bytes.
void PutNumbers(std::string_view key, GgufValueType type,
                const std::vector<uint64_t>& values, craft::GgufModel* model);

// PutTensor adds a tensor of that shape, fastest dimension first.
void PutTensor(std::string_view name, std::vector<uint64_t> shape,
               uint32_t type, craft::GgufModel* model);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_PUT_H_
