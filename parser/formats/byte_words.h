// Eight bytes looked at in one word.
//
// Each function returns a word in which the high bit of a byte is set if the
// byte is of the kind that is looked for. A borrow can mark bytes wrongly, but
// only behind one that is marked rightly: a word without a mark has no such
// byte, and the lowest mark is right.

#ifndef LOADGATE_FORMATS_BYTE_WORDS_H_
#define LOADGATE_FORMATS_BYTE_WORDS_H_

#include <bit>
#include <cstddef>
#include <cstdint>

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

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_BYTE_WORDS_H_
