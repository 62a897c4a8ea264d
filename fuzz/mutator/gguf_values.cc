#include "fuzz/mutator/gguf_values.h"

#include <algorithm>
#include <string>
#include <utility>

#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_vocabulary.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/vocabulary.h"
#include "loadgate/ggml_type.h"

namespace loadgate::mutator {
namespace {

using craft::GgufAnyValue;
using craft::GgufArray;
using craft::GgufModel;
using craft::GgufNumber;
using craft::GgufPair;
using craft::GgufText;

constexpr size_t kMostElements = 8;
constexpr size_t kMostDimensions = 4;
constexpr std::string_view kAlignmentKey = "general.alignment";

uint64_t RandomAlignment(Random* random) {
  return uint64_t{8} << random->Small(5);
}

GgufArray ArrayOf(GgufValueType type, size_t count, ByteOrder order,
                  Random* random) {
  GgufArray array;
  if (type == GgufValueType::kString) {
    std::vector<GgufText> texts;
    for (size_t i = 0; i < count; ++i) {
      texts.push_back(GgufText::Of(Word(random)));
    }
    array.elements = std::move(texts);
    return array;
  }
  std::vector<uint64_t> values;
  for (size_t i = 0; i < count; ++i) {
    values.push_back(RandomNumber(type, random).bits);
  }
  array.elements = craft::MakeNumbers(static_cast<size_t>(GgufFixedSize(type)),
                                      values, order);
  return array;
}

// A number that another field may have to agree with.
GgufNumber AgreeingNumber(GgufValueType type, const GgufModel& model,
                          Random* random) {
  GgufNumber number = RandomNumber(type, random);
  const bool is_float =
      type == GgufValueType::kF32 || type == GgufValueType::kF64;
  if (is_float || type == GgufValueType::kBool || !random->OneIn(3)) {
    return number;
  }
  number.bits = GgufMeasure(model, random) & MaskOf(number.width);
  return number;
}

GgufAnyValue AgreeingValue(GgufValueType type, const GgufModel& model,
                           Random* random) {
  if (type == GgufValueType::kString) return GgufText::Of(Word(random));
  return AgreeingNumber(type, model, random);
}

// A list of as many elements as something else in the model has, or of a few.
GgufArray AgreeingArray(GgufValueType type, const GgufModel& model,
                        Random* random) {
  constexpr uint64_t kMostAgreeing = 64;
  uint64_t count = random->Small(kMostElements);
  if (random->OneIn(2)) count = GgufMeasure(model, random);
  if (count > kMostAgreeing) count = random->Small(kMostElements);
  return ArrayOf(type, static_cast<size_t>(count), model.order, random);
}

GgufPair KnownPair(const GgufModel& model, Random* random) {
  const KnownKey& known = AnyKnownKey(random);
  const std::string key = KeyName(known, ArchitectureOf(model, random), random);
  if (key == kAlignmentKey) {
    return craft::MakePair(key, known.type,
                           GgufNumber{4, RandomAlignment(random)});
  }
  const bool is_list =
      known.form == KnownForm::kList ||
      (known.form == KnownForm::kOnePerBlock && random->OneIn(2));
  if (!is_list) {
    return craft::MakePair(key, known.type,
                           AgreeingValue(known.type, model, random));
  }
  return craft::MakePair(key, known.type,
                         AgreeingArray(known.type, model, random));
}

}  // namespace

GgufValueType RandomScalarType(Random* random) {
  for (;;) {
    const auto type =
        static_cast<GgufValueType>(random->Below(kGgufValueTypeCount));
    if (type != GgufValueType::kArray) return type;
  }
}

GgufNumber RandomNumber(GgufValueType type, Random* random) {
  const auto width = static_cast<size_t>(GgufFixedSize(type));
  if (type == GgufValueType::kBool) return {width, random->Below(2)};
  const bool is_float =
      type == GgufValueType::kF32 || type == GgufValueType::kF64;
  if (is_float && random->OneIn(2)) return {width, EdgeFloat(width, random)};
  if (random->OneIn(3)) return {width, EdgeNumber(width, random)};
  if (random->OneIn(4) && width < 8) {
    return {width, random->Below(uint64_t{1} << (8 * width))};
  }
  return {width, random->Small(100)};
}

GgufAnyValue RandomValue(GgufValueType type, Random* random) {
  if (type == GgufValueType::kString) return GgufText::Of(Word(random));
  return RandomNumber(type, random);
}

GgufArray RandomArray(GgufValueType type, size_t most, ByteOrder order,
                      Random* random) {
  return ArrayOf(type, static_cast<size_t>(random->Small(most)), order, random);
}

GgufPair RandomPair(const GgufModel& model, Random* random) {
  if (random->Percent(70)) return KnownPair(model, random);
  const GgufValueType type = RandomScalarType(random);
  const std::string key = "x." + std::to_string(random->Below(1000));
  if (random->OneIn(3)) {
    return craft::MakePair(key, type, AgreeingArray(type, model, random));
  }
  return craft::MakePair(key, type, AgreeingValue(type, model, random));
}

uint32_t RandomTensorType(Random* random) {
  for (;;) {
    const GgmlType& type = random->Pick(AllGgmlTypes());
    if (!type.removed()) return type.id;
  }
}

std::vector<uint64_t> RandomShape(uint32_t type, uint64_t most_bytes,
                                  Random* random) {
  const GgmlType* const row = FindGgmlType(type);
  if (row == nullptr || row->removed()) return {random->Small(16)};
  uint64_t blocks = std::max<uint64_t>(most_bytes / row->block_bytes, 1);
  std::vector<uint64_t> shape;
  const uint64_t rank = random->Below(kMostDimensions + 1);
  for (uint64_t i = 0; i < rank; ++i) {
    const uint64_t n = random->OneIn(40) ? 0 : random->Small(blocks - 1) + 1;
    shape.push_back(i == 0 ? n * row->block_elements : n);
    blocks = std::max<uint64_t>(blocks / std::max<uint64_t>(n, 1), 1);
  }
  // One element is a whole number of blocks of one alone.
  if (shape.empty() && row->block_elements > 1) {
    shape.push_back(row->block_elements);
  }
  return shape;
}

craft::GgufTensor RandomTensor(uint64_t most_bytes, Random* random) {
  const uint32_t type = RandomTensorType(random);
  const std::string name = GgufTensorName(random);
  return craft::MakeTensor(name, RandomShape(type, most_bytes, random), type);
}

}  // namespace loadgate::mutator
