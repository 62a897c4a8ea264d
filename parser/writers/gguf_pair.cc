#include "writers/gguf_pair.h"

#include "loadgate/check.h"

namespace loadgate {
namespace {

// Returns how many elements were added.
template <GgufCxx T>
uint64_t AppendAll(GgufElements elements, std::vector<std::byte>* out) {
  uint64_t count = 0;
  for (T value{}; elements.Next(&value); ++count) {
    AppendGgufElement(value, out);
  }
  return count;
}

uint64_t AppendElements(const GgufKeyValue& pair, std::vector<std::byte>* out) {
  switch (pair.element_type()) {
    case GgufValueType::kU8:
      return AppendAll<uint8_t>(pair.elements(), out);
    case GgufValueType::kI8:
      return AppendAll<int8_t>(pair.elements(), out);
    case GgufValueType::kU16:
      return AppendAll<uint16_t>(pair.elements(), out);
    case GgufValueType::kI16:
      return AppendAll<int16_t>(pair.elements(), out);
    case GgufValueType::kU32:
      return AppendAll<uint32_t>(pair.elements(), out);
    case GgufValueType::kI32:
      return AppendAll<int32_t>(pair.elements(), out);
    case GgufValueType::kF32:
      return AppendAll<float>(pair.elements(), out);
    case GgufValueType::kBool:
      return AppendAll<bool>(pair.elements(), out);
    case GgufValueType::kString:
      return AppendAll<std::string_view>(pair.elements(), out);
    case GgufValueType::kU64:
      return AppendAll<uint64_t>(pair.elements(), out);
    case GgufValueType::kI64:
      return AppendAll<int64_t>(pair.elements(), out);
    case GgufValueType::kF64:
      return AppendAll<double>(pair.elements(), out);
    case GgufValueType::kArray:
      return 0;
  }
  LG_CHECK(false);
}

}  // namespace

void AppendGgufPairStart(std::string_view key, GgufValueType type,
                         GgufValueType element_type, uint64_t count,
                         std::vector<std::byte>* out) {
  AppendText(key, out);
  AppendNumber(static_cast<uint32_t>(type), out);
  if (type != GgufValueType::kArray) return;
  AppendNumber(static_cast<uint32_t>(element_type), out);
  AppendNumber(count, out);
}

std::optional<std::vector<std::byte>> EncodeGgufPair(const GgufKeyValue& pair) {
  std::vector<std::byte> bytes;
  AppendGgufPairStart(pair.key(), pair.type(), pair.element_type(),
                      pair.count(), &bytes);
  if (AppendElements(pair, &bytes) != pair.count()) return std::nullopt;
  return bytes;
}

}  // namespace loadgate
