#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "craft/json_structure.h"
#include "craft/json_tokens.h"
#include "craft/safetensors_model.h"
#include "formats/safetensors_entry.h"
#include "loadgate/safetensors_dtype.h"

namespace loadgate::craft {
namespace {

constexpr std::string_view kMetadataName = "__metadata__";

// Puts the members of one entry in their places.
void ReadFields(const JsonStructure& structure,
                const std::vector<JsonToken>& tokens, SafetensorsEntry* entry) {
  for (const JsonMember& member : entry->members) {
    const auto key = DecodeJsonString(tokens[member.key].text);
    const size_t first = member.value.begin;
    if (key == "dtype") {
      entry->dtype.reset();
      if (!member.value.empty() &&
          tokens[first].kind == JsonTokenKind::kString) {
        entry->dtype = first;
      }
    }
    if (key == "shape") entry->shape = structure.Scalars(member.value);
    if (key == "data_offsets") {
      entry->data_offsets = structure.Scalars(member.value);
    }
  }
}

}  // namespace

std::vector<SafetensorsEntry> Entries(const SafetensorsModel& model) {
  const JsonStructure structure(model.header);
  const std::optional<JsonRange> top = structure.Top();
  std::vector<SafetensorsEntry> entries;
  if (!top.has_value()) return entries;
  for (const JsonMember& member : structure.Members(*top)) {
    SafetensorsEntry entry = {.name = member.key, .value = member.value};
    entry.members = structure.Members(member.value);
    entry.is_metadata =
        DecodeJsonString(model.header[member.key].text) == kMetadataName;
    if (!entry.is_metadata) ReadFields(structure, model.header, &entry);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::optional<uint64_t> SafetensorsSizeOf(std::string_view dtype_name,
                                          const std::vector<uint64_t>& shape) {
  const SafetensorsDtype* const dtype = FindSafetensorsDtype(dtype_name);
  if (dtype == nullptr) return std::nullopt;
  ShapeProduct product;
  for (const uint64_t dimension : shape) product.Multiply(dimension);
  uint64_t bits = 0;
  if (!product.elements().has_value() ||
      __builtin_mul_overflow(*product.elements(), uint64_t{dtype->bits},
                             &bits) ||
      bits % 8 != 0) {
    return std::nullopt;
  }
  return bits / 8;
}

std::optional<uint64_t> SafetensorsDataSize(const SafetensorsModel& model,
                                            const SafetensorsEntry& entry) {
  if (!entry.dtype.has_value() || !entry.shape.has_value()) return std::nullopt;
  const auto name = DecodeJsonString(model.header[*entry.dtype].text);
  if (!name.has_value()) return std::nullopt;
  std::vector<uint64_t> shape;
  for (const size_t i : *entry.shape) {
    const std::optional<uint64_t> dimension = JsonUnsigned(model.header[i]);
    if (!dimension.has_value()) return std::nullopt;
    shape.push_back(*dimension);
  }
  return SafetensorsSizeOf(*name, shape);
}

std::optional<SafetensorsSpan> SafetensorsSpanOf(
    const SafetensorsModel& model, const SafetensorsEntry& entry) {
  if (!entry.data_offsets.has_value() || entry.data_offsets->size() != 2) {
    return std::nullopt;
  }
  const auto begin = JsonUnsigned(model.header[entry.data_offsets->front()]);
  const auto end = JsonUnsigned(model.header[entry.data_offsets->back()]);
  if (!begin.has_value() || !end.has_value()) return std::nullopt;
  return SafetensorsSpan{*begin, *end};
}

}  // namespace loadgate::craft
