#include "craft/gguf_data.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "formats/gguf_alignment.h"
#include "formats/gguf_tensor_size.h"
#include "loadgate/checked_math.h"
#include "loadgate/gguf_file.h"

namespace loadgate::craft {
namespace {

constexpr uint32_t kU32 = static_cast<uint32_t>(GgufValueType::kU32);

// Takes up to `length` bytes from the front of `rest`.
std::string TakeFront(uint64_t length, std::string_view* rest) {
  const std::string_view front = rest->substr(
      0, static_cast<size_t>(std::min<uint64_t>(length, rest->size())));
  rest->remove_prefix(front.size());
  return std::string(front);
}

}  // namespace

bool GgufIsWhole(const GgufPair& pair) {
  if (!pair.type.has_value()) return false;
  if (const auto* const array = std::get_if<GgufArray>(&pair.value)) {
    return array->element_type.has_value() && array->count.has_value() &&
           !std::holds_alternative<std::monostate>(array->elements);
  }
  return !std::holds_alternative<std::monostate>(pair.value);
}

bool GgufIsWhole(const GgufModel& model) {
  return model.pair_count.has_value() &&
         std::all_of(model.pairs.begin(), model.pairs.end(),
                     [](const GgufPair& pair) { return GgufIsWhole(pair); }) &&
         std::all_of(model.tensors.begin(), model.tensors.end(),
                     [](const GgufTensor& tensor) {
                       return tensor.offset.has_value();
                     });
}

GgufValueType GgufNumberType(std::optional<uint32_t> declared, size_t width) {
  if (declared.has_value() && *declared < kGgufValueTypeCount) {
    const auto type = static_cast<GgufValueType>(*declared);
    if (GgufFixedSize(type) == width) return type;
  }
  switch (width) {
    case 1:
      return GgufValueType::kU8;
    case 2:
      return GgufValueType::kU16;
    case 8:
      return GgufValueType::kU64;
    default:
      return GgufValueType::kU32;
  }
}

std::optional<uint64_t> NextOffset(uint64_t offset, uint64_t bytes,
                                   uint64_t alignment) {
  const std::optional<uint64_t> end = CheckedAdd(offset, bytes);
  if (!end.has_value()) return std::nullopt;
  return CheckedAlignUp(*end, alignment);
}

uint64_t PaddingTo(uint64_t offset, uint64_t alignment) {
  return (alignment - (offset & (alignment - 1))) & (alignment - 1);
}

uint64_t GgufAlignment(const GgufModel& model) {
  for (const GgufPair& pair : model.pairs) {
    if (pair.key.bytes != kGgufAlignmentKey || pair.type != kU32) continue;
    const auto* const number = std::get_if<GgufNumber>(&pair.value);
    if (number != nullptr && std::has_single_bit(number->bits)) {
      return number->bits;
    }
  }
  return kGgufDefaultAlignment;
}

std::optional<uint64_t> GgufDataSize(const GgufTensor& tensor) {
  if (!tensor.type.has_value()) return std::nullopt;
  std::array<uint64_t, kGgufMaxDimensions> ne;
  if (tensor.dimensions.size() > ne.size()) return std::nullopt;
  ne.fill(1);
  std::copy(tensor.dimensions.begin(), tensor.dimensions.end(), ne.begin());
  const GgufTensorSize size = MeasureGgufTensor(ne, *tensor.type);
  if (size.fault.has_value()) return std::nullopt;
  return size.bytes;
}

void DealData(std::string_view behind, GgufModel* model) {
  const uint64_t alignment = GgufAlignment(*model);
  std::optional<uint64_t> offset = 0;
  if (!model->tensors.empty()) {
    const uint64_t length = PaddingTo(GgufHeaderSize(*model), alignment);
    model->padding = TakeFront(length, &behind);
  }
  for (GgufTensor& tensor : model->tensors) {
    const std::optional<uint64_t> bytes = GgufDataSize(tensor);
    if (!bytes.has_value() || tensor.offset != offset) break;
    tensor.data = TakeFront(*bytes, &behind);
    tensor.padding = TakeFront(PaddingTo(*bytes, alignment), &behind);
    offset = NextOffset(*offset, *bytes, alignment);
    if (!offset.has_value()) break;
  }
  model->tail = std::string(behind);
}

}  // namespace loadgate::craft
