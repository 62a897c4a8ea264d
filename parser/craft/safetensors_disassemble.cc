#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "craft/json_structure.h"
#include "craft/recipe_writer.h"
#include "craft/safetensors_recipe.h"

namespace loadgate::craft {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

// A tensor that is written as the reference's writer writes it.
struct PlainTensor {
  std::string name;
  std::string dtype;
  std::vector<uint64_t> shape;
  SafetensorsSpan span;
};

// Whether `text` can stand in a recipe as a name.
bool IsName(std::string_view text) {
  constexpr std::string_view kNameBytes =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-";
  return !text.empty() &&
         text.find_first_not_of(kNameBytes) == std::string_view::npos;
}

// The text of the tokens from `begin` up to `end`.
std::string TextOf(const std::vector<JsonToken>& tokens, size_t begin,
                   size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += tokens[i].text;
  return text;
}

// Writes one model. The header is taken apart at the commas between the
// members of its object; a member that is not written as the reference's writer
// writes it is spelt as it stands.
class SafetensorsDisassembler {
 public:
  explicit SafetensorsDisassembler(const SafetensorsModel& model)
      : model_(model) {}

  std::string Disassemble();

 private:
  void WriteMembers(size_t end);
  void WriteMember(size_t begin, size_t end, const SafetensorsEntry* entry);
  bool TryMetadata(const SafetensorsEntry& entry, const std::string& text);
  bool TryTensor(const SafetensorsEntry& entry, const std::string& text);
  std::optional<PlainTensor> PlainTensorOf(const SafetensorsEntry& entry) const;
  std::optional<std::string> StringAt(size_t token) const {
    return DecodeJsonString(model_.header[token].text);
  }
  void WriteTensor(const PlainTensor& tensor);
  void WriteVerbatim(std::string_view statement, std::string_view text);

