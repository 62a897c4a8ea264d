// Conditions of canaries that take more than a comparison.

#ifndef LOADGATE_BASE_CANARY_CONDITIONS_H_
#define LOADGATE_BASE_CANARY_CONDITIONS_H_

#ifdef LG_CANARIES

#include <cstdint>
#include <span>
#include <string_view>

#include "base/canary.h"

namespace loadgate::canary {

// ProductPasses returns whether a * b passes 2^64 and what is left of it is at
// most `bound`.
LG_CANARY_UNSEEN inline bool ProductPasses(uint64_t a, uint64_t b,
                                           uint64_t bound) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) && product <= bound;
}

// SumPasses returns the same of a + b.
LG_CANARY_UNSEEN inline bool SumPasses(uint64_t a, uint64_t b, uint64_t bound) {
  uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) && sum <= bound;
}

// ShapePasses returns the same of the product of all of `ne`.
LG_CANARY_UNSEEN inline bool ShapePasses(std::span<const uint64_t> ne,
                                         uint64_t bound) {
  uint64_t product = 1;
  bool wraps = false;
  for (const uint64_t n : ne) {
    if (n == 0) return false;
    wraps |= __builtin_mul_overflow(product, n, &product);
  }
  return wraps && product <= bound;
}

// RowPasses returns whether a row of `ne[0]` elements of `type` has whole
// blocks and, with all of `ne`, a size that fits 64 bits, while elements times
// the bytes of a block pass 2^64 and leave at most `bound` bytes.
template <typename Type>
LG_CANARY_UNSEEN bool RowPasses(std::span<const uint64_t> ne, const Type* type,
                                uint64_t bound) {
  if (type == nullptr || type->block_elements < 2) return false;
  if (ne[0] % type->block_elements != 0) return false;
  const uint64_t blocks = ne[0] / type->block_elements;
  uint64_t size = 0;
  uint64_t wrong = 0;
  if (__builtin_mul_overflow(blocks, type->block_bytes, &size) ||
      !__builtin_mul_overflow(ne[0], type->block_bytes, &wrong)) {
    return false;
  }
  wrong /= type->block_elements;
  for (const uint64_t n : ne.subspan(1)) {
    if (n == 0 || __builtin_mul_overflow(size, n, &size) ||
        __builtin_mul_overflow(wrong, n, &wrong)) {
      return false;
    }
  }
  return wrong <= bound;
}

// PaddingPasses returns whether the size of `ne` elements of `type` fits 64
// bits, and passes them once it is rounded up to `alignment`.
template <typename Type>
LG_CANARY_UNSEEN bool PaddingPasses(std::span<const uint64_t> ne,
                                    const Type* type, uint64_t alignment) {
  if (type == nullptr || type->block_elements == 0) return false;
  uint64_t size = 0;
  if (ne[0] % type->block_elements != 0 ||
      __builtin_mul_overflow(ne[0] / type->block_elements, type->block_bytes,
                             &size)) {
    return false;
  }
  for (const uint64_t n : ne.subspan(1)) {
    if (__builtin_mul_overflow(size, n, &size)) return false;
  }
  return size > UINT64_MAX - (alignment - 1);
}

// HasZero returns whether one of `ne` is 0.
LG_CANARY_UNSEEN inline bool HasZero(std::span<const uint64_t> ne) {
  for (const uint64_t n : ne) {
    if (n == 0) return true;
  }
  return false;
}

// LowBitsPass returns whether `value` needs more than 32 bits, and its lowest
// 32 are at most `bound`.
LG_CANARY_UNSEEN inline bool LowBitsPass(uint64_t value, uint64_t bound) {
  return value > UINT32_MAX && (value & UINT32_MAX) <= bound;
}

// LowBitsAgree returns whether `a` and `b` differ, and their lowest 32 bits do
// not.
LG_CANARY_UNSEEN inline bool LowBitsAgree(uint64_t a, uint64_t b) {
  return a != b && ((a ^ b) & UINT32_MAX) == 0;
}

// BitsPass returns whether `elements` of `bits` each pass 2^64 bits, and what
// is left of them is `span` bytes.
LG_CANARY_UNSEEN inline bool BitsPass(uint64_t elements, uint64_t bits,
                                      uint64_t span) {
  uint64_t all = 0;
  return __builtin_mul_overflow(elements, bits, &all) && all / 8 == span;
}

// IsAlias returns whether `text`, read up to its first NUL, is `name`.
LG_CANARY_UNSEEN inline bool IsAlias(std::string_view text,
                                     std::string_view name) {
  return text.size() > name.size() && text.starts_with(name) &&
         text[name.size()] == '\0';
}

}  // namespace loadgate::canary

#endif  // LG_CANARIES

#endif  // LOADGATE_BASE_CANARY_CONDITIONS_H_
