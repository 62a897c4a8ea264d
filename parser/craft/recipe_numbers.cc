#include "craft/recipe_numbers.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <type_traits>

#include "loadgate/check.h"

namespace loadgate::craft {
namespace {

constexpr std::string_view kHexPrefix = "0x";

// Bits of the lowest `width` bytes.
uint64_t MaskOf(size_t width) {
  return width >= sizeof(uint64_t) ? UINT64_MAX
                                   : (uint64_t{1} << (8 * width)) - 1;
}

template <typename T>
std::optional<T> FromDigits(std::string_view digits, int base) {
  T value = 0;
  const char* const end = std::to_address(digits.end());
  const auto [stop, error] =
      std::from_chars(std::to_address(digits.begin()), end, value, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

bool IsSigned(GgufValueType type) {
  return type == GgufValueType::kI8 || type == GgufValueType::kI16 ||
         type == GgufValueType::kI32 || type == GgufValueType::kI64;
}

int64_t SignExtended(uint64_t bits, size_t width) {
  const auto shift = static_cast<int>(64 - 8 * width);
  return static_cast<int64_t>(bits << shift) >> shift;
}

std::string Hex(uint64_t bits) {
  std::array<char, 24> text;
  const int n = std::snprintf(text.data(), text.size(), "0x%llx",
                              static_cast<unsigned long long>(bits));
  return std::string(text.data(), static_cast<size_t>(n));
}

// The whole of `text`, which is a name and so holds no NUL, as a float.
template <typename F>
std::optional<F> ReadFloat(const std::string& text) {
  char* stop = nullptr;
  F value = 0;
  if constexpr (std::is_same_v<F, float>) {
    value = std::strtof(text.c_str(), &stop);
  } else {
    value = std::strtod(text.c_str(), &stop);
  }
  if (text.empty() || *stop != '\0') return std::nullopt;
  return value;
}

// With the fewest of three numbers of digits that give the same bits back.
template <typename F, typename Bits>
std::string FormatFloat(uint64_t bits) {
  const auto value = std::bit_cast<F>(static_cast<Bits>(bits));
  if (!std::isfinite(value)) return Hex(bits);
  std::array<char, 40> text;
  for (const int digits : {6, 9, 15, 17}) {
    const int n = std::snprintf(text.data(), text.size(), "%.*g", digits,
                                static_cast<double>(value));
    const std::string written(text.data(), static_cast<size_t>(n));
    const std::optional<F> read = ReadFloat<F>(written);
    if (read.has_value() && std::bit_cast<Bits>(*read) == bits) return written;
  }
  return Hex(bits);
}

template <typename F, typename Bits>
std::optional<uint64_t> ParseFloat(std::string_view text) {
  const std::optional<F> value = ReadFloat<F>(std::string(text));
  if (!value.has_value() || !std::isfinite(*value)) return std::nullopt;
  return std::bit_cast<Bits>(*value);
}

std::optional<uint64_t> ParseSigned(std::string_view text, size_t width) {
  const std::optional<int64_t> value = FromDigits<int64_t>(text, 10);
  if (!value.has_value()) return std::nullopt;
  const uint64_t bits = static_cast<uint64_t>(*value) & MaskOf(width);
  if (SignExtended(bits, width) != *value) return std::nullopt;
  return bits;
}

}  // namespace

std::optional<uint64_t> ParseUnsigned(std::string_view text, size_t width) {
  std::optional<uint64_t> value;
  if (text.substr(0, kHexPrefix.size()) == kHexPrefix) {
    value = FromDigits<uint64_t>(text.substr(kHexPrefix.size()), 16);
  } else {
    value = FromDigits<uint64_t>(text, 10);
  }
  if (value.has_value() && *value > MaskOf(width)) return std::nullopt;
  return value;
}

std::string FormatNumber(GgufValueType type, uint64_t bits) {
  const auto width = static_cast<size_t>(GgufFixedSize(type));
  LG_CHECK(width != 0);
  if (type == GgufValueType::kF32) return FormatFloat<float, uint32_t>(bits);
  if (type == GgufValueType::kF64) return FormatFloat<double, uint64_t>(bits);
  if (type == GgufValueType::kBool && bits <= 1) return bits ? "true" : "false";
  if (IsSigned(type)) return std::to_string(SignExtended(bits, width));
  return std::to_string(bits);
}

std::optional<uint64_t> ParseNumber(GgufValueType type, std::string_view text) {
  const auto width = static_cast<size_t>(GgufFixedSize(type));
  LG_CHECK(width != 0);
  if (text.substr(0, kHexPrefix.size()) == kHexPrefix) {
    return ParseUnsigned(text, width);
  }
  if (type == GgufValueType::kF32) return ParseFloat<float, uint32_t>(text);
  if (type == GgufValueType::kF64) return ParseFloat<double, uint64_t>(text);
  if (type == GgufValueType::kBool && text == "false") return 0;
  if (type == GgufValueType::kBool && text == "true") return 1;
  if (IsSigned(type)) return ParseSigned(text, width);
  return ParseUnsigned(text, width);
}

}  // namespace loadgate::craft
