#include "loadgate/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using std::string_view_literals::operator""sv;

// The bytes of a text of up to four, the first one highest.
using Packed = uint32_t;

std::string Unpack(Packed packed, size_t length) {
  std::string text;
  for (size_t i = length; i-- > 0;) {
    text.push_back(static_cast<char>(packed >> (8 * i)));
  }
  return text;
}

// UTF-8 by its definition: the encodings of all scalar values, and nothing
// else. Which of them a text begins with is looked up.
class Definition {
 public:
  Definition() {
    for (size_t n = 1; n <= 4; ++n) known_[n].resize(size_t{1} << kBits[n]);
    for (Packed c = 0; c <= 0x10ffff; ++c) {
      if (c >= 0xd800 && c <= 0xdfff) continue;
      if (c < 0x80) {
        Add(1, c);
      } else if (c < 0x800) {
        Add(2, (0xc0 | c >> 6) << 8 | Tail(c, 0));
      } else if (c < 0x10000) {
        Add(3, (0xe0 | c >> 12) << 16 | Tail(c, 1) << 8 | Tail(c, 0));
      } else {
        Add(4, (0xf0 | c >> 18) << 24 | Tail(c, 2) << 16 | Tail(c, 1) << 8 |
                   Tail(c, 0));
      }
    }
  }

  // The length of the character that the `length` bytes of `packed` begin
  // with, or 0.
  size_t First(Packed packed, size_t length) const {
    for (size_t n = 1; n <= length; ++n) {
      const Packed front = packed >> (8 * (length - n));
      // Four-byte characters are kept without the top bits of their lead.
      if (n == 4 && front >> 27 != 0x1e) return 0;
      if (known_[n][front & ((size_t{1} << kBits[n]) - 1)]) return n;
    }
    return 0;
  }

 private:
  static constexpr std::array<int, 5> kBits = {0, 8, 16, 24, 27};

  static Packed Tail(Packed c, int i) { return 0x80 | (c >> (6 * i) & 0x3f); }
  void Add(size_t n, Packed packed) {
    known_[n][packed & ((size_t{1} << kBits[n]) - 1)] = true;
  }

  std::array<std::vector<bool>, 5> known_;
};

const Definition& Utf8() {
  static const auto* const kDefinition = new Definition();
  return *kDefinition;
}

// Whether the code agrees with the definition on one text.
bool Agrees(Packed packed, size_t length) {
  std::array<char, 4> bytes;
  for (size_t i = 0; i < length; ++i) {
    bytes[i] = static_cast<char>(packed >> (8 * (length - 1 - i)));
  }
  char32_t out = 0xffffffff;
  const size_t got = DecodeUtf8(std::string_view(bytes.data(), length), &out);
  return got == Utf8().First(packed, length) && (got == 0) == (out > 0x10ffff);
}

TEST(Utf8Test, AgreesWithTheDefinitionOnEveryTextOfUpToThreeBytes) {
  for (size_t length = 1; length <= 3; ++length) {
    for (Packed packed = 0; packed >> (8 * length) == 0; ++packed) {
      ASSERT_TRUE(Agrees(packed, length))
          << testing::PrintToString(Unpack(packed, length));
    }
  }
}

TEST(Utf8Test, AgreesWithTheDefinitionOnTheEdgesOfFourBytes) {
  constexpr std::array<Packed, 7> kEdges = {0x00, 0x41, 0x7f, 0x80,
                                            0xbf, 0xc0, 0xff};
  for (Packed front = 0xe000; front <= 0xffff; ++front) {
    for (const Packed third : kEdges) {
      for (const Packed fourth : kEdges) {
        const Packed packed = front << 16 | third << 8 | fourth;
        ASSERT_TRUE(Agrees(packed, 4))
            << testing::PrintToString(Unpack(packed, 4));
      }
    }
  }
}

