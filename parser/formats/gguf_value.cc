#include "loadgate/gguf_value.h"

#include <array>

#include "loadgate/check.h"

namespace loadgate {
namespace {

struct ValueTypeRow {
  std::string_view name;
  uint64_t fixed_size;
};

constexpr std::array<ValueTypeRow, kGgufValueTypeCount> kValueTypes = {{
    {"u8", 1},
    {"i8", 1},
    {"u16", 2},
    {"i16", 2},
    {"u32", 4},
    {"i32", 4},
    {"f32", 4},
    {"bool", 1},
    {"string", 0},
    {"array", 0},
    {"u64", 8},
    {"i64", 8},
    {"f64", 8},
}};

const ValueTypeRow& RowOf(GgufValueType type) {
  const auto id = static_cast<uint32_t>(type);
  LG_CHECK(id < kValueTypes.size());
  return kValueTypes[id];
}

// Reads a value type that is in the table.
bool ReadType(Cursor& bytes, ByteOrder order, GgufValueType* out) {
  uint32_t id = 0;
  if (!bytes.ReadU32(&id, order) || id >= kGgufValueTypeCount) return false;
  *out = static_cast<GgufValueType>(id);
  return true;
}

// The value of `pair` as the first of Ts that is its exact type, widened.
template <typename Wide, typename... Ts>
std::optional<Wide> Widen(const GgufKeyValue& pair) {
  std::optional<Wide> wide;
  auto take = [&wide](const auto& exact) {
    if (exact.has_value()) wide = static_cast<Wide>(*exact);
  };
  (take(pair.As<Ts>()), ...);
  return wide;
}

}  // namespace

std::string_view GgufValueTypeName(GgufValueType type) {
  return RowOf(type).name;
}

uint64_t GgufFixedSize(GgufValueType type) { return RowOf(type).fixed_size; }

uint64_t GgufSmallestSize(GgufValueType type) {
  const uint64_t fixed = GgufFixedSize(type);
  return fixed == 0 ? sizeof(uint64_t) : fixed;
}

bool GgufKeyValue::Read(Cursor bytes, ByteOrder order, GgufKeyValue* out) {
  GgufKeyValue pair;
  pair.offset_ = bytes.offset();
  pair.order_ = order;
  pair.count_ = 1;
  if (!bytes.ReadString(&pair.key_, order) ||
      !ReadType(bytes, order, &pair.type_)) {
    return false;
  }
  pair.element_type_ = pair.type_;
  if (pair.is_array() && (!ReadType(bytes, order, &pair.element_type_) ||
                          !bytes.ReadU64(&pair.count_, order))) {
    return false;
  }
  pair.value_ = bytes;
  *out = pair;
  return true;
}

std::string GgufKeyValue::TypeText() const {
  std::string text;
  if (is_array()) text = "array of " + std::to_string(count()) + ' ';
  text += GgufValueTypeName(element_type());
  return text;
}

std::optional<uint64_t> GgufKeyValue::AsUnsigned() const {
  return Widen<uint64_t, uint8_t, uint16_t, uint32_t, uint64_t>(*this);
}

std::optional<int64_t> GgufKeyValue::AsSigned() const {
  return Widen<int64_t, int8_t, int16_t, int32_t, int64_t>(*this);
}

std::optional<double> GgufKeyValue::AsDouble() const {
  return Widen<double, float, double>(*this);
}

}  // namespace loadgate
