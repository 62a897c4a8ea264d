#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "craft/gguf_model.h"
#include "fuzz/mutator/trimmer.h"
#include "loadgate/ggml_type.h"

namespace loadgate::mutator {
namespace {

using craft::GgufArray;
using craft::GgufFix;
using craft::GgufModel;
using craft::GgufNumbers;
using craft::GgufText;

constexpr size_t kLargestModel = size_t{1} << 20;
constexpr size_t kDimensions = 4;

// In the order in which they are cut: what takes most with it comes first.
enum Stage : size_t { kItems, kValues, kShapes, kBytes };

// A count that is one, less what goes.
template <typename T>
void Lessen(uint64_t by, std::optional<T>* count) {
  if (count->has_value()) {
    **count = static_cast<T>(**count - std::min<uint64_t>(**count, by));
  }
}

template <typename List>
void Erase(uint64_t first, uint64_t count, List* list) {
  const auto begin = list->begin() + static_cast<std::ptrdiff_t>(first);
  list->erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

void CutText(uint64_t first, uint64_t count, GgufText* text) {
  Erase(first, count, &text->bytes);
  text->length -= std::min(text->length, count);
}

uint64_t LengthOf(const GgufArray& array) {
  if (const auto* const numbers = std::get_if<GgufNumbers>(&array.elements)) {
    return numbers->width == 0 ? 0 : numbers->bytes.size() / numbers->width;
  }
  const auto* const texts = std::get_if<std::vector<GgufText>>(&array.elements);
  return texts == nullptr ? 0 : texts->size();
}

void CutArray(uint64_t first, uint64_t count, GgufArray* array) {
  if (auto* const numbers = std::get_if<GgufNumbers>(&array->elements)) {
    Erase(first * numbers->width, count * numbers->width, &numbers->bytes);
  } else if (auto* const texts =
                 std::get_if<std::vector<GgufText>>(&array->elements)) {
    Erase(first, count, texts);
  }
  Lessen(count, &array->count);
}

// Whether what `fix` names is true in `model` as it is.
bool Holds(GgufFix fix, const GgufModel& model) {
  GgufModel fixed = model;
  craft::Fix(fix, &fixed);
  return fixed == model;
}

// The kinds of field of which none lies in `model`. Offsets are not among them:
// those that lie are told apart one by one.
GgufFix TrueFields(uint64_t file_size, const GgufModel& model) {
  const GgufFix none = {.lengths = false,
                        .types = false,
                        .counts = false,
                        .totals = false,
                        .padding = false,
                        .offsets = false,
                        .most_data = file_size};
  GgufFix fields = none;
  for (bool GgufFix::*const kind : {&GgufFix::lengths, &GgufFix::counts,
                                    &GgufFix::totals, &GgufFix::padding}) {
    GgufFix one = none;
    one.*kind = true;
    fields.*kind = Holds(one, model);
  }
  GgufFix last = none;
  last.padding = true;
  last.last_padding = true;
  fields.last_padding = Holds(last, model);
  return fields;
}

void FixOffsets(GgufModel* model) {
  craft::Fix({.lengths = false,
              .types = false,
              .counts = false,
              .totals = false,
              .padding = false},
             model);
}

class GgufParts : public TrimParts {
 public:
  explicit GgufParts(ByteSpan file)
      : model_(craft::GgufFromBytes(file)),
        fields_(TrueFields(file.size(), model_)) {
    GgufModel truth = model_;
    FixOffsets(&truth);
    for (size_t i = 0; i < model_.tensors.size(); ++i) {
      off_by_.push_back(model_.tensors[i].offset.value_or(0) -
                        truth.tensors[i].offset.value_or(0));
    }
  }

  std::unique_ptr<TrimParts> Clone() const override {
    return std::make_unique<GgufParts>(*this);
  }
  std::optional<std::vector<uint64_t>> Lists(size_t stage) const override;
  void Cut(size_t stage, size_t list, uint64_t first, uint64_t count) override;
  std::string Bytes() const override;

 private:
  void CutItems(size_t list, uint64_t first, uint64_t count);
  void CutShape(size_t list, uint64_t first, uint64_t count);
  std::vector<uint64_t> ValueLengths() const;
  std::vector<uint64_t> ShapeLengths() const;
  std::vector<const std::string*> Texts() const;
  void CutBytes(size_t list, uint64_t first, uint64_t count);

  GgufModel model_;
  GgufFix fields_;
  // A tensor: what its offset is more than it should be, and may wrap.
  std::vector<uint64_t> off_by_ = {};
};

std::vector<uint64_t> GgufParts::ValueLengths() const {
  std::vector<uint64_t> lengths;
  for (const craft::GgufPair& pair : model_.pairs) {
    const auto* const array = std::get_if<GgufArray>(&pair.value);
    const auto* const text = std::get_if<GgufText>(&pair.value);
    lengths.push_back(array != nullptr  ? LengthOf(*array)
                      : text != nullptr ? text->bytes.size()
                                        : 0);
  }
  return lengths;
}

// Of each tensor: the number of dimensions, and each of the first few of them;
// the first in blocks.
std::vector<uint64_t> GgufParts::ShapeLengths() const {
  std::vector<uint64_t> lengths;
  for (const craft::GgufTensor& tensor : model_.tensors) {
    lengths.push_back(tensor.dimensions.size());
    for (size_t i = 0; i < kDimensions; ++i) {
      const bool is_there = i < tensor.dimensions.size();
      lengths.push_back(is_there ? tensor.dimensions[i] : 0);
    }
  }
  return lengths;
}

void GgufParts::CutShape(size_t list, uint64_t first, uint64_t count) {
  craft::GgufTensor& tensor = model_.tensors[list / (kDimensions + 1)];
  const size_t part = list % (kDimensions + 1);
  if (part == 0) {
    Erase(first, count, &tensor.dimensions);
    Lessen(count, &tensor.dimension_count);
    return;
  }
  uint64_t& dimension = tensor.dimensions[part - 1];
  dimension -= count;
  const GgmlType* const type = FindGgmlType(tensor.type.value_or(0));
  if (part == 1 && type != nullptr && !type->removed()) {
    dimension -= dimension % type->block_elements;
  }
}

// The strings in which bytes can be cut, in the order of their places.
std::vector<const std::string*> GgufParts::Texts() const {
  std::vector<const std::string*> texts = {&model_.tail, &model_.padding,
                                           &model_.raw};
  for (const craft::GgufPair& pair : model_.pairs) {
    texts.push_back(&pair.key.bytes);
  }
  for (const craft::GgufTensor& tensor : model_.tensors) {
    texts.push_back(&tensor.name.bytes);
    texts.push_back(&tensor.data);
    texts.push_back(&tensor.padding);
  }
  return texts;
}

void GgufParts::CutBytes(size_t list, uint64_t first, uint64_t count) {
  const std::array<std::string*, 3> loose = {&model_.tail, &model_.padding,
                                             &model_.raw};
  if (list < loose.size()) return Erase(first, count, loose[list]);
  list -= loose.size();
  if (list < model_.pairs.size()) {
    return CutText(first, count, &model_.pairs[list].key);
  }
  list -= model_.pairs.size();
  craft::GgufTensor& tensor = model_.tensors[list / 3];
  if (list % 3 == 0) return CutText(first, count, &tensor.name);
  Erase(first, count, list % 3 == 1 ? &tensor.data : &tensor.padding);
}

std::optional<std::vector<uint64_t>> GgufParts::Lists(size_t stage) const {
  switch (stage) {
    case kItems:
      return std::vector<uint64_t>{model_.tensors.size(), model_.pairs.size()};
    case kValues:
      return ValueLengths();
    case kShapes:
      return ShapeLengths();
    case kBytes: {
      std::vector<uint64_t> lengths;
      for (const std::string* const text : Texts()) {
        lengths.push_back(text->size());
      }
      return lengths;
    }
    default:
      return std::nullopt;
  }
}

void GgufParts::CutItems(size_t list, uint64_t first, uint64_t count) {
  if (list == 0) {
    Erase(first, count, &model_.tensors);
    Erase(first, count, &off_by_);
    Lessen(count, &model_.tensor_count);
  } else {
    Erase(first, count, &model_.pairs);
    Lessen(count, &model_.pair_count);
  }
}

void GgufParts::Cut(size_t stage, size_t list, uint64_t first, uint64_t count) {
  switch (stage) {
    case kItems:
      return CutItems(list, first, count);
    case kValues: {
      craft::GgufAnyValue& value = model_.pairs[list].value;
      if (auto* const array = std::get_if<GgufArray>(&value)) {
        return CutArray(first, count, array);
      }
      return CutText(first, count, &std::get<GgufText>(value));
    }
    case kShapes:
      return CutShape(list, first, count);
    default:
      return CutBytes(list, first, count);
  }
}

std::string GgufParts::Bytes() const {
  GgufModel model = model_;
  craft::Fix(fields_, &model);
  FixOffsets(&model);
  for (size_t i = 0; i < model.tensors.size(); ++i) {
    if (model.tensors[i].offset.has_value()) {
      *model.tensors[i].offset += off_by_[i];
    }
  }
  return craft::GgufToBytes(model);
}

}  // namespace

Trimmer TrimGguf(ByteSpan file) {
  const ByteSpan known = file.size() > kLargestModel ? ByteSpan() : file;
  return Trimmer(std::make_unique<GgufParts>(known), file.size());
}

}  // namespace loadgate::mutator
