// Random parts of GGUF files: key-values and tensor infos that are well formed.

#ifndef FUZZ_MUTATOR_GGUF_VALUES_H_
#define FUZZ_MUTATOR_GGUF_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "craft/gguf_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// RandomNumber returns a number of `type`: small, at an edge or any; a bool is
// 0 or 1.
craft::GgufNumber RandomNumber(GgufValueType type, Random* random);

// RandomValue returns a value of `type`, no array.
craft::GgufAnyValue RandomValue(GgufValueType type, Random* random);

// RandomArray returns an array of up to `most` elements of `type`, no array,
// without a type and count of its own.
craft::GgufArray RandomArray(GgufValueType type, size_t most, ByteOrder order,
                             Random* random);

// RandomPair returns a key-value for `model`: one that loaders know, of its
// type, or one of any type. Where it is a number, or a list, it may be one that
// the model has to agree with (GgufMeasure).
craft::GgufPair RandomPair(const craft::GgufModel& model, Random* random);

// RandomScalarType returns any value type but array.
GgufValueType RandomScalarType(Random* random);

// RandomTensorType returns the id of a type that is not removed.
uint32_t RandomTensorType(Random* random);

// RandomTensor returns a tensor info of at most `most_bytes` of data, which it
// does not have yet.
craft::GgufTensor RandomTensor(uint64_t most_bytes, Random* random);

// RandomShape returns dimensions of type `type` that come to at most
// `most_bytes`, or to one block where that is more.
std::vector<uint64_t> RandomShape(uint32_t type, uint64_t most_bytes,
                                  Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_VALUES_H_
