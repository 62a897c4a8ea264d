#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "craft/gguf_data.h"
#include "craft/gguf_model.h"

namespace loadgate::craft {
namespace {

using Texts = std::vector<GgufText>;

void SetTrueLength(GgufText* text) { text->length = text->bytes.size(); }

void SetNumberType(size_t width, std::optional<uint32_t>* type) {
  if (type->has_value()) {
    *type = static_cast<uint32_t>(GgufNumberType(*type, width));
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
    if (bytes.has_value() && *bytes <= most) {
      tensor.data.resize(static_cast<size_t>(*bytes));
    }
  }
}

void FixPadding(const GgufFix& fix, GgufModel* model) {
  if (model->tensors.empty()) return;
  const uint64_t alignment = GgufAlignment(*model);
  const auto pad = [&](uint64_t before, bool may_lack, std::string* padding) {
    const uint64_t length = PaddingTo(before, alignment);
    const bool stays = may_lack && padding->size() <= length;
    if (length <= fix.most_data && !stays) {
      padding->resize(static_cast<size_t>(length));
    }
  };
  pad(GgufHeaderSize(*model), false, &model->padding);
  const bool last_may_lack = !fix.last_padding && model->tail.empty();
  for (GgufTensor& tensor : model->tensors) {
    const bool last = &tensor == &model->tensors.back();
    pad(tensor.data.size(), last && last_may_lack, &tensor.padding);
  }
}

void FixOffsets(GgufModel* model) {
  const uint64_t alignment = GgufAlignment(*model);
  uint64_t offset = 0;
  for (GgufTensor& tensor : model->tensors) {
    SetPresent(offset, &tensor.offset);
    // One that no file has room for takes none: the offsets behind it must be
    // something.
    const uint64_t bytes = GgufDataSize(tensor).value_or(0);
    offset = NextOffset(offset, bytes, alignment).value_or(offset);
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
  const bool whole = GgufIsWhole(*model);
  if (fix.totals && whole) FixTotals(fix.most_data, model);
  if (fix.padding && whole) FixPadding(fix, model);
  if (fix.offsets) FixOffsets(model);
}

}  // namespace loadgate::craft
