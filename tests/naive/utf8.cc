#include "tests/naive/utf8.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace naive {
namespace {

// The bytes after the first one that `first` announces; -1 if it is no first.
int Followers(uint8_t first) {
  if (first < 0x80) return 0;
  if (first >= 0xC0 && first < 0xE0) return 1;
  if (first >= 0xE0 && first < 0xF0) return 2;
  if (first >= 0xF0 && first < 0xF8) return 3;
  return -1;
}

uint32_t FirstBits(uint8_t first, int followers) {
  if (followers == 0) return first;
  return first & (0x3FU >> followers);
}

bool IsAllowed(uint32_t code_point, size_t followers) {
  constexpr std::array<uint32_t, 4> kLeast = {0, 0x80, 0x800, 0x10000};
  if (code_point < kLeast[followers]) return false;
  if (code_point >= 0xD800 && code_point <= 0xDFFF) return false;
  return code_point <= 0x10FFFF;
}

}  // namespace

bool IsUtf8(const std::string& text) {
  size_t at = 0;
  while (at < text.size()) {
    const uint8_t first = static_cast<uint8_t>(text[at++]);
    const int followers = Followers(first);
    if (followers < 0) return false;
    uint32_t code_point = FirstBits(first, followers);
    for (int i = 0; i < followers; ++i) {
      if (at == text.size()) return false;
      const uint8_t next = static_cast<uint8_t>(text[at++]);
      if ((next & 0xC0) != 0x80) return false;
      code_point = code_point << 6 | (next & 0x3F);
    }
    if (!IsAllowed(code_point, static_cast<size_t>(followers))) return false;
  }
  return true;
}

}  // namespace naive
