#include "formats/json_number.h"

#include <cmath>
#include <cstdlib>
#include <string>

#include "base/ascii.h"

namespace loadgate {
namespace {

// More digits than decide how a decimal number rounds to a double (768).
constexpr size_t kDecidingDigits = 800;
// A number of fewer places before its point fits in a double (1.8e308).
constexpr int64_t kSafePlaces = 308;
// Exponents beyond this are as good as infinite either way.
constexpr int64_t kExponentCap = int64_t{1} << 32;

size_t CountDigits(std::string_view text, size_t from) {
  size_t end = from;
  while (end < text.size() && IsAsciiDigit(text[end])) ++end;
  return end - from;
}

bool HasAt(std::string_view text, size_t at, std::string_view any_of) {
  return at < text.size() && any_of.find(text[at]) != std::string_view::npos;
}

// A number in its parts: [-] whole [. fraction] [e exponent].
struct Parts {
  std::string_view whole;
  std::string_view fraction;
  std::string_view exponent;  // Its digits, without the sign.
  bool exponent_negative = false;
  size_t length = 0;  // 0 when this is no number.
};

// A part begun by one of `marks` must have digits. Returns false when it has
// none; leaves `*digits` empty and `*at` alone when the part is absent.
bool ReadPart(std::string_view text, std::string_view marks, bool signs,
              size_t* at, std::string_view* digits, bool* negative) {
  if (!HasAt(text, *at, marks)) return true;
  size_t from = *at + 1;
  if (signs && HasAt(text, from, "+-")) {
    *negative = text[from] == '-';
    ++from;
  }
  const size_t count = CountDigits(text, from);
  *digits = text.substr(from, count);
  *at = from + count;
  return count > 0;
}

Parts Split(std::string_view text) {
  Parts parts;
  size_t at = HasAt(text, 0, "-") ? 1 : 0;
  const size_t digits = HasAt(text, at, "0") ? 1 : CountDigits(text, at);
  parts.whole = text.substr(at, digits);
  at += digits;
  bool ignored = false;
  if (digits == 0 ||
      !ReadPart(text, ".", false, &at, &parts.fraction, &ignored) ||
      !ReadPart(text, "eE", true, &at, &parts.exponent,
                &parts.exponent_negative)) {
    return Parts();
  }
  parts.length = at;
  return parts;
}

int64_t ExponentOf(const Parts& parts) {
  int64_t exponent = 0;
  for (const char c : parts.exponent) {
    if (exponent < kExponentCap) exponent = exponent * 10 + (c - '0');
  }
  return parts.exponent_negative ? -exponent : exponent;
}

// Whether the number rounds to infinity. The digits that decide are handed to
// strtod without a decimal point, which a locale could spell otherwise.
bool IsTooLarge(const Parts& parts) {
  const int64_t exponent = ExponentOf(parts);
  const auto places = static_cast<int64_t>(parts.whole.size());
  if (places < kSafePlaces && exponent < kSafePlaces - places) return false;
  std::string digits;
  int64_t dropped = 0;
  const auto take = [&](std::string_view part, bool counts) {
    for (const char c : part) {
      if (digits.empty() && c == '0') {
        dropped -= counts ? 0 : 1;
      } else if (digits.size() < kDecidingDigits) {
        digits += c;
        dropped -= counts ? 0 : 1;
      } else {
        dropped += counts ? 1 : 0;
      }
    }
  };
  take(parts.whole, true);
  take(parts.fraction, false);
  if (digits.empty()) return false;
  digits += 'e';
  digits += std::to_string(exponent + dropped);
  return std::isinf(std::strtod(digits.c_str(), nullptr));
}

}  // namespace

std::optional<uint64_t> ParseUnsigned(std::string_view digits) {
  uint64_t value = 0;
  for (const char c : digits) {
    if (__builtin_mul_overflow(value, uint64_t{10}, &value) ||
        __builtin_add_overflow(value, static_cast<uint64_t>(c - '0'), &value)) {
      return std::nullopt;
    }
  }
  return value;
}

JsonNumber ReadJsonNumber(std::string_view text) {
  const Parts parts = Split(text);
  if (parts.length == 0) return JsonNumber();
  JsonNumber number = {.kind = JsonNumberKind::kOther, .length = parts.length};
  if (parts.length == parts.whole.size() &&
      ParseUnsigned(parts.whole).has_value()) {
    number.kind = JsonNumberKind::kUnsigned;
  } else if (IsTooLarge(parts)) {
    number.kind = JsonNumberKind::kTooLarge;
  }
  return number;
}

}  // namespace loadgate
