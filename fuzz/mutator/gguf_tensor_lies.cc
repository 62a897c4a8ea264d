#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "craft/gguf_data.h"
#include "fuzz/mutator/gguf_liar.h"
#include "fuzz/mutator/gguf_values.h"
#include "fuzz/mutator/gguf_vocabulary.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"
#include "loadgate/ggml_type.h"

namespace loadgate::mutator {

using craft::GgufTensor;
using craft::GgufText;

void GgufLiar::FixOffsets() {
  craft::Fix({.lengths = false,
              .types = false,
              .counts = false,
              .totals = false,
              .padding = false},
             &model_);
}

void GgufLiar::LieInTensor() {
  GgufTensor& tensor = AnyTensor();
  switch (random_.Below(4)) {
    case 0:
      tensor.name.length = Lie(tensor.name.bytes.size(), 8);
      return;
    case 1:
      tensor.dimension_count = random_.OneIn(2)
                                   ? static_cast<uint32_t>(random_.Below(8))
                                   : Lie32(tensor.dimension_count.value_or(0));
      return;
    case 2:
      tensor.type = random_.OneIn(2) ? static_cast<uint32_t>(random_.Below(48))
                                     : Lie32(tensor.type.value_or(0));
      return;
    default:
      tensor.offset =
          Lie(tensor.offset.value_or(0), 8, craft::GgufAlignment(model_));
  }
}

// Dimensions whose product, or whose bytes, are not what they seem.
void GgufLiar::LieInShape() {
  GgufTensor& tensor = AnyTensor();
  std::vector<uint64_t>& ne = tensor.dimensions;
  if (ne.size() < 2 || random_.OneIn(4)) {
    ne.resize(static_cast<size_t>(random_.Between(1, 4)), 1);
  }
  tensor.dimension_count = static_cast<uint32_t>(ne.size());
  if (ne.size() < 2 || random_.OneIn(3)) {
    uint64_t& any = random_.Pick(ne);
    any = Lie(any, 8, 256);
  } else {
    const auto [a, b] = WrappingPair(&random_);
    const size_t first = static_cast<size_t>(random_.Below(ne.size()));
    ne[first] = a;
    ne[(first + 1) % ne.size()] = b;
  }
  // Blocks of one element fit any first dimension.
  if (random_.OneIn(2)) tensor.type = random_.OneIn(2) ? 24 : 0;
  if (random_.OneIn(2)) FixOffsets();
}

// Sizes that pass the largest number when they are padded or added up.
void GgufLiar::LieInSizes() {
  AnyTensor();
  if (model_.tensors.size() < 2) {
    model_.tensors.push_back(RandomTensor(64, &random_));
  }
  const uint64_t unit = craft::GgufAlignment(model_);
  const size_t first =
      static_cast<size_t>(random_.Below(model_.tensors.size()));
  const uint64_t how_many = random_.Between(1, 2);
  for (uint64_t i = 0; i < how_many; ++i) {
    GgufTensor& tensor = model_.tensors[(first + i) % model_.tensors.size()];
    const GgmlType* const type = FindGgmlType(tensor.type.value_or(0));
    if (type == nullptr || type->removed()) continue;
    tensor.dimensions = {
        WrappingSize(type->block_elements, type->block_bytes, unit, &random_)};
    if (random_.OneIn(2)) tensor.dimensions[0] /= random_.Between(1, 3);
    tensor.dimensions[0] -= tensor.dimensions[0] % type->block_elements;
    tensor.dimension_count = 1;
  }
  if (random_.Percent(75)) FixOffsets();
}

// A name that stands twice, nearly twice, or is no name.
void GgufLiar::LieInNames() {
  GgufText* name = &AnyPair().key;
  std::string other = AnyPair().key.bytes;
  if (random_.OneIn(2)) {
    name = &AnyTensor().name;
    other = AnyTensor().name.bytes;
  }
  switch (random_.Below(6)) {
    case 0:
      *name = GgufText::Of(other);
      return;
    case 1:
      *name = GgufText::Of("");
      return;
    case 4:
    case 5:
      return LieInNumberedName();
    case 2:
      *name = GgufText::Of(
          random_.OneIn(2)
              ? LongText(&random_)
              : std::string(static_cast<size_t>(random_.Between(60, 66)), 'n'));
      return;
    default:
      *name = GgufText::Of(NearName(other, &random_));
  }
}

// A tensor's name whose number a reader multiplies with a dimension, or with
// what a row takes.
void GgufLiar::LieInNumberedName() {
  GgufTensor& tensor = AnyTensor();
  std::string name = tensor.name.bytes;
  for (int i = 0; i < 4 && !HasNumber(name); ++i) {
    name = GgufTensorName(&random_);
  }
  if (random_.OneIn(2)) {
    tensor.dimensions.resize(1, 8);
    tensor.dimension_count = 1;
    tensor.type = static_cast<uint32_t>(random_.Below(2));
    FixOffsets();
  }
  uint64_t unit = tensor.dimensions.empty() ? 1 : tensor.dimensions[0];
  if (random_.OneIn(2)) unit = craft::GgufDataSize(tensor).value_or(unit);
  tensor.name = GgufText::Of(ChangeNumberIn(name, unit, &random_));
}

}  // namespace loadgate::mutator
