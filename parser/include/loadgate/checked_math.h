// Arithmetic on sizes that a file declares.
//
// Every size is a uint64_t, on 32-bit hosts too, and no size may pass
// `kMaxFileSize`: readers of both formats keep offsets in a signed 64-bit
// integer, so a larger one is negative to them. A result that does not fit is
// `nullopt`, never a wrapped number.

#ifndef LOADGATE_CHECKED_MATH_H_
#define LOADGATE_CHECKED_MATH_H_

#include <bit>
#include <cstdint>
#include <optional>

#include "loadgate/check.h"

namespace loadgate {

// kMaxFileSize is 2^63-1: no file is longer, and no size in one may be.
inline constexpr uint64_t kMaxFileSize = INT64_MAX;

namespace checked_math_internal {

constexpr std::optional<uint64_t> UpToMaxFileSize(bool wrapped, uint64_t v) {
  if (wrapped || v > kMaxFileSize) return std::nullopt;
  return v;
}

}  // namespace checked_math_internal

// CheckedAdd returns a + b, or nullopt when the sum passes kMaxFileSize.
constexpr std::optional<uint64_t> CheckedAdd(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  const bool wrapped = __builtin_add_overflow(a, b, &sum);
  return checked_math_internal::UpToMaxFileSize(wrapped, sum);
}

// CheckedMul returns a * b, or nullopt when the product passes kMaxFileSize.
constexpr std::optional<uint64_t> CheckedMul(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  const bool wrapped = __builtin_mul_overflow(a, b, &product);
  return checked_math_internal::UpToMaxFileSize(wrapped, product);
}

// CheckedAlignUp returns the smallest multiple of `alignment` that is not
// below `value`, or nullopt when it passes kMaxFileSize. `alignment` must be a
// power of two; anything else is our own mistake and aborts.
constexpr std::optional<uint64_t> CheckedAlignUp(uint64_t value,
                                                 uint64_t alignment) {
  LG_CHECK(std::has_single_bit(alignment));
  const uint64_t mask = alignment - 1;
  const std::optional<uint64_t> above = CheckedAdd(value, mask);
  if (!above.has_value()) return std::nullopt;
  return *above & ~mask;
}

// SaturatingAdd returns a + b, or 2^64-1 where the sum does not fit. For
// numbers that are only shown or asked for, never for a bounds test.
constexpr uint64_t SaturatingAdd(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

}  // namespace loadgate

#endif  // LOADGATE_CHECKED_MATH_H_