  const SafetensorsModel& model_;
  RecipeLayout layout_;
  RecipeWriter out_;
  uint64_t offset_ = sizeof(uint64_t);
};

std::string SafetensorsDisassembler::Disassemble() {
  const uint64_t size = JsonSize(model_.header);
  out_.Begin("safetensors", 0);
  out_.End();
  if (model_.header_length != size) {
    out_.Begin("header_length", 0);
    out_.Word(std::to_string(model_.header_length.value_or(0)));
    out_.End();
  }
  const auto object = JsonStructure(model_.header).WholeObject();
  size_t behind = 0;
  if (object.has_value() && object->begin == 0) {
    behind = object->end;
    WriteMembers(object->end - 1);
  } else {
    out_.Begin("brackets", offset_);
    out_.Word("absent");
    out_.End();
  }
  const std::string rest = TextOf(model_.header, behind, model_.header.size());
  const uint64_t header_end = sizeof(uint64_t) + size;
  if (behind == 0 && !rest.empty()) WriteVerbatim("json", rest);
  const std::string padding = behind == 0 ? "" : rest;
  if (padding != RecipePadding(header_end - padding.size())) {
    offset_ = header_end - padding.size();
    WriteVerbatim("padding", padding);
  }
  if (model_.data != std::string(layout_.data_size(), '\0')) {
    out_.Begin("data", header_end);
    out_.Bytes(model_.data, header_end);
    out_.End();
  }
  return out_.Take();
}

void SafetensorsDisassembler::WriteMembers(size_t end) {
  const std::vector<SafetensorsEntry> entries = Entries(model_);
  const std::vector<JsonToken>& tokens = model_.header;
  offset_ += tokens.front().text.size();
  size_t entry = 0;
  size_t begin = 1;
  size_t depth = 0;
  for (size_t i = 1; i <= end; ++i) {
    if (tokens[i].Is('{') || tokens[i].Is('[')) ++depth;
    if (i < end && depth > 0 && (tokens[i].Is('}') || tokens[i].Is(']'))) {
      --depth;
    }
    const bool splits = i == end || (depth == 0 && tokens[i].Is(','));
    if (!splits) continue;
    while (entry < entries.size() && entries[entry].name < begin) ++entry;
    const bool has_entry = entry < entries.size() && entries[entry].name < i;
    // `{}` has no member, and `{,}` has two that are empty.
    if (begin != end || begin != 1) {
      WriteMember(begin, i, has_entry ? &entries[entry] : nullptr);
    }
    begin = i + 1;
  }
}

void SafetensorsDisassembler::WriteMember(size_t begin, size_t end,
                                          const SafetensorsEntry* entry) {
  const std::string text = TextOf(model_.header, begin, end);
  const bool plain = entry != nullptr && entry->name == begin &&
                     (entry->is_metadata ? TryMetadata(*entry, text)
                                         : TryTensor(*entry, text));
  if (!plain) WriteVerbatim("json", text);
  offset_ += text.size() + 1;  // The comma or bracket behind it.
}

bool SafetensorsDisassembler::TryMetadata(const SafetensorsEntry& entry,
                                          const std::string& text) {
  Pairs pairs;
  for (const JsonMember& member : entry.members) {
    auto key = StringAt(member.key);
    auto value =
        member.value.empty() ? std::nullopt : StringAt(member.value.begin);
    if (!key.has_value() || !value.has_value()) return false;
    pairs.emplace_back(std::move(*key), std::move(*value));
  }
  if (SafetensorsMetadataText(pairs) != text) return false;
  out_.Begin("metadata", offset_);
  out_.Open();
  for (const auto& [key, value] : pairs) {
    out_.Text(key);
    out_.Text(value);
  }
  out_.Close();
  out_.End();
  return true;
}

std::optional<PlainTensor> SafetensorsDisassembler::PlainTensorOf(
    const SafetensorsEntry& entry) const {
  const auto name = StringAt(entry.name);
  const auto span = SafetensorsSpanOf(model_, entry);
  if (!name.has_value() || !entry.dtype.has_value() ||
      !entry.shape.has_value() || !span.has_value()) {
    return std::nullopt;
  }
  const auto dtype = StringAt(*entry.dtype);
  if (!dtype.has_value()) return std::nullopt;
  PlainTensor tensor = {*name, *dtype, {}, *span};
  for (const size_t i : *entry.shape) {
    const std::optional<uint64_t> number = JsonUnsigned(model_.header[i]);
    if (!number.has_value()) return std::nullopt;
    tensor.shape.push_back(*number);
  }
  return tensor;
}

bool SafetensorsDisassembler::TryTensor(const SafetensorsEntry& entry,
                                        const std::string& text) {
  const std::optional<PlainTensor> tensor = PlainTensorOf(entry);
  if (!tensor.has_value() ||
      SafetensorsEntryText(tensor->name, tensor->dtype, tensor->shape,
                           tensor->span) != text) {
    return false;
  }
  WriteTensor(*tensor);
  return true;
}

void SafetensorsDisassembler::WriteTensor(const PlainTensor& tensor) {
  out_.Begin("tensor", offset_);
  out_.Text(tensor.name);
  out_.Word(IsName(tensor.dtype) ? tensor.dtype : QuotedText(tensor.dtype));
  out_.Open();
  for (const uint64_t n : tensor.shape) out_.Word(std::to_string(n));
  out_.Close();
  const SafetensorsSpan expected = layout_.Expected(tensor.dtype, tensor.shape);
  if (tensor.span.begin != expected.begin || tensor.span.end != expected.end) {
    out_.Word("data_offsets=[" + std::to_string(tensor.span.begin) + " " +
              std::to_string(tensor.span.end) + "]");
  }
  layout_.Add(tensor.span);
  out_.End();
}

void SafetensorsDisassembler::WriteVerbatim(std::string_view statement,
                                            std::string_view text) {
  out_.Begin(statement, offset_);
  out_.Lines(text, offset_);
  out_.End();
}

}  // namespace

std::string DisassembleSafetensors(const SafetensorsModel& model) {
  return SafetensorsDisassembler(model).Disassemble();
}

}  // namespace loadgate::craft
