// Several bytes looked at at once: eight in a word, or sixteen in a vector.
//
// Each function on words returns a word in which the high bit of a byte is set
// if the byte is of the kind that is looked for. A borrow can mark bytes
// wrongly, but only behind one that is marked rightly: a word without a mark
// has no such byte, and the lowest mark is right.

#ifndef LOADGATE_BASE_BYTE_WORDS_H_
#define LOADGATE_BASE_BYTE_WORDS_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "loadgate/bytes.h"

namespace loadgate {

inline constexpr uint64_t kWordOnes = 0x0101010101010101;
inline constexpr uint64_t kWordHighBits = kWordOnes * 0x80;

// BytesBelow marks the bytes of `word` below `bound`, which is at most 0x80.
constexpr uint64_t BytesBelow(uint8_t bound, uint64_t word) {
  return (word - kWordOnes * bound) & ~word & kWordHighBits;
}

// BytesEqual marks the bytes of `word` that are `byte`.
constexpr uint64_t BytesEqual(uint8_t byte, uint64_t word) {
  return BytesBelow(1, word ^ (kWordOnes * byte));
}

// BytesNoDigit marks the bytes of `word` that are no ASCII digit.
constexpr uint64_t BytesNoDigit(uint64_t word) {
  return ((word + kWordOnes * (0x80 - '9' - 1)) | (word - kWordOnes * '0')) &
         kWordHighBits;
}

// LowestMark returns the index of the first byte that is marked, counted from
// the lowest: the first in memory of a word that was loaded in little-endian
// order. `marks` is not 0.
constexpr size_t LowestMark(uint64_t marks) {
  return static_cast<size_t>(std::countr_zero(marks)) / 8;
}

// ByteBlock is sixteen bytes as signed numbers. Compilers that know this
// extension, gcc and clang, have vector instructions for it or do without.
using ByteBlock = int8_t __attribute__((vector_size(16)));

// LoadBlock returns those bytes.
inline ByteBlock LoadBlock(
    std::span<const std::byte, sizeof(ByteBlock)> bytes) {
  ByteBlock block;
  std::memcpy(&block, bytes.data(), sizeof(block));
  return block;
}

// FirstInBlock returns the index of the first byte of `marks`, the result of a
// comparison of blocks, that is not 0, or 16 if there is none.
inline size_t FirstInBlock(ByteBlock marks) {
  std::array<std::byte, sizeof(ByteBlock)> bytes;
  std::memcpy(bytes.data(), &marks, sizeof(marks));
  const std::span<const std::byte, sizeof(ByteBlock)> all(bytes);
  const auto low = Load<uint64_t>(all.first<8>());
  if (low != 0) return LowestMark(low);
  const auto high = Load<uint64_t>(all.last<8>());
  return high != 0 ? 8 + LowestMark(high) : 16;
}

}  // namespace loadgate

#endif  // LOADGATE_BASE_BYTE_WORDS_H_
