#include "base/byte_words.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>

namespace loadgate {
namespace {

// The index of the first byte for which `is` holds, or 8.
template <typename Is>
size_t FirstOf(uint64_t word, Is&& is) {
  for (size_t i = 0; i < 8; ++i) {
    if (is(static_cast<uint8_t>(word >> (8 * i)))) return i;
  }
  return 8;
}

size_t FirstMark(uint64_t marks) { return marks == 0 ? 8 : LowestMark(marks); }

void ExpectFirstMarksRight(uint64_t word) {
  EXPECT_EQ(FirstMark(BytesBelow(0x20, word)),
            FirstOf(word, [](uint8_t b) { return b < 0x20; }))
      << std::hex << word;
  EXPECT_EQ(FirstMark(BytesEqual('"', word)),
            FirstOf(word, [](uint8_t b) { return b == '"'; }))
      << std::hex << word;
  EXPECT_EQ(FirstMark(BytesNoDigit(word)),
            FirstOf(word, [](uint8_t b) { return b < '0' || b > '9'; }))
      << std::hex << word;
}

TEST(ByteWordsTest, EveryByteIsToldAtEveryPlace) {
  for (const uint64_t others :
       {uint64_t{0x3535353535353535}, kWordHighBits, uint64_t{0}, UINT64_MAX}) {
    for (uint64_t byte = 0; byte < 256; ++byte) {
      for (unsigned i = 0; i < 8; ++i) {
        const uint64_t hole = ~(uint64_t{0xff} << (8 * i));
        ExpectFirstMarksRight((others & hole) | byte << (8 * i));
      }
    }
  }
}

TEST(ByteWordsTest, TheLowestMarkIsRightInAnyWord) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10'000; ++i) {
    const uint64_t word = random();
    ExpectFirstMarksRight(word);
    // Digits and their neighbours, control bytes and theirs.
    ExpectFirstMarksRight((word & (kWordOnes * 0x0f)) | kWordOnes * 0x30);
    ExpectFirstMarksRight(word & (kWordOnes * 0x3f));
  }
}

TEST(ByteBlockTest, TheFirstByteOfAKindIsFoundAtEveryPlace) {
  std::array<std::byte, 16> bytes;
  bytes.fill(std::byte{'a'});
  EXPECT_EQ(FirstInBlock(LoadBlock(bytes) == '"'), 16u);
  for (size_t i = bytes.size(); i-- > 0;) {
    bytes[i] = std::byte{'"'};
    EXPECT_EQ(FirstInBlock(LoadBlock(bytes) == '"'), i);
    EXPECT_EQ(FirstInBlock(LoadBlock(bytes) == 'b'), 16u);
  }
}

TEST(ByteBlockTest, WhatIsNotAsciiIsNegative) {
  std::array<std::byte, 16> bytes;
  for (int byte = 0; byte < 256; ++byte) {
    bytes.fill(std::byte{'a'});
    bytes[5] = static_cast<std::byte>(byte);
    const bool low = byte < 0x20 || byte >= 0x80;
    EXPECT_EQ(FirstInBlock(LoadBlock(bytes) < 0x20), low ? 5u : 16u) << byte;
  }
}

}  // namespace
}  // namespace loadgate
