#include "loadgate/name_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loadgate {
namespace {

// The key of the paper's test vectors: the bytes 00 to 0f.
constexpr HashKey kPaperKey = {.k0 = 0x0706050403020100,
                               .k1 = 0x0f0e0d0c0b0a0908};

// The message of length n in the paper's test vectors: 00 01 02 and so on.
std::string PaperMessage(size_t n) {
  std::string message;
  for (size_t i = 0; i < n; ++i) message.push_back(static_cast<char>(i));
  return message;
}

// SipHash-1-3 as the paper's figures draw it: the message padded to whole
// words, the last byte its length; rotations and xors on four words.
class PaperSipHash {
 public:
  explicit PaperSipHash(const HashKey& key)
      : v_{key.k0 ^ 0x736f6d6570736575, key.k1 ^ 0x646f72616e646f6d,
           key.k0 ^ 0x6c7967656e657261, key.k1 ^ 0x7465646279746573} {}

  uint64_t Hash(std::string message) {
    const size_t length = message.size();
    while (message.size() % 8 != 7) message.push_back('\0');
    message.push_back(static_cast<char>(length % 256));
    for (size_t at = 0; at < message.size(); at += 8) {
      uint64_t word = 0;
      for (size_t i = 8; i-- > 0;) {
        word = word * 256 + static_cast<uint8_t>(message[at + i]);
      }
      v_[3] ^= word;
      SipRound();
      v_[0] ^= word;
    }
    v_[2] ^= 0xff;
    for (int i = 0; i < 3; ++i) SipRound();
    return v_[0] ^ v_[1] ^ v_[2] ^ v_[3];
  }

 private:
  // v[a] += v[b]; then v[b] is turned left and mixed with the sum.
  void HalfStep(size_t a, size_t b, int turn) {
    v_[a] += v_[b];
    v_[b] = (v_[b] << turn | v_[b] >> (64 - turn)) ^ v_[a];
  }
  void Swap(size_t a) { v_[a] = v_[a] << 32 | v_[a] >> 32; }

  void SipRound() {
    HalfStep(0, 1, 13);
    HalfStep(2, 3, 16);
    Swap(0);
    HalfStep(2, 1, 17);
    HalfStep(0, 3, 21);
    Swap(2);
  }

  std::array<uint64_t, 4> v_;
};

TEST(SipHash13Test, TheEmptyMessageHashesToThePublishedValue) {
  EXPECT_EQ(SipHash13(kPaperKey, ""), 0xabac0158050fc4dcu);
}

TEST(SipHash13Test, AgreesWithThePaperOverAllLengthsOfABlockAndMore) {
  for (size_t n = 0; n <= 64; ++n) {
    const std::string message = PaperMessage(n);
    EXPECT_EQ(SipHash13(kPaperKey, message),
              PaperSipHash(kPaperKey).Hash(message))
        << n;
  }
  const std::string long_message(300, '\xfe');
  EXPECT_EQ(SipHash13({}, long_message), PaperSipHash({}).Hash(long_message));
}

TEST(SipHash13Test, EitherHalfOfTheKeyChangesTheHash) {
  const uint64_t hash = SipHash13(kPaperKey, "name");
  EXPECT_NE(SipHash13({.k0 = kPaperKey.k0 ^ 1, .k1 = kPaperKey.k1}, "name"),
            hash);
  EXPECT_NE(SipHash13({.k0 = kPaperKey.k0, .k1 = kPaperKey.k1 ^ 1}, "name"),
            hash);
}

// An index together with the names it was given, by number.
struct Names {
  auto NameOf() const {
    return [this](uint32_t n) { return std::string_view(texts[n]); };
  }

  std::optional<uint32_t> Insert(const std::string& name) {
    const auto number = static_cast<uint32_t>(texts.size());
    texts.push_back(name);
    return index.Insert(name, number, NameOf());
  }
  std::optional<uint32_t> Find(std::string_view name) const {
    return index.Find(name, NameOf());
  }

