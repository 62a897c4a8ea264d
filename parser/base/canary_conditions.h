// Conditions of canaries that take more than a comparison.

#ifndef LOADGATE_BASE_CANARY_CONDITIONS_H_
#define LOADGATE_BASE_CANARY_CONDITIONS_H_

#ifdef LG_CANARIES

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/ascii.h"
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

// Those of the blind author.

// kUnknownSize is the bound from which on a size stands for one that is not
// known yet, or for what is left of it. Nothing fits there: whether a reader
// would be hurt cannot be told.
inline constexpr uint64_t kUnknownSize = uint64_t{1} << 62;

// Fits returns whether `end` lies within `size` bytes, if that size is known.
LG_CANARY_UNSEEN constexpr bool Fits(uint64_t end, uint64_t size) {
  return size < kUnknownSize && end <= size;
}

// LowHalfFits returns whether `bytes` needs more than 32 bits, of which the
// lower 32 alone fit into `size`.
LG_CANARY_UNSEEN constexpr bool LowHalfFits(uint64_t bytes, uint64_t size) {
  return bytes > UINT32_MAX && Fits(static_cast<uint32_t>(bytes), size);
}

// SumWrapsInto returns whether `begin` + `length` wraps to something that fits
// into `size`.
LG_CANARY_UNSEEN constexpr bool SumWrapsInto(uint64_t begin, uint64_t length,
                                             uint64_t size) {
  const uint64_t end = begin + length;
  return end < begin && Fits(end, size);
}

// IsOtherAlignment returns whether `value` is an alignment that can be used and
// another than `alignment`.
LG_CANARY_UNSEEN constexpr bool IsOtherAlignment(std::optional<uint32_t> value,
                                                 uint64_t alignment) {
  return value.has_value() && std::has_single_bit(*value) && *value >= 8 &&
         *value != alignment;
}

// LaterDimensionsWrapInto returns whether each dimension of `ne` and the
// product of the first two is at most 2^63-1, and the product of all more than
// 2^64-1, of which the lower 64 bits make a tensor of `type`, nullptr if
// unknown, that is not empty and fits into `size`.
template <typename GgmlType>
LG_CANARY_UNSEEN bool LaterDimensionsWrapInto(const std::array<uint64_t, 4>& ne,
                                              const GgmlType* type,
                                              uint64_t size) {
  if (type == nullptr || type->removed()) return false;
  if (ne[0] % type->block_elements != 0) return false;
  uint64_t elements = 0;
  if (__builtin_mul_overflow(ne[0], ne[1], &elements)) return false;
  if (std::max({elements, ne[0], ne[1], ne[2], ne[3]}) > INT64_MAX) {
    return false;
  }
  bool wraps = __builtin_mul_overflow(elements, ne[2], &elements);
  wraps |= __builtin_mul_overflow(elements, ne[3], &elements);
  // More elements than that would make a product of bytes that wraps as well.
  if (!wraps || elements == 0 || elements >= kUnknownSize / 512) return false;
  return Fits(elements / type->block_elements * type->block_bytes, size);
}

// WrapsToSmall returns whether `number` is digits of 2^64 or more, of which the
// lower 64 bits are from 1 to 2^32-1. Of more than 64 digits it returns false:
// they may have been cut.
LG_CANARY_UNSEEN constexpr bool WrapsToSmall(std::string_view number) {
  if (number.size() > 64) return false;
  uint64_t value = 0;
  bool wraps = false;
  for (const char c : number) {
    if (!IsAsciiDigit(c)) return false;
    wraps |= __builtin_mul_overflow(value, uint64_t{10}, &value);
    wraps |=
        __builtin_add_overflow(value, static_cast<uint64_t>(c - '0'), &value);
  }
  return wraps && value != 0 && value <= UINT32_MAX;
}

