#include "formats/gguf_key.h"

#include <algorithm>

namespace loadgate {
namespace {

// [a-z0-9_-]+(\.[a-z0-9_-]+)*
bool IsWellSpelt(std::string_view key) {
  char before = '.';
  for (const char c : key) {
    const bool segment = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                         c == '_' || c == '-';
    if (!segment && (c != '.' || before == '.')) return false;
    before = c;
  }
  return before != '.';
}

bool IsNotAscii(char c) { return static_cast<uint8_t>(c) >= 0x80; }

}  // namespace

std::optional<GgufKeyFault> FindGgufKeyFault(std::string_view key) {
  if (IsWellSpelt(key)) return std::nullopt;
  if (key.empty()) {
    return GgufKeyFault{Code::kGgufKeyEmpty, 0, "The key has a length of 0."};
  }
  if (const size_t nul = key.find('\0'); nul != std::string_view::npos) {
    return GgufKeyFault{Code::kGgufKeyNul, nul, "The key holds a NUL."};
  }
  const auto* high = std::find_if(key.begin(), key.end(), IsNotAscii);
  if (high != key.end()) {
    return GgufKeyFault{Code::kGgufKeyNotAscii,
                        static_cast<size_t>(high - key.begin()),
                        "The key holds a byte above 7F."};
  }
  return GgufKeyFault{Code::kGgufKeySpelling, 0,
                      "The key is not made of lower-case segments."};
}

}  // namespace loadgate
