#include "fuzz/mutator/gguf_measures.h"

#include <variant>
#include <vector>

#include "fuzz/mutator/gguf_vocabulary.h"

namespace loadgate::mutator {
namespace {

using craft::GgufArray;
using craft::GgufModel;
using craft::GgufNumber;
using craft::GgufPair;
using craft::GgufTensor;
using craft::GgufText;

// A number's value, a text's length, how many elements an array has.
uint64_t MeasureOf(const craft::GgufAnyValue& value) {
  if (const auto* number = std::get_if<GgufNumber>(&value)) {
    return number->bits;
  }
  if (const auto* text = std::get_if<GgufText>(&value)) {
    return text->bytes.size();
  }
  const auto* const array = std::get_if<GgufArray>(&value);
  if (array == nullptr) return 0;
  if (const auto* texts =
          std::get_if<std::vector<GgufText>>(&array->elements)) {
    return texts->size();
  }
  return array->count.value_or(0);
}

uint64_t AnyMeasure(const GgufModel& model, Random* random) {
  const uint64_t kind = random->Below(8);
  if (kind == 0) return model.pairs.size();
  if (kind == 1) return model.tensors.size();
  if (kind < 6 && !model.pairs.empty()) {
    return MeasureOf(random->Pick(model.pairs).value);
  }
  if (model.tensors.empty()) return random->Small(16);
  const GgufTensor& tensor = random->Pick(model.tensors);
  if (tensor.dimensions.empty()) return 1;
  return random->Pick(tensor.dimensions);
}

}  // namespace

uint64_t GgufMeasure(const GgufModel& model, Random* random) {
  const uint64_t measure = AnyMeasure(model, random);
  if (!random->OneIn(3)) return measure;
  return random->OneIn(2) ? measure + 1 : measure - 1;
}

std::string ArchitectureOf(const GgufModel& model, Random* random) {
  if (!random->OneIn(8)) {
    for (const GgufPair& pair : model.pairs) {
      if (pair.key.bytes != "general.architecture") continue;
      const auto* const text = std::get_if<GgufText>(&pair.value);
      if (text != nullptr && text->bytes.size() < 32) return text->bytes;
    }
  }
  return std::string(random->Pick(Architectures()));
}

}  // namespace loadgate::mutator