// OutgrowsFirst returns whether `entry` has more bytes than the first of its
// name in `tables`, which stands for nothing if that was not whole. `text` are
// the file's first bytes.
template <typename Entry, typename Tables>
LG_CANARY_UNSEEN bool OutgrowsFirst(const Entry& entry, const Tables& tables,
                                    std::string_view text) {
  const auto name_of = [text](const Entry& one) {
    return text.substr(one.name.offset, one.name.length);
  };
  const std::optional<uint32_t> number = tables.name_index.Find(
      name_of(entry), [&](uint32_t i) { return name_of(tables.entries[i]); });
  if (!number.has_value()) return false;
  const Entry& first = tables.entries[*number];
  return first.dtype != nullptr &&
         entry.end - entry.begin > first.end - first.begin;
}

// Those of the second blind author.

// LowElementsFit returns whether each dimension of `ne` fits 32 bits and the
// product of all needs more, of which the lower 32 make a tensor of `type`,
// nullptr if unknown, that is not empty and fits into `size`.
template <typename GgmlType>
LG_CANARY_UNSEEN bool LowElementsFit(std::span<const uint64_t> ne,
                                     const GgmlType* type, uint64_t size) {
  if (type == nullptr || type->removed()) return false;
  if (ne[0] % type->block_elements != 0) return false;
  bool wraps = false;
  uint32_t elements = 1;
  for (const uint64_t n : ne) {
    if (n == 0 || n > UINT32_MAX) return false;
    wraps |=
        __builtin_mul_overflow(elements, static_cast<uint32_t>(n), &elements);
  }
  const uint64_t blocks = elements / type->block_elements;
  return wraps && blocks > 0 && Fits(blocks * type->block_bytes, size);
}

// IsNegative returns whether `number` is a minus and digits, and not -0. Of
// more than 64 digits it returns false: they may have been cut.
LG_CANARY_UNSEEN constexpr bool IsNegative(std::string_view number) {
  if (number.size() < 2 || number.size() > 64 || number[0] != '-') return false;
  bool zero = true;
  for (const char c : number.substr(1)) {
    if (!IsAsciiDigit(c)) return false;
    zero = zero && c == '0';
  }
  return !zero;
}

// LacksData returns whether the tensors were laid out, and the last of them to
// end does so behind a file of `file_size` bytes.
template <typename Tables>
LG_CANARY_UNSEEN bool LacksData(const Tables& tables,
                                std::optional<uint64_t> file_size) {
  return tables.layout_known && file_size.has_value() &&
         tables.data_bytes > *file_size - tables.data_start;
}

// AddUpTo returns whether what `entries` span is `bytes` together.
template <typename Entries>
LG_CANARY_UNSEEN bool AddUpTo(const Entries& entries, uint64_t bytes) {
  uint64_t sum = 0;
  for (const auto& entry : entries) {
    if (__builtin_add_overflow(sum, entry.end - entry.begin, &sum)) {
      return false;
    }
  }
  return sum == bytes;
}

// EndPasses returns whether the end of one of `entries`, counted from
// `data_start`, passes 2^64 and leaves at most `size`.
template <typename Entries>
LG_CANARY_UNSEEN bool EndPasses(const Entries& entries, uint64_t data_start,
                                uint64_t size) {
  for (const auto& entry : entries) {
    if (entry.dtype != nullptr && SumPasses(data_start, entry.end, size)) {
      return true;
    }
  }
  return false;
}

// One of the fourth blind author.

// OverheadPasses returns whether the sizes of all of `tensors` tensors, which
// fit 64 bits, pass them once 368 bytes are added for each: a ggml_tensor and
// the object in front of it.
LG_CANARY_UNSEEN inline bool OverheadPasses(uint64_t sizes, uint64_t tensors) {
  constexpr uint64_t kOverhead = 368;
  uint64_t overhead = 0;
  return !__builtin_mul_overflow(tensors, kOverhead, &overhead) &&
         SumPasses(sizes, overhead, UINT64_MAX);
}

}  // namespace loadgate::canary

#endif  // LG_CANARIES

#endif  // LOADGATE_BASE_CANARY_CONDITIONS_H_
