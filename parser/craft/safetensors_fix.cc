#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "craft/json_structure.h"
#include "craft/json_tokens.h"
#include "craft/safetensors_model.h"
#include "loadgate/checked_math.h"

namespace loadgate::craft {
namespace {

// A tensor as far as the layout is concerned.
struct Place {
  SafetensorsEntry entry;
  bool has_size;
  // The bytes of its dtype and shape; where those come to no size, of its span.
  uint64_t bytes;
  std::optional<SafetensorsSpan> span;
};

// The span's length, unless it ends before it begins.
std::optional<uint64_t> LengthOf(const std::optional<SafetensorsSpan>& span) {
  if (!span.has_value() || span->begin > span->end) return std::nullopt;
  return span->end - span->begin;
}

// The tensors of the header. One that has neither a size nor a span owns
// nothing, and is left out.
std::vector<Place> PlacesOf(const SafetensorsModel& model) {
  std::vector<Place> places;
  for (SafetensorsEntry& entry : Entries(model)) {
    if (entry.is_metadata) continue;
    const std::optional<uint64_t> size = SafetensorsDataSize(model, entry);
    const auto span = SafetensorsSpanOf(model, entry);
    const auto bytes = size.has_value() ? size : LengthOf(span);
    if (!bytes.has_value()) continue;
    places.push_back({std::move(entry), size.has_value(), *bytes, span});
  }
  return places;
}

// Whether the spans have the sizes of their tensors, and each begins where
// another ends, the first at 0.
bool AreInPlace(const std::vector<Place>& places) {
  std::vector<std::pair<uint64_t, uint64_t>> spans;
  for (const Place& place : places) {
    const std::optional<uint64_t> length = LengthOf(place.span);
    if (!length.has_value() || length != place.bytes) return false;
    spans.emplace_back(place.span->begin, place.span->end);
  }
  std::sort(spans.begin(), spans.end());
  uint64_t end_before = 0;
  for (const auto& [begin, end] : spans) {
    if (begin != end_before) return false;
    end_before = end;
  }
  return true;
}

void SetOffsets(uint64_t begin, uint64_t end, const SafetensorsEntry& entry,
                std::vector<JsonToken>* tokens) {
  if (!entry.data_offsets.has_value()) return;
  const std::vector<size_t>& at = *entry.data_offsets;
  if (!at.empty()) (*tokens)[at[0]] = MakeJsonNumber(begin);
  if (at.size() > 1) (*tokens)[at[1]] = MakeJsonNumber(end);
}

void FixOffsets(SafetensorsModel* model) {
  const std::vector<Place> places = PlacesOf(*model);
  if (AreInPlace(places)) return;
  uint64_t sum = 0;
  for (const Place& place : places) {
    const std::optional<uint64_t> end = CheckedAdd(sum, place.bytes);
    if (!end.has_value()) continue;
    if (place.has_size) SetOffsets(sum, *end, place.entry, &model->header);
    sum = *end;
  }
}

// The furthest end among the tensors', of those that count: 0 where there is no
// tensor, nullopt where none has an end that counts.
std::optional<uint64_t> FurthestEnd(uint64_t most,
                                    const SafetensorsModel& model) {
  std::optional<uint64_t> furthest;
  bool has_tensors = false;
  for (const SafetensorsEntry& entry : Entries(model)) {
    if (entry.is_metadata) continue;
    has_tensors = true;
    const auto span = SafetensorsSpanOf(model, entry);
    if (!LengthOf(span).has_value()) continue;
    if (span->end > most && span->end != model.data.size()) continue;
    furthest = std::max(furthest.value_or(0), span->end);
  }
  if (has_tensors || !JsonStructure(model.header).WholeObject().has_value()) {
    return furthest;
  }
  return 0;
}

}  // namespace

void Fix(const SafetensorsFix& fix, SafetensorsModel* model) {
  if (fix.offsets) FixOffsets(model);
  if (fix.totals) {
    const std::optional<uint64_t> end = FurthestEnd(fix.most_data, *model);
    if (end.has_value()) model->data.resize(static_cast<size_t>(*end));
  }
  // Last, for new offsets may be longer than the old.
  if (fix.length && model->header_length.has_value()) {
    model->header_length = JsonSize(model->header);
  }
}

}  // namespace loadgate::craft
