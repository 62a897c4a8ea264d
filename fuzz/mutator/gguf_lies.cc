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
#include "fuzz/mutator/gguf_liar.h"
#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_values.h"
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
constexpr uint32_t kFloat = static_cast<uint32_t>(GgufValueType::kF32);
constexpr uint32_t kDouble = static_cast<uint32_t>(GgufValueType::kF64);
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

}  // namespace

void GgufLiar::LieInHeader() {
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
void GgufLiar::LieInOrder() {
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

void GgufLiar::LieInPair() {
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

void GgufLiar::LieInValue(GgufPair* pair) {
  if (auto* const text = std::get_if<GgufText>(&pair->value)) {
    text->length = Lie(text->bytes.size(), 8);
  } else if (auto* const number = std::get_if<GgufNumber>(&pair->value)) {
    LieInNumber(pair->type == kFloat || pair->type == kDouble, number);
  } else if (auto* const array = std::get_if<GgufArray>(&pair->value)) {
    LieInArray(array);
  }
}

void GgufLiar::LieInNumber(bool is_float, GgufNumber* number) {
  number->bits = Lie(number->bits, number->width);
  if (random_.OneIn(4)) number->bits = GgufMeasure(model_, &random_);
  if (random_.OneIn(8)) number->bits = 0;
  if (is_float && random_.OneIn(2)) {
    number->bits = EdgeFloat(number->width, &random_);
  }
}

// Two values whose product passes what an integer of 32 bits holds.
void GgufLiar::LieInProduct() {
  std::vector<GgufNumber*> numbers;
  for (GgufPair& pair : model_.pairs) {
    auto* const number = std::get_if<GgufNumber>(&pair.value);
    const bool is_float = pair.type == kFloat || pair.type == kDouble;
    if (number == nullptr || number->width < 4 || is_float) continue;
    numbers.push_back(number);
  }
  if (numbers.empty()) return LieInPair();
  const auto [a, b] = SmallWrappingPair(&random_);
  random_.Pick(numbers)->bits = a;
  GgufTensor& tensor = AnyTensor();
  if (random_.OneIn(4) && !tensor.dimensions.empty()) {
    random_.Pick(tensor.dimensions) = b;
  } else {
    random_.Pick(numbers)->bits = b;
  }
}

void GgufLiar::LieInArray(GgufArray* array) {
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
void GgufLiar::LieInElement(GgufArray* array) {
  auto* const numbers = std::get_if<craft::GgufNumbers>(&array->elements);
  if (numbers == nullptr || numbers->bytes.empty()) return;
  const size_t width = numbers->width == 1 ? 4 : numbers->width;
  const size_t places = numbers->bytes.size() / width;
  if (places == 0) return;
  const size_t at =
      numbers->width == 1 ? 0 : static_cast<size_t>(random_.Below(places));
  uint64_t lie = Lie(places, width);
  if (random_.OneIn(8)) lie = 0;
  if (array->element_type == kFloat && random_.OneIn(2)) {
    lie = EdgeFloat(width, &random_);
  }
  craft::SetNumber(lie, width, model_.order, at * width, &numbers->bytes);
}

void GgufLiar::LieInAlignment() {
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

// Arrays of arrays, which the format has and most readers have not: flat ones,
// empty ones, and deep ones.
void GgufLiar::LieInNesting() {
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

void GgufLiar::LieInLayout() {
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

void LieInGguf(Random* random, GgufModel* model) {
  using Method = void (GgufLiar::*)();
  // As often as it stands here.
  constexpr std::array<Method, 21> kLies = {
      &GgufLiar::LieInProduct,   &GgufLiar::LieInConvertedSize,
      &GgufLiar::LieInPlaces,    &GgufLiar::LieInNumberedName,
      &GgufLiar::LieInNames,     &GgufLiar::LieInNesting,
      &GgufLiar::LieInHeader,    &GgufLiar::LieInPair,
      &GgufLiar::LieInPair,      &GgufLiar::LieInPair,
      &GgufLiar::LieInTensor,    &GgufLiar::LieInTensor,
      &GgufLiar::LieInShape,     &GgufLiar::LieInShape,
      &GgufLiar::LieInSizes,     &GgufLiar::LieInSizes,
      &GgufLiar::LieInNames,     &GgufLiar::LieInAlignment,
      &GgufLiar::LieInAlignment, &GgufLiar::LieInNumberedName,
      &GgufLiar::LieInLayout};
  GgufLiar liar(random, model);
  (liar.*random->Pick(kLies))();
}

}  // namespace loadgate::mutator