TEST(Utf8Test, DecodesTheFirstAndLastCharacterOfEachLength) {
  struct Case {
    std::string_view text;
    char32_t character;
  };
  for (const Case& c : {
           Case{"\0"sv, 0},
           Case{"\x7f", 0x7f},
           Case{"\xc2\x80", 0x80},
           Case{"\xdf\xbf", 0x7ff},
           Case{"\xe0\xa0\x80", 0x800},
           Case{"\xed\x9f\xbf", 0xd7ff},
           Case{"\xee\x80\x80", 0xe000},
           Case{"\xef\xbf\xbf", 0xffff},
           Case{"\xf0\x90\x80\x80", 0x10000},
           Case{"\xf4\x8f\xbf\xbf", 0x10ffff},
       }) {
    char32_t out = 1;
    EXPECT_EQ(DecodeUtf8(std::string(c.text) + "more", &out), c.text.size());
    EXPECT_EQ(out, c.character);
  }
}

TEST(Utf8Test, WhatDoesNotDecodeStoresNothing) {
  for (const std::string_view text :
       {""sv, "\x80"sv, "\xc0\x80"sv, "\xed\xa0\x80"sv, "\xf4\x90\x80\x80"sv,
        "\xf0\x9f\xa7"sv, "\xff"sv}) {
    char32_t out = 42;
    EXPECT_EQ(DecodeUtf8(text, &out), 0u);
    EXPECT_EQ(out, 42u);
  }
}

TEST(Utf8Test, ThePrefixEndsAtTheFirstByteOfWhatIsMalformed) {
  EXPECT_EQ(Utf8PrefixLength(""), 0u);
  EXPECT_EQ(Utf8PrefixLength("plain"), 5u);
  EXPECT_EQ(Utf8PrefixLength("a\xc3\xa4z"), 4u);
  EXPECT_EQ(Utf8PrefixLength("a\xc3\xa4\xc3"), 3u) << "cut in a character";
  EXPECT_EQ(Utf8PrefixLength("\xc3\xa4\xe2\x82z"), 2u);
  EXPECT_EQ(Utf8PrefixLength("\xff"), 0u);
  EXPECT_TRUE(IsUtf8("\xf0\x9f\xa7\xb1"));
  EXPECT_FALSE(IsUtf8("\xf0\x9f\xa7"));
}

// The traits of `text`, byte by byte.
void ExpectTraits(const std::string& text, bool ascii, bool utf8, bool nul) {
  const TextTraits traits = ScanText(text);
  EXPECT_EQ(traits.ascii, ascii) << testing::PrintToString(text);
  EXPECT_EQ(traits.utf8, utf8) << testing::PrintToString(text);
  EXPECT_EQ(traits.has_nul, nul) << testing::PrintToString(text);
}

TEST(ScanTextTest, SeesOneByteAtEveryPlaceOfEveryLength) {
  for (size_t length = 0; length <= 40; ++length) {
    for (const char filler : {'\x01', 'a', '\x7f'}) {
      const std::string plain(length, filler);
      ExpectTraits(plain, true, true, false);
      for (size_t at = 0; at < length; ++at) {
        std::string text = plain;
        text[at] = '\0';
        ExpectTraits(text, true, true, true);
        text[at] = '\x80';
        ExpectTraits(text, false, false, false);
        text[at] = '\xff';
        ExpectTraits(text, false, false, false);
        text[at] = '\xc3';
        if (at + 1 < length) text[at + 1] = '\xa4';
        ExpectTraits(text, false, at + 1 < length, false);
      }
    }
  }
}

TEST(ScanTextTest, ANulIsSeenBesideAHighByteInOneWord) {
  ExpectTraits("\x01\x80\x01\x01"s.substr(0, 4) + '\0', false, false, true);
  ExpectTraits("\xc3\xa4"s + '\0', false, true, true);
}

TEST(ControlByteTest, ControlBytesAre00To1FAnd7F) {
  for (int c = 0; c < 256; ++c) {
    const bool expected = c < 0x20 || c == 0x7f;
    EXPECT_EQ(IsControlByte(static_cast<char>(c)), expected) << c;
    EXPECT_EQ(HasControlByte(std::string{'a', static_cast<char>(c), 'b'}),
              expected)
        << c;
  }
  EXPECT_FALSE(HasControlByte(""));
}

}  // namespace
}  // namespace loadgate
