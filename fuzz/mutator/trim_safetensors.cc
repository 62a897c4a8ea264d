#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "craft/safetensors_model.h"
#include "fuzz/mutator/trimmer.h"

namespace loadgate::mutator {
namespace {

using craft::JsonToken;
using craft::JsonTokenKind;
using craft::SafetensorsEntry;
using craft::SafetensorsFix;
using craft::SafetensorsModel;

constexpr size_t kLargestModel = size_t{1} << 20;
constexpr size_t kHeaderUnit = 8;

// In the order in which they are cut: what takes most with it comes first.
enum Stage : size_t { kEntries, kMembers, kRanks, kNumbers, kTexts, kBytes };

using Tokens = std::vector<JsonToken>;

template <typename List>
void Erase(uint64_t first, uint64_t count, List* list) {
  const auto begin = list->begin() + static_cast<std::ptrdiff_t>(first);
  list->erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

size_t SkipSpace(const Tokens& tokens, size_t i) {
  while (i < tokens.size() && tokens[i].kind == JsonTokenKind::kSpace) ++i;
  return i;
}

// Where the item that begins with token `first` ends.
size_t EndOf(size_t first, craft::JsonRange value) {
  return std::max(first + 1, value.end);
}

// Takes tokens away, and the comma behind them, or else the one in front.
void EraseItems(size_t begin, size_t end, Tokens* tokens) {
  const size_t behind = SkipSpace(*tokens, end);
  if (behind < tokens->size() && (*tokens)[behind].Is(',')) {
    end = SkipSpace(*tokens, behind + 1);
  } else {
    size_t front = begin;
    while (front > 0 && (*tokens)[front - 1].kind == JsonTokenKind::kSpace) {
      --front;
    }
    if (front > 0 && (*tokens)[front - 1].Is(',')) begin = front - 1;
  }
  Erase(begin, end - begin, tokens);
}

bool Holds(SafetensorsFix fix, const SafetensorsModel& model) {
  SafetensorsModel fixed = model;
  craft::Fix(fix, &fixed);
  return fixed == model;
}

// The kinds of field of which none lies in `model`. The length is not among
// them: a lie about it is kept as one.
SafetensorsFix TrueFields(uint64_t file_size, const SafetensorsModel& model) {
  const SafetensorsFix none = {.offsets = false,
                               .totals = false,
                               .length = false,
                               .most_data = file_size};
  SafetensorsFix fields = none;
  for (bool SafetensorsFix::*const kind :
       {&SafetensorsFix::offsets, &SafetensorsFix::totals}) {
    SafetensorsFix one = none;
    one.*kind = true;
    fields.*kind = Holds(one, model);
  }
  return fields;
}

class SafetensorsTokens : public TrimParts {
 public:
  explicit SafetensorsTokens(ByteSpan file)
      : model_(craft::SafetensorsFromBytes(file)),
        fields_(TrueFields(file.size(), model_)),
        is_padded_(craft::SafetensorsHeaderSize(model_) % kHeaderUnit == 0),
        off_by_(model_.header_length.value_or(0) -
                craft::JsonSize(model_.header)) {}

  std::unique_ptr<TrimParts> Clone() const override {
    return std::make_unique<SafetensorsTokens>(*this);
  }
  std::optional<std::vector<uint64_t>> Lists(size_t stage) const override;
  void Cut(size_t stage, size_t list, uint64_t first, uint64_t count) override;
  std::string Bytes() const override;

 private:
  std::vector<size_t> Of(JsonTokenKind kind) const;
  std::vector<size_t> Dimensions() const;
  void CutEntries(uint64_t first, uint64_t count);
  void CutText(size_t list, uint64_t first, uint64_t count);

  SafetensorsModel model_;
  SafetensorsFix fields_;
  bool is_padded_;
  // What the header's length is more than it should be, and may wrap.
  uint64_t off_by_;
};

std::vector<size_t> SafetensorsTokens::Of(JsonTokenKind kind) const {
  std::vector<size_t> found;
  for (size_t i = 0; i < model_.header.size(); ++i) {
    if (model_.header[i].kind == kind) found.push_back(i);
  }
  return found;
}

// The tokens of all shapes that are plain numbers.
std::vector<size_t> SafetensorsTokens::Dimensions() const {
  std::vector<size_t> found;
  for (const SafetensorsEntry& entry : craft::Entries(model_)) {
    if (!entry.shape.has_value()) continue;
    for (const size_t i : *entry.shape) {
      if (craft::JsonUnsigned(model_.header[i]).has_value()) found.push_back(i);
    }
  }
  return found;
}

std::optional<std::vector<uint64_t>> SafetensorsTokens::Lists(
    size_t stage) const {
  std::vector<uint64_t> lengths;
  switch (stage) {
    case kEntries:
      return std::vector<uint64_t>{craft::Entries(model_).size()};
    case kMembers:
      for (const SafetensorsEntry& entry : craft::Entries(model_)) {
        lengths.push_back(entry.members.size());
      }
      return lengths;
    case kRanks:
      for (const SafetensorsEntry& entry : craft::Entries(model_)) {
        lengths.push_back(entry.shape.has_value() ? entry.shape->size() : 0);
      }
      return lengths;
    case kNumbers:
      for (const size_t i : Dimensions()) {
        lengths.push_back(*craft::JsonUnsigned(model_.header[i]));
      }
      return lengths;
    case kTexts:
      for (const size_t i : Of(JsonTokenKind::kString)) {
        const uint64_t size = model_.header[i].text.size();
        lengths.push_back(size < 2 ? 0 : size - 2);
      }
      return lengths;
    case kBytes:
      return std::vector<uint64_t>{Of(JsonTokenKind::kSpace).size(),
                                   Of(JsonTokenKind::kRaw).size(),
                                   model_.data.size(), model_.raw.size()};
    default:
      return std::nullopt;
  }
}

void SafetensorsTokens::CutEntries(uint64_t first, uint64_t count) {
  const std::vector<SafetensorsEntry> entries = craft::Entries(model_);
  const SafetensorsEntry& last = entries[first + count - 1];
  EraseItems(entries[first].name, EndOf(last.name, last.value), &model_.header);
}

void SafetensorsTokens::CutText(size_t list, uint64_t first, uint64_t count) {
  std::string& text = model_.header[Of(JsonTokenKind::kString)[list]].text;
  Erase(first + 1, count, &text);
}

void SafetensorsTokens::Cut(size_t stage, size_t list, uint64_t first,
                            uint64_t count) {
  switch (stage) {
    case kEntries:
      return CutEntries(first, count);
    case kMembers: {
      const auto members = craft::Entries(model_)[list].members;
      const craft::JsonMember& last = members[first + count - 1];
      return EraseItems(members[first].key, EndOf(last.key, last.value),
                        &model_.header);
    }
    case kRanks: {
      const auto shape = *craft::Entries(model_)[list].shape;
      return EraseItems(shape[first], shape[first + count - 1] + 1,
                        &model_.header);
    }
    case kNumbers: {
      JsonToken& number = model_.header[Dimensions()[list]];
      number = craft::MakeJsonNumber(craft::JsonUnsigned(number).value_or(0) -
                                     count);
      return;
    }
    case kTexts:
      return CutText(list, first, count);
    default:
      break;
  }
  if (list == 2) return Erase(first, count, &model_.data);
  if (list == 3) return Erase(first, count, &model_.raw);
  const std::vector<size_t> tokens =
      Of(list == 0 ? JsonTokenKind::kSpace : JsonTokenKind::kRaw);
  for (uint64_t i = first + count; i > first; --i) {
    Erase(tokens[i - 1], 1, &model_.header);
  }
}

// The padding of a header that has some is what the rest of it needs.
std::string SafetensorsTokens::Bytes() const {
  SafetensorsModel model = model_;
  craft::Fix(fields_, &model);
  if (is_padded_) {
    if (!model.header.empty() &&
        model.header.back().kind == JsonTokenKind::kSpace) {
      model.header.pop_back();
    }
    craft::PadHeader(&model);
  }
  if (model.header_length.has_value()) {
    model.header_length = craft::JsonSize(model.header) + off_by_;
  }
  return craft::SafetensorsToBytes(model);
}

}  // namespace

Trimmer TrimSafetensors(ByteSpan file) {
  const ByteSpan known = file.size() > kLargestModel ? ByteSpan() : file;
  return Trimmer(std::make_unique<SafetensorsTokens>(known), file.size());
}

}  // namespace loadgate::mutator
