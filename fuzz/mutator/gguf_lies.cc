#include "fuzz/mutator/gguf_lies.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "craft/byte_writer.h"
#include "craft/gguf_data.h"
#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_values.h"
#include "fuzz/mutator/gguf_vocabulary.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"
#include "loadgate/ggml_type.h"
#include "loadgate/gguf_value.h"

namespace loadgate::mutator {
namespace {

using craft::GgufArray;
using craft::GgufModel;
using craft::GgufNumber;
using craft::GgufPair;
using craft::GgufTensor;
using craft::GgufText;
using Texts = std::vector<GgufText>;

constexpr std::string_view kAlignmentKey = "general.alignment";
constexpr uint32_t kArray = static_cast<uint32_t>(GgufValueType::kArray);
constexpr std::array<std::string_view, 8> kTails = {
    std::string_view("PK\3\4\24\0\0\0\0\0", 10),
    std::string_view("\x80\2}q\0.", 6),
    "\x7f"
    "ELF\2\1\1",
    "#!/bin/sh\n",
    "MZ\x90",
    "GGUF",
    std::string_view("\0\0\0\0\0\0\0\0", 8),
    "\x1f\x8b\10"};

// What an element of an array takes at least; 8 bytes if there is no such type.
uint64_t ElementBytes(std::optional<uint32_t> type) {
  const uint32_t id = type.value_or(kGgufValueTypeCount);
  if (id >= kGgufValueTypeCount) return 8;
  return GgufSmallestSize(static_cast<GgufValueType>(id));
}

// Tells one lie about one model.
class Liar {
 public:
  Liar(Random* random, GgufModel* model) : random_(*random), model_(*model) {}

  void LieInHeader();
  void LieInOrder();
  void LieInPair();
  void LieInValue(GgufPair* pair);
  void LieInArray(GgufArray* array);
  void LieInElement(GgufArray* array);
  void LieInTensor();
  void LieInShape();
  void LieInSizes();
  void LieInAlignment();
  void LieInNames();
  void LieInNumberedName();
  void LieInNesting();
  void LieInLayout();

 private:
  uint64_t Lie(uint64_t truth, size_t width, uint64_t unit = 1) {
    const Surroundings about = {.truth = truth,
                                .remaining = craft::GgufSize(model_),
                                .unit = unit,
                                .width = width};
    return LyingNumber(about, &random_);
  }
  uint32_t Lie32(uint32_t truth) {
    return static_cast<uint32_t>(Lie(truth, sizeof(truth)));
  }
  GgufPair& AnyPair() {
    if (model_.pairs.empty()) {
      model_.pairs.push_back(RandomPair(model_, &random_));
    }
    return random_.Pick(model_.pairs);
  }
  GgufTensor& AnyTensor() {
    if (model_.tensors.empty()) {
      model_.tensors.push_back(RandomTensor(64, &random_));
    }
    return random_.Pick(model_.tensors);
  }
  void FixOffsets();

