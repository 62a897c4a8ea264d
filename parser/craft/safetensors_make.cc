#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "craft/json_structure.h"
#include "craft/json_tokens.h"
#include "craft/safetensors_model.h"

namespace loadgate::craft {
namespace {

using Tokens = std::vector<JsonToken>;

constexpr uint64_t kUnit = 8;
constexpr std::string_view kMetadata = R"("__metadata__":)";

std::string NumbersText(const std::vector<uint64_t>& numbers) {
  std::string text;
  for (const uint64_t number : numbers) {
    if (!text.empty()) text += ',';
    text += std::to_string(number);
  }
  return "[" + text + "]";
}

std::string PairsText(
    const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string text;
  for (const auto& [key, value] : pairs) {
    if (!text.empty()) text += ',';
    text += EncodeJsonString(key) + ":" + EncodeJsonString(value);
  }
  return "{" + text + "}";
}

}  // namespace

std::string SafetensorsEntryText(std::string_view name, std::string_view dtype,
                                 const std::vector<uint64_t>& shape,
                                 SafetensorsSpan span) {
  return EncodeJsonString(name) + R"(:{"dtype":)" + EncodeJsonString(dtype) +
         R"(,"shape":)" + NumbersText(shape) + R"(,"data_offsets":)" +
         NumbersText({span.begin, span.end}) + "}";
}

std::string SafetensorsMetadataText(
    const std::vector<std::pair<std::string, std::string>>& pairs) {
  return std::string(kMetadata) + PairsText(pairs);
}

namespace {

// Whether something stands in `object`, white space aside.
bool HasMembers(JsonRange object, const Tokens& tokens) {
  for (size_t i = object.begin + 1; i < object.end - 1; ++i) {
    if (tokens[i].kind != JsonTokenKind::kSpace) return true;
  }
  return false;
}

}  // namespace

SafetensorsModel NewSafetensors() {
  SafetensorsModel model;
  model.header = TokenizeJson("{}");
  model.header_length = JsonSize(model.header);
  return model;
}

bool AddEntry(std::string_view name, std::string_view dtype,
              const std::vector<uint64_t>& shape, uint64_t begin, uint64_t end,
              SafetensorsModel* model) {
  const std::optional<JsonRange> top =
      JsonStructure(model->header).WholeObject();
  if (!top.has_value()) return false;
  const std::string comma = HasMembers(*top, model->header) ? "," : "";
  ReplaceJson({top->end - 1, top->end - 1},
              comma + SafetensorsEntryText(name, dtype, shape, {begin, end}),
              &model->header);
  return true;
}

bool SetMetadata(const std::vector<std::pair<std::string, std::string>>& pairs,
                 SafetensorsModel* model) {
  const std::optional<JsonRange> top =
      JsonStructure(model->header).WholeObject();
  if (!top.has_value()) return false;
  for (const SafetensorsEntry& entry : Entries(*model)) {
    if (!entry.is_metadata) continue;
    ReplaceJson(entry.value, PairsText(pairs), &model->header);
    return true;
  }
  const std::string comma = HasMembers(*top, model->header) ? "," : "";
  ReplaceJson({top->begin + 1, top->begin + 1},
              SafetensorsMetadataText(pairs) + comma, &model->header);
  return true;
}

void PadHeader(SafetensorsModel* model) {
  const uint64_t size = SafetensorsHeaderSize(*model);
  const std::string spaces((kUnit - size % kUnit) % kUnit, ' ');
  if (spaces.empty()) return;
  if (model->header.empty() ||
      model->header.back().kind != JsonTokenKind::kSpace) {
    model->header.push_back({JsonTokenKind::kSpace, ""});
  }
  model->header.back().text += spaces;
}

}  // namespace loadgate::craft
