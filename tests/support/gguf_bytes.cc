#include "tests/support/gguf_bytes.h"

#include <bit>

#include "loadgate/check.h"

namespace loadgate::testing_support {
namespace {

std::string Indexed(std::string_view name, uint64_t index) {
  return std::string(name) + "[" + std::to_string(index) + "]";
}

}  // namespace

GgufBytes& GgufBytes::U8(uint8_t v, std::string_view name) {
  return Integer(v, 1, name);
}

GgufBytes& GgufBytes::U16(uint16_t v, std::string_view name) {
  return Integer(v, 2, name);
}

GgufBytes& GgufBytes::U32(uint32_t v, std::string_view name) {
  return Integer(v, 4, name);
}

GgufBytes& GgufBytes::U64(uint64_t v, std::string_view name) {
  return Integer(v, 8, name);
}

GgufBytes& GgufBytes::I8(int8_t v, std::string_view name) {
  return Integer(static_cast<uint64_t>(v), 1, name);
}

GgufBytes& GgufBytes::I16(int16_t v, std::string_view name) {
  return Integer(static_cast<uint64_t>(v), 2, name);
}

GgufBytes& GgufBytes::I32(int32_t v, std::string_view name) {
  return Integer(static_cast<uint64_t>(v), 4, name);
}

GgufBytes& GgufBytes::I64(int64_t v, std::string_view name) {
  return Integer(static_cast<uint64_t>(v), 8, name);
}

GgufBytes& GgufBytes::F32(float v) {
  NameOr({});
  AppendNumber(std::bit_cast<uint32_t>(v), 4);
  return *this;
}

GgufBytes& GgufBytes::F64(double v) {
  NameOr({});
  AppendNumber(std::bit_cast<uint64_t>(v), 8);
  return *this;
}

GgufBytes& GgufBytes::Str(std::string_view text, std::string_view name,
                          std::optional<uint64_t> length) {
  U64(length.value_or(text.size()), NameOr(name) + ".length");
  return Raw(text);
}

GgufBytes& GgufBytes::Raw(ByteSpan bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  MarkBoundary();
  return *this;
}

GgufBytes& GgufBytes::Fill(uint64_t n, std::byte byte) {
  bytes_.insert(bytes_.end(), static_cast<size_t>(n), byte);
  MarkBoundary();
  return *this;
}

GgufBytes& GgufBytes::PadTo(uint64_t alignment, std::byte byte) {
  if (alignment == 0 || size() % alignment == 0) return *this;
  return Fill(alignment - size() % alignment, byte);
}

GgufBytes& GgufBytes::Data(uint64_t n) {
  // The high byte of a float stays below that of an infinity in f16 (7C).
  constexpr uint64_t kPeriod = 97;
  for (uint64_t i = 0; i < n; ++i) {
    bytes_.push_back(static_cast<std::byte>(1 + num_data_bytes_++ % kPeriod));
  }
  MarkBoundary();
  return *this;
}

GgufBytes& GgufBytes::Header(uint32_t version, uint64_t tensor_count,
                             uint64_t key_value_count) {
  return Raw("GGUF")
      .U32(version, "header.version")
      .U64(tensor_count, "header.tensor_count")
      .U64(key_value_count, "header.key_value_count");
}

GgufBytes& GgufBytes::Key(std::string_view key, uint32_t type,
                          std::optional<uint64_t> length) {
  item_ = Indexed("key_value", num_pairs_++);
  Str(key, item_ + ".key", length).U32(type, item_ + ".type");
  place_ = Place::kValue;
  return *this;
}

GgufBytes& GgufBytes::PairU8(std::string_view key, uint8_t v) {
  return Key(key, kU8).U8(v);
}

GgufBytes& GgufBytes::PairI8(std::string_view key, int8_t v) {
  return Key(key, kI8).I8(v);
}

GgufBytes& GgufBytes::PairU16(std::string_view key, uint16_t v) {
  return Key(key, kU16).U16(v);
}

GgufBytes& GgufBytes::PairI16(std::string_view key, int16_t v) {
  return Key(key, kI16).I16(v);
}

GgufBytes& GgufBytes::PairU32(std::string_view key, uint32_t v) {
  return Key(key, kU32).U32(v);
}

GgufBytes& GgufBytes::PairI32(std::string_view key, int32_t v) {
  return Key(key, kI32).I32(v);
}

GgufBytes& GgufBytes::PairF32(std::string_view key, float v) {
  return Key(key, kF32).F32(v);
}

GgufBytes& GgufBytes::PairBool(std::string_view key, bool v) {
  return Key(key, kBool).U8(v ? 1 : 0);
}

GgufBytes& GgufBytes::PairString(std::string_view key, std::string_view v) {
  return Key(key, kString).Str(v);
}

GgufBytes& GgufBytes::PairU64(std::string_view key, uint64_t v) {
  return Key(key, kU64).U64(v);
}

GgufBytes& GgufBytes::PairI64(std::string_view key, int64_t v) {
  return Key(key, kI64).I64(v);
}

GgufBytes& GgufBytes::PairF64(std::string_view key, double v) {
  return Key(key, kF64).F64(v);
}

GgufBytes& GgufBytes::ArrayHead(std::string_view key, uint32_t element_type,
                                uint64_t count) {
  return Key(key, kArray).ElementsHead(element_type, count);
}

GgufBytes& GgufBytes::ElementsHead(uint32_t element_type, uint64_t count) {
  U32(element_type, item_ + ".element_type").U64(count, item_ + ".count");
  place_ = Place::kElement;
  num_elements_ = 0;
  return *this;
}

GgufBytes& GgufBytes::ArrayOfBools(std::string_view key,
                                   const std::vector<bool>& elements) {
  ArrayHead(key, kBool, elements.size());
  for (const bool element : elements) U8(element ? 1 : 0);
  return *this;
}

GgufBytes& GgufBytes::ArrayOfStrings(std::string_view key,
                                     const std::vector<std::string>& elements) {
  ArrayHead(key, kString, elements.size());
  for (const std::string& element : elements) Str(element);
  return *this;
}

GgufBytes& GgufBytes::TensorInfo(std::string_view name,
                                 const std::vector<uint64_t>& ne, uint32_t type,
                                 uint64_t offset) {
  return TensorName(name).Dimensions(ne).TensorType(type).TensorOffset(offset);
}

GgufBytes& GgufBytes::TensorName(std::string_view name,
                                 std::optional<uint64_t> length) {
  item_ = Indexed("tensor", num_tensors_++);
  place_ = Place::kElsewhere;
  return Str(name, item_ + ".name", length);
}

GgufBytes& GgufBytes::Dimensions(const std::vector<uint64_t>& ne,
                                 std::optional<uint32_t> count) {
  const auto true_count = static_cast<uint32_t>(ne.size());
  U32(count.value_or(true_count), item_ + ".dimension_count");
  for (size_t i = 0; i < ne.size(); ++i) U64(ne[i], Indexed(item_ + ".ne", i));
  return *this;
}

GgufBytes& GgufBytes::TensorType(uint32_t type) {
  return U32(type, item_ + ".type");
}

GgufBytes& GgufBytes::TensorOffset(uint64_t offset) {
  return U64(offset, item_ + ".offset");
}

GgufBytes& GgufBytes::Set(std::string_view field_name, uint64_t value) {
  SetField(bytes_, FieldNamed(field_name), value, order_);
  return *this;
}

GgufBytes& GgufBytes::Truncate(uint64_t size) {
  LG_CHECK(size <= bytes_.size());
  bytes_.resize(static_cast<size_t>(size));
  return *this;
}

GgufBytes& GgufBytes::Record(bool on) {
  record_ = on;
  return *this;
}

uint64_t GgufBytes::OffsetOf(std::string_view field_name) const {
  return FieldNamed(field_name).offset;
}

GgufBytes& GgufBytes::Integer(uint64_t value, int width,
                              std::string_view name) {
  if (record_) fields_.push_back({size(), width, NameOr(name)});
  AppendNumber(value, width);
  return *this;
}

void GgufBytes::AppendNumber(uint64_t value, int width) {
  const size_t start = bytes_.size();
  bytes_.resize(start + static_cast<size_t>(width));
  StoreNumber(std::span<std::byte>(bytes_).subspan(start), value, order_);
  MarkBoundary();
}

void GgufBytes::MarkBoundary() {
  if (!record_ || bytes_.empty()) return;
  if (!boundaries_.empty() && boundaries_.back() == size()) return;
  boundaries_.push_back(size());
}

std::string GgufBytes::NameOr(std::string_view name) {
  if (!name.empty() || !record_) return std::string(name);
  switch (place_) {
    case Place::kValue:
      return item_ + ".value";
    case Place::kElement:
      return Indexed(item_ + ".element", num_elements_++);
    case Place::kElsewhere:
      break;
  }
  return "number@" + std::to_string(size());
}

const Field& GgufBytes::FieldNamed(std::string_view name) const {
  const Field* field = FindField(fields_, name);
  LG_CHECK(field != nullptr);
  return *field;
}

}  // namespace loadgate::testing_support
