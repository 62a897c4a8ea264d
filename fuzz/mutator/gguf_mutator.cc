#include "fuzz/mutator/gguf_mutator.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/mutator/gguf_bundles.h"
#include "fuzz/mutator/gguf_lies.h"
#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_repair.h"
#include "fuzz/mutator/gguf_values.h"
#include "fuzz/mutator/gguf_vocabulary.h"
#include "fuzz/mutator/lists.h"
#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

using craft::GgufArray;
using craft::GgufModel;
using craft::GgufPair;
using craft::GgufTensor;
using craft::GgufText;

constexpr uint64_t kTensorBytes = 256;

// Shares in a hundred: what is well formed, and what lies a little. The rest is
// damaged without regard.
constexpr uint64_t kWellFormed = 60;
constexpr uint64_t kLying = 32;

}  // namespace

GgufModel GgufMutator::Seed() {
  GgufModel model = craft::NewGguf();
  model.pairs.push_back(
      craft::MakePair("general.architecture", GgufValueType::kString,
                      GgufText::Of(random_.Pick(Architectures()))));
  if (random_.Percent(75)) AddBundle(&random_, &model);
  if (random_.OneIn(2)) AddBundle(&random_, &model);
  const uint64_t pairs = random_.Small(4);
  for (uint64_t i = 0; i < pairs; ++i) {
    model.pairs.push_back(RandomPair(model, &random_));
  }
  const uint64_t tensors = random_.Between(1, 3);
  for (uint64_t i = 0; i < tensors; ++i) {
    model.tensors.push_back(RandomTensor(kTensorBytes, &random_));
  }
  MakeWellFormed(&model);
  return model;
}

void GgufMutator::Change(GgufModel* model) {
  const uint64_t changes = 1 + random_.Small(3);
  for (uint64_t i = 0; i < changes; ++i) ChangeOnce(model);
}

void GgufMutator::ChangeOnce(GgufModel* model) {
  switch (random_.Below(11)) {
    case 0:
    case 1:
      if (model->pairs.size() < kMostParts) {
        InsertAnywhere(RandomPair(*model, &random_), &random_, &model->pairs);
      }
      return;
    case 10:
      return ChangeAgreement(model);
    case 2:
    case 3:
      if (model->tensors.size() < kMostParts) {
        InsertAnywhere(RandomTensor(kTensorBytes, &random_), &random_,
                       &model->tensors);
      }
      return;
    case 4:
      return EditList(kMostParts, &random_, &model->pairs);
    case 5:
      return EditList(kMostParts, &random_, &model->tensors);
    case 6:
    case 7:
      return ChangePair(model);
    case 8:
      return ChangeTensor(model);
    default:
      return ChangeBytes(model);
  }
}

void GgufMutator::ChangePair(GgufModel* model) {
  if (model->pairs.empty()) return;
  GgufPair& pair = random_.Pick(model->pairs);
  if (random_.OneIn(6)) {
    const KnownKey& known = AnyKnownKey(&random_);
    pair.key = GgufText::Of(
        KeyName(known, ArchitectureOf(*model, &random_), &random_));
    return;
  }
  if (auto* const array = std::get_if<GgufArray>(&pair.value)) {
    return ChangeElements(model, array);
  }
  if (auto* const text = std::get_if<GgufText>(&pair.value)) {
    *text = GgufText::Of(random_.OneIn(3) ? NearText(text->bytes, &random_)
                                          : Word(&random_));
    return;
  }
  if (random_.OneIn(4)) return Retype(model->order, &pair);
  const GgufValueType type = RandomScalarType(&random_);
  pair = craft::MakePair(pair.key.bytes, type, RandomValue(type, &random_));
}

void GgufMutator::ChangeElements(GgufModel* model, GgufArray* array) {
  if (auto* const texts = std::get_if<std::vector<GgufText>>(&array->elements);
      texts != nullptr && random_.Percent(70)) {
    if (random_.OneIn(2)) return EditList(kMostParts, &random_, texts);
    if (!texts->empty() && random_.OneIn(2)) {
      GgufText& text = random_.Pick(*texts);
      text = GgufText::Of(NearText(text.bytes, &random_));
      return;
    }
    return InsertAnywhere(GgufText::Of(Word(&random_)), &random_, texts);
  }
  const GgufValueType type = RandomScalarType(&random_);
  GgufArray made = RandomArray(type, kMostParts, model->order, &random_);
  array->element_type = static_cast<uint32_t>(type);
  array->elements = std::move(made.elements);
}

void GgufMutator::ChangeTensor(GgufModel* model) {
  if (model->tensors.empty()) return;
  GgufTensor& tensor = random_.Pick(model->tensors);
  switch (random_.Below(4)) {
    case 0:
      tensor.name = GgufText::Of(GgufTensorName(&random_));
      return;
    case 1:
      tensor.name = GgufText::Of(NearText(tensor.name.bytes, &random_));
      return;
    case 2:
      tensor.type = RandomTensorType(&random_);
      [[fallthrough]];
    default:
      tensor.dimensions =
          RandomShape(tensor.type.value_or(0), kTensorBytes, &random_);
  }
}

// What no field tells of.
void GgufMutator::ChangeBytes(GgufModel* model) {
  switch (random_.Below(3)) {
    case 0:
      if (!model->tensors.empty()) {
        std::string& data = random_.Pick(model->tensors).data;
        for (char& c : data) c = static_cast<char>(random_.Bits());
      }
      return;
    case 1:
      model->version = random_.OneIn(2) ? 2 : 3;
      return;
    default:
      model->tail.clear();
  }
}

void GgufMutator::CrossOver(const GgufModel& from, GgufModel* into) {
  Splice(from.pairs, kMostParts, &random_, &into->pairs);
  Splice(from.tensors, kMostParts, &random_, &into->tensors);
  if (random_.OneIn(8)) into->tail = from.tail;
}

void GgufMutator::MakeWellFormed(GgufModel* model) {
  RepairGguf(max_size_, &random_, model);
}

void GgufMutator::Finish(GgufModel* model) {
  const uint64_t kind = random_.Below(100);
  if (kind < kWellFormed + kLying) MakeWellFormed(model);
  if (kind < kWellFormed) return;
  if (kind >= kWellFormed + kLying) {
    craft::Fix({.lengths = random_.OneIn(2),
                .types = random_.OneIn(2),
                .counts = random_.OneIn(2),
                .totals = random_.OneIn(2),
                .padding = random_.OneIn(2),
                .offsets = random_.OneIn(2),
                .most_data = max_size_},
               model);
  }
  const uint64_t lies = 1 + random_.Small(2);
  for (uint64_t i = 0; i < lies; ++i) LieInGguf(&random_, model);
  ShrinkGguf(max_size_, &random_, model);
}

}  // namespace loadgate::mutator
