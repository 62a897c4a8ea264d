#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/mutator/company.h"
#include "fuzz/mutator/gguf_bundles.h"
#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_mutator.h"
#include "fuzz/mutator/gguf_values.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {

using craft::GgufArray;
using craft::GgufModel;
using craft::GgufNumber;
using craft::GgufPair;
using craft::GgufTensor;
using craft::GgufText;

// Breaks or makes an agreement between fields, each of which is well formed: a
// list gets another length or type, a number or a dimension becomes what the
// file says elsewhere, or 0. Or parts come in that agree.
void GgufMutator::ChangeAgreement(GgufModel* model) {
  const bool has_room = model->pairs.size() + 8 < kMostParts &&
                        model->tensors.size() + 8 < kMostParts;
  if (has_room && random_.OneIn(4)) return AddBundle(&random_, model);
  if (!model->tensors.empty() && random_.OneIn(3)) {
    return ChangeTensorAgreement(model);
  }
  if (model->pairs.empty()) return;
  GgufPair& pair = random_.Pick(model->pairs);
  if (random_.OneIn(8)) return Retype(model->order, &pair);
  if (auto* const number = std::get_if<GgufNumber>(&pair.value)) {
    number->bits = GgufMeasure(*model, &random_) & MaskOf(number->width);
    if (random_.OneIn(8)) number->bits = 0;
  } else if (auto* const array = std::get_if<GgufArray>(&pair.value)) {
    ChangeLength(array);
  }
}

void GgufMutator::ChangeTensorAgreement(GgufModel* model) {
  constexpr size_t kMostDimensions = 4;
  GgufTensor& tensor = random_.Pick(model->tensors);
  if (random_.OneIn(3)) {
    tensor.dimensions =
        NearShape(std::move(tensor.dimensions), kMostDimensions, &random_);
  } else if (random_.OneIn(6)) {
    tensor.type = random_.Pick(model->tensors).type;
  } else if (!tensor.dimensions.empty()) {
    random_.Pick(tensor.dimensions) = GgufMeasure(*model, &random_);
  }
}

// One element more or less, or none at all, of the same type.
void GgufMutator::ChangeLength(GgufArray* array) {
  const uint64_t kind = random_.Below(5);
  if (auto* const texts =
          std::get_if<std::vector<GgufText>>(&array->elements)) {
    if (kind == 0) return texts->clear();
    if (kind < 3) return texts->push_back(GgufText::Of(Word(&random_)));
    if (!texts->empty()) texts->pop_back();
  } else if (auto* const numbers =
                 std::get_if<craft::GgufNumbers>(&array->elements)) {
    const size_t size = numbers->bytes.size();
    if (kind == 0) return numbers->bytes.clear();
    if (kind < 3) return numbers->bytes.resize(size + numbers->width, '\1');
    if (size >= numbers->width) numbers->bytes.resize(size - numbers->width);
  }
}

// The same value in another type: a number in another width, a list of as many
// elements of another, one element in place of a list, or a list of one.
void GgufMutator::Retype(ByteOrder order, GgufPair* pair) {
  const GgufValueType type = RandomScalarType(&random_);
  const auto width = static_cast<size_t>(GgufFixedSize(type));
  auto* const array = std::get_if<GgufArray>(&pair->value);
  if (array != nullptr && random_.OneIn(3)) {
    *pair = craft::MakePair(pair->key.bytes, type, RandomValue(type, &random_));
  } else if (array != nullptr) {
    auto* const numbers = std::get_if<craft::GgufNumbers>(&array->elements);
    if (numbers == nullptr || width == 0 || numbers->width == 0) return;
    const size_t count = numbers->bytes.size() / numbers->width;
    GgufArray other;
    other.elements = craft::MakeNumbers(
        width, std::vector<uint64_t>(count, random_.Below(2)), order);
    *pair = craft::MakePair(pair->key.bytes, type, std::move(other));
  } else if (const auto* number = std::get_if<GgufNumber>(&pair->value);
             number != nullptr && width > 0 && random_.OneIn(2)) {
    const GgufNumber same = {width, number->bits & MaskOf(width)};
    *pair = craft::MakePair(pair->key.bytes, type, same);
  } else {
    GgufArray list = RandomArray(type, 4, order, &random_);
    *pair = craft::MakePair(pair->key.bytes, type, std::move(list));
  }
}

}  // namespace loadgate::mutator
