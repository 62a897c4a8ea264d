#include "tests/support/field_values.h"

#include <algorithm>

#include "loadgate/check.h"

namespace loadgate::testing_support {
namespace {

uint64_t Mask(int width) {
  return width >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * width)) - 1;
}

// Where the byte of weight 256^`place` stands among `width` bytes.
size_t Position(size_t place, size_t width, ByteOrder order) {
  return order == ByteOrder::kLittle ? place : width - 1 - place;
}

template <typename Byte>
std::span<Byte> BytesOf(std::span<Byte> bytes, const Field& field) {
  const auto width = static_cast<size_t>(field.width);
  LG_CHECK(width <= bytes.size() && field.offset <= bytes.size() - width);
  return bytes.subspan(static_cast<size_t>(field.offset), width);
}

}  // namespace

const Field* FindField(std::span<const Field> fields, std::string_view name) {
  for (const Field& field : fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

std::vector<uint64_t> BoundaryValues(uint64_t value, int width) {
  const uint64_t k2To31 = uint64_t{1} << 31;
  const uint64_t k2To32 = uint64_t{1} << 32;
  const uint64_t k2To63 = uint64_t{1} << 63;
  const uint64_t mask = Mask(width);
  std::vector<uint64_t> values = {
      0,      1,          value - 1, value + 1,  k2To31 - 1,   k2To31,
      k2To32, k2To32 - 1, k2To63,    k2To63 - 1, ~uint64_t{0},
  };
  for (uint64_t& v : values) v &= mask;
  std::erase(values, value & mask);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

void StoreNumber(std::span<std::byte> bytes, uint64_t value, ByteOrder order) {
  LG_CHECK(bytes.size() <= 8);
  for (size_t place = 0; place < bytes.size(); ++place) {
    bytes[Position(place, bytes.size(), order)] =
        static_cast<std::byte>(value >> (8 * place) & 0xFF);
  }
}

uint64_t GetField(ByteSpan bytes, const Field& field, ByteOrder order) {
  const ByteSpan own = BytesOf(bytes, field);
  uint64_t value = 0;
  for (size_t place = 0; place < own.size(); ++place) {
    const std::byte byte = own[Position(place, own.size(), order)];
    value |= std::to_integer<uint64_t>(byte) << (8 * place);
  }
  return value;
}

void SetField(std::span<std::byte> bytes, const Field& field, uint64_t value,
              ByteOrder order) {
  StoreNumber(BytesOf(bytes, field), value, order);
}

}  // namespace loadgate::testing_support
