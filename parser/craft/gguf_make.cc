#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "craft/byte_writer.h"
#include "craft/gguf_model.h"
#include "formats/gguf_header.h"

namespace loadgate::craft {

GgufModel NewGguf(ByteOrder order) {
  GgufModel model;
  model.order = order;
  model.magic = std::string(kGgufMagic);
  model.version = 3;
  model.tensor_count = 0;
  model.pair_count = 0;
  return model;
}

GgufPair MakePair(std::string_view key, GgufValueType type,
                  GgufAnyValue value) {
  GgufPair pair;
  pair.key = GgufText::Of(key);
  pair.type = static_cast<uint32_t>(type);
  if (auto* const array = std::get_if<GgufArray>(&value)) {
    array->element_type = pair.type;
    array->count = 0;
    pair.type = static_cast<uint32_t>(GgufValueType::kArray);
  }
  pair.value = std::move(value);
  GgufModel one;
  one.pairs.push_back(std::move(pair));
  Fix({}, &one);
  return std::move(one.pairs.front());
}

GgufNumbers MakeNumbers(size_t width, const std::vector<uint64_t>& values,
                        ByteOrder order) {
  GgufNumbers numbers{.width = width};
  for (const uint64_t value : values) {
    PutNumber(value, width, order, &numbers.bytes);
  }
  return numbers;
}

GgufTensor MakeTensor(std::string_view name, std::vector<uint64_t> dimensions,
                      uint32_t type) {
  GgufTensor tensor;
  tensor.name = GgufText::Of(name);
  tensor.dimension_count = static_cast<uint32_t>(dimensions.size());
  tensor.dimensions = std::move(dimensions);
  tensor.type = type;
  tensor.offset = 0;
  return tensor;
}

}  // namespace loadgate::craft
