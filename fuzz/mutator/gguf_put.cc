#include "fuzz/mutator/gguf_put.h"

#include <cstddef>
#include <utility>

namespace loadgate::mutator {

using craft::GgufArray;
using craft::GgufModel;
using craft::GgufPair;
using craft::GgufTensor;

void PutPair(std::string_view key, GgufValueType type,
             craft::GgufAnyValue value, GgufModel* model) {
  std::erase_if(model->pairs,
                [&](const GgufPair& pair) { return pair.key.bytes == key; });
  model->pairs.push_back(craft::MakePair(key, type, std::move(value)));
}

void PutNumber(std::string_view key, uint64_t number, GgufModel* model) {
  PutPair(key, GgufValueType::kU32, craft::GgufNumber{4, number}, model);
}

void PutNumbers(std::string_view key, GgufValueType type,
                const std::vector<uint64_t>& values, GgufModel* model) {
  constexpr size_t kWidth = 4;
  GgufArray array;
  array.elements = craft::MakeNumbers(kWidth, values, model->order);
  PutPair(key, type, std::move(array), model);
}

void PutTensor(std::string_view name, std::vector<uint64_t> shape,
               uint32_t type, GgufModel* model) {
  std::erase_if(model->tensors, [&](const GgufTensor& tensor) {
    return tensor.name.bytes == name;
  });
  model->tensors.push_back(craft::MakeTensor(name, std::move(shape), type));
}

}  // namespace loadgate::mutator