  Random& random_;
  GgufModel& model_;
};

// As they would be if all the rest were true.
void Liar::FixOffsets() {
  craft::Fix({.lengths = false,
              .types = false,
              .counts = false,
              .totals = false,
              .padding = false},
             &model_);
}

void Liar::LieInHeader() {
  switch (random_.Below(4)) {
    case 0:
      model_.version =
          random_.OneIn(2) ? static_cast<uint32_t>(random_.Below(6)) : Lie32(3);
      return;
    case 1:
      model_.tensor_count = Lie(model_.tensors.size(), 8, 24);
      return;
    case 2:
      model_.pair_count = Lie(model_.pairs.size(), 8, 13);
      return;
    default:
      LieInOrder();
  }
}

// Numbers in the other order, or a magic that says so or something else.
void Liar::LieInOrder() {
  switch (random_.Below(3)) {
    case 0:
      model_.magic = "GGML";
      return;
    case 1:
      model_.magic = "FUGG";
      return;
    default:
      model_.order = model_.order == ByteOrder::kBig ? ByteOrder::kLittle
                                                     : ByteOrder::kBig;
  }
}

void Liar::LieInPair() {
  GgufPair& pair = AnyPair();
  switch (random_.Below(4)) {
    case 0:
      pair.key.length = Lie(pair.key.bytes.size(), 8);
      return;
    case 1:
      pair.type = random_.OneIn(2) ? static_cast<uint32_t>(random_.Below(15))
                                   : Lie32(pair.type.value_or(0));
      return;
    default:
      LieInValue(&pair);
  }
}

void Liar::LieInValue(GgufPair* pair) {
  if (auto* const text = std::get_if<GgufText>(&pair->value)) {
    text->length = Lie(text->bytes.size(), 8);
  } else if (auto* const number = std::get_if<GgufNumber>(&pair->value)) {
    number->bits = Lie(number->bits, number->width);
    if (random_.OneIn(4)) number->bits = GgufMeasure(model_, &random_);
  } else if (auto* const array = std::get_if<GgufArray>(&pair->value)) {
    LieInArray(array);
  }
}

void Liar::LieInArray(GgufArray* array) {
  auto* const texts = std::get_if<Texts>(&array->elements);
  switch (random_.Below(3)) {
    case 0:
      array->element_type = random_.OneIn(2)
                                ? static_cast<uint32_t>(random_.Below(15))
                                : Lie32(array->element_type.value_or(0));
      return;
    case 1:
      if (texts != nullptr && !texts->empty()) {
        GgufText& text = random_.Pick(*texts);
        text.length = Lie(text.bytes.size(), 8);
        return;
      }
      [[fallthrough]];
    default:
      if (random_.OneIn(3)) return LieInElement(array);
      array->count =
          Lie(array->count.value_or(0), 8, ElementBytes(array->element_type));
  }
}

// One number of a list; or its first four bytes, if it is a list of bytes,
// which may be a size.
void Liar::LieInElement(GgufArray* array) {
  auto* const numbers = std::get_if<craft::GgufNumbers>(&array->elements);
  if (numbers == nullptr || numbers->bytes.empty()) return;
  const size_t width = numbers->width == 1 ? 4 : numbers->width;
  const size_t places = numbers->bytes.size() / width;
  if (places == 0) return;
  const size_t at =
      numbers->width == 1 ? 0 : static_cast<size_t>(random_.Below(places));
  craft::SetNumber(Lie(places, width), width, model_.order, at * width,
                   &numbers->bytes);
}

void Liar::LieInTensor() {
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
void Liar::LieInShape() {
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
void Liar::LieInSizes() {
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

void Liar::LieInAlignment() {
  const auto number = GgufNumber{4, Lie(32, 4, 8)};
  for (GgufPair& pair : model_.pairs) {
    if (pair.key.bytes != kAlignmentKey) continue;
    pair.value = number;
    return;
  }
  GgufPair pair = craft::MakePair(kAlignmentKey, GgufValueType::kU32, number);
  if (random_.OneIn(4)) {
    const GgufValueType type = RandomScalarType(&random_);
    pair = craft::MakePair(kAlignmentKey, type, RandomValue(type, &random_));
  }
  model_.pairs.push_back(std::move(pair));
  if (model_.pair_count.has_value()) ++*model_.pair_count;
}

// A name that stands twice, nearly twice, or is no name.
void Liar::LieInNames() {
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
void Liar::LieInNumberedName() {
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

// Arrays of arrays, which the format has and most readers have not: flat ones,
// empty ones, and deep ones.
void Liar::LieInNesting() {
  constexpr uint32_t kU8 = 0;
  GgufPair& pair = AnyPair();
  const uint64_t depth = random_.OneIn(4) ? random_.Below(200) : 1;
  std::string inner;
  const auto count = static_cast<size_t>(random_.Small(4));
  for (uint64_t i = 0; i < depth; ++i) {
    const bool is_last = i + 1 == depth;
    craft::PutNumber(is_last ? kU8 : kArray, 4, model_.order, &inner);
    craft::PutNumber(is_last ? count : 1, 8, model_.order, &inner);
  }
  inner.append(count, '\0');
  GgufArray array = {.element_type = kArray, .count = 1};
  array.elements = craft::GgufNumbers{1, std::move(inner)};
  if (random_.OneIn(8)) array.count = Lie(1, 8, 12);
  pair.type = kArray;
  pair.value = std::move(array);
}

void Liar::LieInLayout() {
  GgufTensor& tensor = AnyTensor();
  const auto size = static_cast<size_t>(random_.Below(80));
  switch (random_.Below(4)) {
    case 0:
      tensor.data.resize(std::min(tensor.data.size(), size));
      return;
    case 1:
      tensor.padding = std::string(size, static_cast<char>(random_.Below(2)));
      return;
    case 2:
      model_.padding = std::string(size, static_cast<char>(random_.Below(2)));
      return;
    default:
      model_.tail = std::string(random_.Pick(std::span(kTails)));
      model_.tail.resize(model_.tail.size() + size, 't');
  }
}

}  // namespace

void LieInGguf(Random* random, GgufModel* model) {
  using Method = void (Liar::*)();
  // As often as it stands here.
  constexpr std::array<Method, 16> kLies = {
      &Liar::LieInNames,  &Liar::LieInNesting,   &Liar::LieInHeader,
      &Liar::LieInPair,   &Liar::LieInPair,      &Liar::LieInPair,
      &Liar::LieInTensor, &Liar::LieInTensor,    &Liar::LieInShape,
      &Liar::LieInShape,  &Liar::LieInSizes,     &Liar::LieInSizes,
      &Liar::LieInNames,  &Liar::LieInAlignment, &Liar::LieInAlignment,
      &Liar::LieInLayout};
  Liar liar(random, model);
  (liar.*random->Pick(kLies))();
}

}  // namespace loadgate::mutator
