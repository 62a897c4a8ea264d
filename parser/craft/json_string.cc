#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "craft/json_tokens.h"

namespace loadgate::craft {
namespace {

// A letter behind a backslash, and the byte it stands for, by place.
constexpr std::string_view kEscapes = "\"\\/bfnrt";
constexpr std::string_view kEscaped = "\"\\/\b\f\n\r\t";
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr size_t kUnitDigits = 4;

// Surrogates: the first half, the second, and what a pair of them adds up to.
constexpr uint32_t kHigh = 0xd800;
constexpr uint32_t kLow = 0xdc00;
constexpr uint32_t kLowEnd = 0xe000;
constexpr uint32_t kBeyondUnits = 0x10000;

std::optional<uint32_t> HexValue(char c) {
  if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  const size_t value = kHexDigits.find(c);
  if (value == std::string_view::npos) return std::nullopt;
  return static_cast<uint32_t>(value);
}

// Takes \uXXXX from the front of `rest`, and returns what it says. Where it is
// none nothing is taken.
std::optional<uint32_t> TakeUnit(std::string_view* rest) {
  if (rest->substr(0, 2) != "\\u") return std::nullopt;
  const std::string_view digits = rest->substr(2, kUnitDigits);
  if (digits.size() < kUnitDigits) return std::nullopt;
  uint32_t unit = 0;
  for (const char c : digits) {
    const std::optional<uint32_t> digit = HexValue(c);
    if (!digit.has_value()) return std::nullopt;
    unit = unit << 4 | *digit;
  }
  rest->remove_prefix(2 + kUnitDigits);
  return unit;
}

// As UTF-8 has it, and the same for surrogates, which UTF-8 does not have.
void AppendCodePoint(uint32_t code, std::string* out) {
  const auto tail = [&](int shift) {
    return static_cast<char>(0x80 | (code >> shift & 0x3f));
  };
  if (code < 0x80) {
    *out += static_cast<char>(code);
  } else if (code < 0x800) {
    *out += static_cast<char>(0xc0 | code >> 6);
    *out += tail(0);
  } else if (code < kBeyondUnits) {
    *out += static_cast<char>(0xe0 | code >> 12);
    *out += tail(6);
    *out += tail(0);
  } else {
    *out += static_cast<char>(0xf0 | code >> 18);
    *out += tail(12);
    *out += tail(6);
    *out += tail(0);
  }
}

bool TakeCodePoint(std::string_view* rest, std::string* out) {
  const std::optional<uint32_t> first = TakeUnit(rest);
  if (!first.has_value()) return false;
  uint32_t code = *first;
  if (code >= kHigh && code < kLow) {
    std::string_view behind = *rest;
    const std::optional<uint32_t> second = TakeUnit(&behind);
    if (second.has_value() && *second >= kLow && *second < kLowEnd) {
      code = kBeyondUnits + ((code - kHigh) << 10) + (*second - kLow);
      *rest = behind;
    }
  }
  AppendCodePoint(code, out);
  return true;
}

// Takes the escape at the front of `rest`.
bool TakeEscape(std::string_view* rest, std::string* out) {
  if (rest->size() < 2) return false;
  const size_t place = kEscapes.find((*rest)[1]);
  if (place == std::string_view::npos) return TakeCodePoint(rest, out);
  *out += kEscaped[place];
  rest->remove_prefix(2);
  return true;
}

void AppendEscaped(char c, std::string* out) {
  const size_t place = kEscaped.find(c);
  if (c != '/' && place != std::string_view::npos) {
    *out += '\\';
    *out += kEscapes[place];
  } else if (c >= 0 && c < 0x20) {
    *out += "\\u00";
    *out += kHexDigits[static_cast<size_t>(c) >> 4];
    *out += kHexDigits[static_cast<size_t>(c) & 0xf];
  } else {
    *out += c;
  }
}

}  // namespace

std::optional<std::string> DecodeJsonString(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') {
    return std::nullopt;
  }
  std::string_view rest = text.substr(1, text.size() - 2);
  std::string value;
  while (!rest.empty()) {
    const std::string_view plain = rest.substr(0, rest.find_first_of("\\\""));
    value += plain;
    rest.remove_prefix(plain.size());
    if (rest.empty()) break;
    if (rest.front() == '"' || !TakeEscape(&rest, &value)) return std::nullopt;
  }
  return value;
}

std::string EncodeJsonString(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) AppendEscaped(c, &text);
  return text + '"';
}

}  // namespace loadgate::craft
