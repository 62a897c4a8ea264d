#include "craft/byte_writer.h"

#include "loadgate/check.h"

namespace loadgate::craft {
namespace {

constexpr size_t kWidest = sizeof(uint64_t);

// How far byte `i` of a number of `width` bytes is shifted.
unsigned ShiftOf(size_t i, size_t width, ByteOrder order) {
  const size_t place = order == ByteOrder::kLittle ? i : width - 1 - i;
  return static_cast<unsigned>(8 * place);
}

}  // namespace

void PutNumber(uint64_t value, size_t width, ByteOrder order,
               std::string* out) {
  const size_t offset = out->size();
  out->resize(offset + width);
  SetNumber(value, width, order, offset, out);
}

uint64_t GetNumber(std::string_view bytes, ByteOrder order) {
  LG_CHECK(bytes.size() <= kWidest);
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= uint64_t{byte} << ShiftOf(i, bytes.size(), order);
  }
  return value;
}

void SetNumber(uint64_t value, size_t width, ByteOrder order, size_t offset,
               std::string* bytes) {
  LG_CHECK(width <= kWidest && offset <= bytes->size() &&
           width <= bytes->size() - offset);
  for (size_t i = 0; i < width; ++i) {
    (*bytes)[offset + i] =
        static_cast<char>((value >> ShiftOf(i, width, order)) & 0xff);
  }
}

}  // namespace loadgate::craft
