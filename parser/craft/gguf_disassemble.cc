#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "craft/byte_writer.h"
#include "craft/gguf_data.h"
#include "craft/gguf_recipe.h"
#include "craft/recipe_numbers.h"
#include "craft/recipe_writer.h"
#include "formats/gguf_header.h"
#include "loadgate/ggml_type.h"

namespace loadgate::craft {
namespace {

using Texts = std::vector<GgufText>;

constexpr std::string_view kAbsent = "absent";

bool IsZeros(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

// The bytes of a pair whose value is a number.
uint64_t SizeOfNumberPair(const GgufPair& pair) {
  return sizeof(pair.key.length) + pair.key.bytes.size() + sizeof(*pair.type) +
         std::get<GgufNumber>(pair.value).width;
}

// Writes one model. `true_` is the same model with the header that it would
// have without its lies: where the two differ, the recipe says so.
class GgufDisassembler {
 public:
  GgufDisassembler(const GgufModel& model, const std::optional<SplitRole>& role)
      : model_(model), true_(WithoutLies(model)), role_(role) {}

  std::string Disassemble();

 private:
  static GgufModel WithoutLies(const GgufModel& model);

  void WriteHeader();
  size_t WriteSplit(size_t first);
  void WritePair(const GgufPair& pair, const GgufPair& honest);
  void WriteValue(const GgufPair& pair, const GgufPair& honest);
  void WriteArray(const GgufArray& array, const GgufArray& honest);
  void WriteElements(const GgufArray& array);
  void WriteNumbers(GgufValueType type, const GgufNumbers& numbers);
  void WriteType(std::string_view name, std::optional<uint32_t> type,
                 GgufValueType written);
  void WriteInfo(const GgufTensor& tensor, const GgufTensor& honest);
  void WriteTensorType(const GgufTensor& tensor, const GgufTensor& honest);
  void WriteData();
  void WritePiece(std::string_view name, const std::string& bytes);
  void WriteText(const GgufText& text);
  // `field` where it is absent or not `honest`; `offset_` moves past it.
  template <typename T>
  void WriteCount(std::string_view name, std::optional<T> field,
                  std::optional<T> honest);

  const GgufModel& model_;
  const GgufModel true_;
  const std::optional<SplitRole> role_;
  RecipeWriter out_;
  uint64_t offset_ = 0;
};

GgufModel GgufDisassembler::WithoutLies(const GgufModel& model) {
  GgufModel honest = model;
  Fix(kGgufRecipeFix, &honest);
  return honest;
}

std::string GgufDisassembler::Disassemble() {
  WriteHeader();
  size_t pair = 0;
  while (pair < model_.pairs.size()) {
    const size_t written = WriteSplit(pair);
    if (written == 0) WritePair(model_.pairs[pair], true_.pairs[pair]);
    pair += std::max<size_t>(written, 1);
  }
  for (size_t i = 0; i < model_.tensors.size(); ++i) {
    WriteInfo(model_.tensors[i], true_.tensors[i]);
  }
  if (!model_.raw.empty()) WritePiece("raw", model_.raw);
  WriteData();
  return out_.Take();
}

void GgufDisassembler::WriteHeader() {
  out_.Begin("gguf", 0);
  if (model_.order == ByteOrder::kBig) out_.Word("big_endian");
  out_.End();
  if (model_.magic != kGgufMagic) {
    out_.Begin("magic", offset_);
    out_.Text(model_.magic);
    out_.End();
  }
  offset_ += model_.magic.size();
  const GgufModel expected = NewGguf();
  WriteCount("version", model_.version, expected.version);
  WriteCount("tensor_count", model_.tensor_count,
             std::optional<uint64_t>(model_.tensors.size()));
  WriteCount("metadata_kv_count", model_.pair_count,
             std::optional<uint64_t>(model_.pairs.size()));
}

template <typename T>
void GgufDisassembler::WriteCount(std::string_view name, std::optional<T> field,
                                  std::optional<T> honest) {
  if (field != honest) {
    out_.Begin(name, offset_);
    out_.Word(field.has_value() ? std::to_string(*field)
                                : std::string(kAbsent));
    out_.End();
  }
  if (field.has_value()) offset_ += sizeof(T);
}

void GgufDisassembler::WriteText(const GgufText& text) {
  if (text.length != text.bytes.size()) out_.Attribute("length", text.length);
  out_.Text(text.bytes);
  offset_ += sizeof(text.length) + text.bytes.size();
}

// --- Key-values ------------------------------------------------------------

// Writes the three pairs of a split from `first` on, if that is what they are,
// and returns how many it wrote.
size_t GgufDisassembler::WriteSplit(size_t first) {
  if (!role_.has_value()) return 0;
  const std::array<GgufPair, 3> right = SplitPairs(*role_);
  const std::span<const GgufPair> rest = std::span(model_.pairs).subspan(first);
  if (rest.size() < right.size() ||
      !std::equal(right.begin(), right.end(), rest.begin())) {
    return 0;
  }
  out_.Begin("split", offset_);
  out_.End();
  for (const GgufPair& pair : right) offset_ += SizeOfNumberPair(pair);
  return right.size();
}

void GgufDisassembler::WritePair(const GgufPair& pair, const GgufPair& honest) {
  out_.Begin("kv", offset_);
  WriteText(pair.key);
  if (pair.type.has_value()) {
    offset_ += sizeof(*pair.type);
    WriteValue(pair, honest);
  } else {
    out_.Word(kAbsent);
  }
  out_.End();
}

void GgufDisassembler::WriteType(std::string_view name,
                                 std::optional<uint32_t> type,
                                 GgufValueType written) {
  out_.Word(GgufValueTypeName(written));
  if (type != static_cast<uint32_t>(written)) out_.Attribute(name, *type);
}

void GgufDisassembler::WriteValue(const GgufPair& pair,
                                  const GgufPair& honest) {
  if (const auto* const number = std::get_if<GgufNumber>(&pair.value)) {
    const GgufValueType written = GgufNumberType(pair.type, number->width);
    WriteType("type", pair.type, written);
    out_.Word(FormatNumber(written, number->bits));
    offset_ += number->width;
  } else if (const auto* const text = std::get_if<GgufText>(&pair.value)) {
    WriteType("type", pair.type, GgufValueType::kString);
    WriteText(*text);
  } else if (const auto* const array = std::get_if<GgufArray>(&pair.value)) {
    WriteType("type", pair.type, GgufValueType::kArray);
    WriteArray(*array, std::get<GgufArray>(honest.value));
  } else {
    out_.Attribute("type", *pair.type);
    out_.Word(kAbsent);
  }
}

void GgufDisassembler::WriteArray(const GgufArray& array,
                                  const GgufArray& honest) {
  if (!array.element_type.has_value()) return out_.Word(kAbsent);
  offset_ += sizeof(*array.element_type);
  const std::optional<uint32_t> type = array.element_type;
  const bool absent = std::holds_alternative<std::monostate>(array.elements);
  if (const auto* const numbers = std::get_if<GgufNumbers>(&array.elements)) {
    WriteType("element_type", type, GgufNumberType(type, numbers->width));
  } else if (!absent) {
    WriteType("element_type", type, GgufValueType::kString);
  } else {
    out_.Attribute("element_type", *type);
  }
  if (!array.count.has_value()) return out_.Word(kAbsent);
  offset_ += sizeof(*array.count);
  if (absent || array.count != honest.count) {
    out_.Attribute("count", *array.count);
  }
  WriteElements(array);
}

void GgufDisassembler::WriteElements(const GgufArray& array) {
  if (const auto* const numbers = std::get_if<GgufNumbers>(&array.elements)) {
    WriteNumbers(GgufNumberType(array.element_type, numbers->width), *numbers);
  } else if (const auto* const texts = std::get_if<Texts>(&array.elements)) {
    out_.Open();
    for (const GgufText& text : *texts) WriteText(text);
    out_.Close();
  } else {
    out_.Word(kAbsent);
  }
}

void GgufDisassembler::WriteNumbers(GgufValueType type,
                                    const GgufNumbers& numbers) {
  out_.Open();
  std::string_view rest = numbers.bytes;
  while (!rest.empty()) {
    const std::string_view bytes = rest.substr(0, numbers.width);
    out_.Word(FormatNumber(type, GetNumber(bytes, model_.order)));
    rest.remove_prefix(bytes.size());
  }
  out_.Close();
  offset_ += numbers.bytes.size();
}

// --- Tensors ---------------------------------------------------------------

void GgufDisassembler::WriteInfo(const GgufTensor& tensor,
                                 const GgufTensor& honest) {
  out_.Begin("tensor", offset_);
  WriteText(tensor.name);
  if (!tensor.dimension_count.has_value()) {
    out_.Word(kAbsent);
    return out_.End();
  }
  offset_ += sizeof(*tensor.dimension_count);
  if (tensor.dimension_count != honest.dimension_count) {
    out_.Attribute("n_dimensions", *tensor.dimension_count);
  }
  out_.Open();
  for (const uint64_t ne : tensor.dimensions) out_.Word(std::to_string(ne));
  out_.Close();
  offset_ += tensor.dimensions.size() * sizeof(uint64_t);
  WriteTensorType(tensor, honest);
  out_.End();
}

void GgufDisassembler::WriteTensorType(const GgufTensor& tensor,
                                       const GgufTensor& honest) {
  if (!tensor.type.has_value()) return out_.Word(kAbsent);
  offset_ += sizeof(*tensor.type);
  const GgmlType* const type = FindGgmlType(*tensor.type);
  if (type != nullptr) {
    out_.Word(type->name);
  } else {
    out_.Attribute("type", *tensor.type);
  }
  if (!tensor.offset.has_value()) return out_.Word("offset=absent");
  offset_ += sizeof(*tensor.offset);
  if (tensor.offset != honest.offset) {
    out_.Attribute("offset", *tensor.offset);
  }
}

// --- What stands behind the header -----------------------------------------

void GgufDisassembler::WritePiece(std::string_view name,
                                  const std::string& bytes) {
  out_.Begin(name, offset_);
  out_.Bytes(bytes, offset_);
  out_.End();
  offset_ += bytes.size();
}

void GgufDisassembler::WriteData() {
  const GgufRecipeLayout layout = RecipeLayoutOf(true_);
  const auto write = [this](const std::string& name, const std::string& bytes,
                            uint64_t zeros) {
    if (bytes.size() != zeros || !IsZeros(bytes)) {
      WritePiece(name, bytes);
    } else {
      offset_ += bytes.size();
    }
  };
  write("padding", model_.padding, layout.padding);
  for (size_t i = 0; i < model_.tensors.size(); ++i) {
    const std::string number = " " + std::to_string(i);
    const GgufTensor& tensor = model_.tensors[i];
    write("data" + number, tensor.data, layout.tensors[i].data);
    write("data_padding" + number, tensor.padding, layout.tensors[i].padding);
  }
  if (!model_.tail.empty()) WritePiece("tail", model_.tail);
}

}  // namespace

std::string DisassembleGguf(const GgufModel& model,
                            const std::optional<SplitRole>& role) {
  return GgufDisassembler(model, role).Disassemble();
}

}  // namespace loadgate::craft
