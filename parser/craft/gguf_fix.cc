#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "craft/gguf_data.h"
#include "craft/gguf_model.h"
#include "loadgate/checked_math.h"

namespace loadgate::craft {
namespace {

using Texts = std::vector<GgufText>;

void SetTrueLength(GgufText* text) { text->length = text->bytes.size(); }

// The type of width `width` that a value of an unfitting type becomes.
uint32_t NumberType(size_t width) {
  switch (width) {
    case 1:
      return static_cast<uint32_t>(GgufValueType::kU8);
    case 2:
      return static_cast<uint32_t>(GgufValueType::kU16);
    case 8:
      return static_cast<uint32_t>(GgufValueType::kU64);
    default:
      return static_cast<uint32_t>(GgufValueType::kU32);
  }
}

// Whether `type` is one of numbers of `width` bytes.
bool IsNumberOf(uint32_t type, size_t width) {
  return type < kGgufValueTypeCount &&
         GgufFixedSize(static_cast<GgufValueType>(type)) == width;
}

void SetNumberType(size_t width, std::optional<uint32_t>* type) {
  if (type->has_value() && !IsNumberOf(**type, width)) {
    *type = NumberType(width);
  }
}

template <typename T>
void SetPresent(T value, std::optional<T>* field) {
  if (field->has_value()) *field = value;
}

// --- What each switch does to a value -------------------------------------

void FixLengths(GgufPair* pair) {
  SetTrueLength(&pair->key);
  if (auto* const text = std::get_if<GgufText>(&pair->value)) {
    SetTrueLength(text);
  }
  auto* const array = std::get_if<GgufArray>(&pair->value);
  if (array == nullptr) return;
  if (auto* const texts = std::get_if<Texts>(&array->elements)) {
    for (GgufText& text : *texts) SetTrueLength(&text);
  }
}

void FixElementType(GgufArray* array) {
  if (const auto* const numbers = std::get_if<GgufNumbers>(&array->elements)) {
    SetNumberType(numbers->width, &array->element_type);
  } else if (std::holds_alternative<Texts>(array->elements)) {
    SetPresent(static_cast<uint32_t>(GgufValueType::kString),
               &array->element_type);
  }
}

void FixTypes(GgufPair* pair) {
  if (const auto* const number = std::get_if<GgufNumber>(&pair->value)) {
    SetNumberType(number->width, &pair->type);
  } else if (std::holds_alternative<GgufText>(pair->value)) {
    SetPresent(static_cast<uint32_t>(GgufValueType::kString), &pair->type);
  } else if (auto* const array = std::get_if<GgufArray>(&pair->value)) {
    SetPresent(static_cast<uint32_t>(GgufValueType::kArray), &pair->type);
    FixElementType(array);
  }
}

void FixCount(GgufPair* pair) {
  auto* const array = std::get_if<GgufArray>(&pair->value);
  if (array == nullptr) return;
  if (const auto* const numbers = std::get_if<GgufNumbers>(&array->elements)) {
    SetPresent<uint64_t>(numbers->bytes.size() / numbers->width, &array->count);
  } else if (const auto* const texts = std::get_if<Texts>(&array->elements)) {
    SetPresent<uint64_t>(texts->size(), &array->count);
  }
}

void FixCounts(GgufModel* model) {
  SetPresent<uint64_t>(model->pairs.size(), &model->pair_count);
  SetPresent<uint64_t>(model->tensors.size(), &model->tensor_count);
  for (GgufPair& pair : model->pairs) FixCount(&pair);
  for (GgufTensor& tensor : model->tensors) {
    SetPresent(static_cast<uint32_t>(tensor.dimensions.size()),
               &tensor.dimension_count);
  }
}

// --- The layout ------------------------------------------------------------

void FixTotals(uint64_t most, GgufModel* model) {
  for (GgufTensor& tensor : model->tensors) {
    const std::optional<uint64_t> bytes = GgufDataSize(tensor);
    if (bytes.has_value() && *bytes <= most) tensor.data.resize(*bytes);
  }
}

void FixPadding(uint64_t most, GgufModel* model) {
  if (model->tensors.empty()) return;
  const uint64_t alignment = GgufAlignment(*model);
  const auto fix = [&](uint64_t before, bool last, std::string* padding) {
    const uint64_t length = PaddingTo(before, alignment);
    // A file may end without the last padding, so one that is short may stay.
    const bool stays = last && model->tail.empty() && padding->size() <= length;
    if (length <= most && !stays) padding->resize(length);
  };
  fix(GgufHeaderSize(*model), false, &model->padding);
  for (GgufTensor& tensor : model->tensors) {
    fix(tensor.data.size(), &tensor == &model->tensors.back(), &tensor.padding);
  }
}

void FixOffsets(GgufModel* model) {
  const uint64_t alignment = GgufAlignment(*model);
  uint64_t offset = 0;
  for (GgufTensor& tensor : model->tensors) {
    SetPresent(offset, &tensor.offset);
    const uint64_t bytes = GgufDataSize(tensor).value_or(tensor.data.size());
    const auto end = CheckedAdd(offset, bytes);
    if (!end.has_value()) return;
    const auto next = CheckedAlignUp(*end, alignment);
    if (!next.has_value()) return;
    offset = *next;
  }
}

}  // namespace

void Fix(const GgufFix& fix, GgufModel* model) {
  for (GgufPair& pair : model->pairs) {
    if (fix.lengths) FixLengths(&pair);
    if (fix.types) FixTypes(&pair);
  }
  for (GgufTensor& tensor : model->tensors) {
    if (fix.lengths) SetTrueLength(&tensor.name);
  }
  if (fix.counts) FixCounts(model);
  if (fix.totals) FixTotals(fix.most_data, model);
  if (fix.padding) FixPadding(fix.most_data, model);
  if (fix.offsets) FixOffsets(model);
}

}  // namespace loadgate::craft