  NameIndex index{kPaperKey};
  std::vector<std::string> texts;
};

TEST(NameIndexTest, AnEmptyIndexFindsNothing) {
  const Names names;
  EXPECT_EQ(names.index.size(), 0u);
  EXPECT_EQ(names.Find(""), std::nullopt);
  EXPECT_EQ(names.Find("a"), std::nullopt);
}

TEST(NameIndexTest, GrowthKeepsEveryNumber) {
  Names names;
  for (uint32_t i = 0; i < 5000; ++i) {
    EXPECT_EQ(names.Insert("name" + std::to_string(i)), std::nullopt);
    EXPECT_EQ(names.index.size(), i + 1);
    // Around each growth, everything inserted before is still there.
    if ((i & (i - 1)) != 0) continue;
    for (uint32_t earlier = 0; earlier <= i; ++earlier) {
      ASSERT_EQ(names.Find("name" + std::to_string(earlier)), earlier);
    }
  }
  EXPECT_EQ(names.Find("name5000"), std::nullopt);
}

TEST(NameIndexTest, ADuplicateAddsNothingAndReturnsTheFirstsNumber) {
  Names names;
  names.Insert("a");
  names.Insert("b");
  EXPECT_EQ(names.Insert("a"), 0u);
  EXPECT_EQ(names.Insert("b"), 1u);
  EXPECT_EQ(names.index.size(), 2u);
  EXPECT_EQ(names.Find("a"), 0u);
}

TEST(NameIndexTest, NamesDifferInEveryByteIncludingNulAndLength) {
  Names names;
  for (const std::string& name :
       {std::string(), std::string("a"), std::string("a\0", 2),
        std::string("\0", 1), std::string("A"), std::string("aa")}) {
    EXPECT_EQ(names.Insert(name), std::nullopt);
  }
  EXPECT_EQ(names.Find(""), 0u);
  EXPECT_EQ(names.Find(std::string_view("a\0", 2)), 2u);
}

TEST(NameIndexTest, NumbersAreTheCallersUpToTwoTo32Minus2) {
  NameIndex index(kPaperKey);
  const auto name_of = [](uint32_t n) -> std::string_view {
    return n == 7 ? "seven" : "largest";
  };
  EXPECT_EQ(index.Insert("largest", UINT32_MAX - 1, name_of), std::nullopt);
  EXPECT_EQ(index.Insert("seven", 7, name_of), std::nullopt);
  EXPECT_EQ(index.Find("largest", name_of), UINT32_MAX - 1);
  EXPECT_EQ(index.Find("seven", name_of), 7u);
}

TEST(NameIndexTest, AHashTakenAheadStaysGoodWhenTheTableGrows) {
  Names names;
  const uint32_t hash = names.index.HashOf("early");
  for (int i = 0; i < 100; ++i) names.Insert(std::to_string(i));
  names.texts.push_back("early");
  EXPECT_EQ(names.index.InsertHashed("early", hash, 100, names.NameOf()),
            std::nullopt);
  EXPECT_EQ(names.Find("early"), 100u);
  EXPECT_EQ(names.index.InsertHashed("early", hash, 101, names.NameOf()), 100u);
}

TEST(NameIndexTest, NamesMayMoveInMemory) {
  Names names;
  for (int i = 0; i < 100; ++i) names.Insert(std::to_string(i));
  // Moved, and what stood there before overwritten.
  std::vector<std::string> moved = names.texts;
  for (std::string& text : names.texts) text.assign(text.size(), '?');
  const auto name_of = [&](uint32_t n) { return std::string_view(moved[n]); };
  for (uint32_t i = 0; i < 100; ++i) {
    EXPECT_EQ(names.index.Find(std::to_string(i), name_of), i);
  }
  EXPECT_EQ(names.index.Insert("42", 100, name_of), 42u);
}

TEST(NameIndexTest, AnswersDoNotDependOnTheKey) {
  for (const uint64_t k : {uint64_t{0}, uint64_t{1}, UINT64_MAX}) {
    Names names{.index = NameIndex(HashKey{.k0 = k, .k1 = ~k}), .texts = {}};
    for (int i = 0; i < 40; ++i) names.Insert(std::to_string(i % 20));
    EXPECT_EQ(names.index.size(), 20u);
    for (uint32_t i = 0; i < 20; ++i) {
      EXPECT_EQ(names.Find(std::to_string(i)), i);
    }
  }
}

TEST(NameIndexDeathTest, TheNumberThatMarksAFreeSlotAborts) {
  NameIndex index(kPaperKey);
  EXPECT_DEATH(index.Insert("a", UINT32_MAX,
                            [](uint32_t) { return std::string_view(); }),
               "kFree");
}

}  // namespace
}  // namespace loadgate
