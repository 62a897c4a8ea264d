#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "craft/gguf_data.h"
#include "fuzz/mutator/gguf_liar.h"
#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_values.h"
#include "fuzz/mutator/gguf_vocabulary.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"
#include "loadgate/ggml_type.h"

namespace loadgate::mutator {
namespace {

using craft::GgufTensor;
using craft::GgufText;

// A name that a reader may take for `name`: nearly the same, with the same
// number in another form, or the same up to a NUL.
std::string LikeName(const std::string& name, Random* random) {
  if (random->OneIn(6)) return name + '\0' + Word(random);
  if (HasNumber(name) && random->OneIn(3)) return SameNumberIn(name, random);
  return NearName(name, random);
}

}  // namespace

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
    const auto [a, b] =
        random_.OneIn(5) ? SmallWrappingPair(&random_) : WrappingPair(&random_);
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

// A size that fits, and does not when each element becomes a wider one.
void GgufLiar::LieInConvertedSize() {
  GgufTensor& tensor = AnyTensor();
  const GgmlType* type = FindGgmlType(tensor.type.value_or(0));
  if (type == nullptr || type->removed() || random_.OneIn(2)) {
    // f16, q4_0, q8_0, i8, bf16, mxfp4.
    constexpr std::array<uint32_t, 6> kNarrow = {1, 2, 8, 24, 30, 39};
    tensor.type = random_.Pick(kNarrow);
    type = FindGgmlType(*tensor.type);
  }
  const auto rank = static_cast<size_t>(random_.Between(1, 3));
  const uint64_t count = ConvertedCount(type->block_elements, &random_);
  tensor.dimensions = SplitCount(count, rank, &random_);
  std::sort(tensor.dimensions.rbegin(), tensor.dimensions.rend());
  uint64_t& row = tensor.dimensions[0];
  row -= row % type->block_elements;
  tensor.dimension_count = static_cast<uint32_t>(rank);
  if (random_.Percent(75)) FixOffsets();
}

// An offset that is true in another way of counting, or of another tensor.
void GgufLiar::LieInPlaces() {
  GgufTensor& tensor = AnyTensor();
  GgufTensor& other = random_.Pick(model_.tensors);
  const uint64_t unit = craft::GgufAlignment(model_);
  const uint64_t header = craft::GgufHeaderSize(model_);
  const uint64_t offset = tensor.offset.value_or(0);
  switch (random_.Below(7)) {
    case 0:
      return std::swap(tensor.offset, other.offset);
    case 1:
      tensor.offset = other.offset;
      return;
    case 2:  // From the front of the file.
      tensor.offset = offset + (header + unit - 1) / unit * unit;
      return;
    case 3:  // In units, or in elements.
      tensor.offset = offset / (random_.OneIn(2) ? unit : 4);
      return;
    case 4:  // Where it ends.
      tensor.offset = offset + tensor.data.size();
      return;
    case 5:  // Not padded.
      tensor.offset = offset + random_.Below(unit) - unit / 2;
      return;
    default:  // All of them elsewhere.
      const uint64_t by = random_.OneIn(2) ? unit : tensor.data.size();
      for (GgufTensor& one : model_.tensors) {
        if (one.offset.has_value()) *one.offset += by;
      }
  }
}

// A name that stands twice, nearly twice, or is no name. A key may also be
// nearly one that loaders know.
void GgufLiar::LieInNames() {
  GgufText* name = &AnyPair().key;
  std::string other = AnyPair().key.bytes;
  if (random_.OneIn(2)) {
    name = &AnyTensor().name;
    other = AnyTensor().name.bytes;
  } else if (random_.OneIn(4)) {
    const KnownKey& known = AnyKnownKey(&random_);
    other = KeyName(known, ArchitectureOf(model_, &random_), &random_);
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
      *name = GgufText::Of(LikeName(other, &random_));
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
