#include "loadgate/escape.h"

#include <gtest/gtest.h>

#include <string>

#include "loadgate/utf8.h"

namespace loadgate {
namespace {

TEST(EscapeTest, PlainTextStaysAsItIs) {
  EXPECT_EQ(Escaped("blk.0.attn_q.weight 'x' \"y\""),
            "blk.0.attn_q.weight 'x' \"y\"");
  EXPECT_EQ(Escaped("模型 ▁the é 🦙"), "模型 ▁the é 🦙");
  EXPECT_EQ(Escaped(""), "");
}

TEST(EscapeTest, ControlBytesAreShown) {
  EXPECT_EQ(Escaped(std::string_view("\0\x1b[31m\x7f\b", 8)),
            "\\x00\\x1b[31m\\x7f\\x08");
  EXPECT_EQ(Escaped("a\nb\tc\r"), "a\\nb\\tc\\r");
}

TEST(EscapeTest, EveryControlByteIsEscaped) {
  for (int byte = 0; byte < 0x20; ++byte) {
    const std::string out = Escaped(std::string(1, static_cast<char>(byte)));
    EXPECT_EQ(out.front(), '\\') << byte;
    EXPECT_FALSE(HasControlByte(out)) << byte;
  }
}

TEST(EscapeTest, C1ControlsAreShown) {
  EXPECT_EQ(Escaped("\xc2\x9b"
                    "31m"),
            "\\u{9b}31m");
  EXPECT_EQ(Escaped("\xc2\x80\xc2\x9f\xc2\xa1"), "\\u{80}\\u{9f}\xc2\xa1");
}

TEST(EscapeTest, BidirectionalControlsAreShown) {
  const char32_t controls[] = {0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c,
                               0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069};
  for (const char32_t c : controls) {
    EXPECT_TRUE(MustEscape(c)) << static_cast<int>(c);
  }
  EXPECT_EQ(Escaped("a\xe2\x80\xae"
                    "b\xe2\x81\xa6"),
            "a\\u{202e}b\\u{2066}");
}

TEST(EscapeTest, InvisibleCharactersAndSeparatorsAreShown) {
  const char32_t invisible[] = {0x00ad, 0x200b, 0x200c, 0x200d, 0x2028,
                                0x2029, 0x2060, 0xfeff, 0xe0041};
  for (const char32_t c : invisible) {
    EXPECT_TRUE(MustEscape(c)) << static_cast<int>(c);
  }
  EXPECT_EQ(Escaped("\xef\xbb\xbfx\xf3\xa0\x81\x81"), "\\u{feff}x\\u{e0041}");
}

TEST(EscapeTest, LettersNextToTheRangesStay) {
  const char32_t letters[] = {0x00a0, 0x00ae, 0x2010, 0x2027,
                              0x202f, 0x2070, 0xfefe, 0xe1000};
  for (const char32_t c : letters) {
    EXPECT_FALSE(MustEscape(c)) << static_cast<int>(c);
  }
}

TEST(EscapeTest, BytesThatAreNoUtf8AreShownOneByOne) {
  EXPECT_EQ(Escaped("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(Escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // A surrogate.
  EXPECT_EQ(Escaped("\xc0\xaf"), "\\xc0\\xaf");           // Overlong.
}

TEST(EscapeTest, ABackslashIsDoubledSoThatNothingIsAmbiguous) {
  EXPECT_EQ(Escaped("\\x1b"), "\\\\x1b");
  EXPECT_NE(Escaped("\\x1b"), Escaped("\x1b"));
}

TEST(EscapeTest, AnyTwoBytesComeOutAsPrintableUtf8) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string in = {static_cast<char>(a), static_cast<char>(b)};
      const std::string out = Escaped(in);
      ASSERT_TRUE(IsUtf8(out)) << a << ' ' << b;
      ASSERT_FALSE(HasControlByte(out)) << a << ' ' << b;
    }
  }
}

TEST(EscapeTest, APrefixIsCutBetweenCharactersAndSaysSo) {
  EXPECT_EQ(EscapedPrefix("abc", 3), "abc");
  EXPECT_EQ(EscapedPrefix("abcd", 3), "abc...");
  EXPECT_EQ(EscapedPrefix("\xc3\xa9\x1bz", 2), "\xc3\xa9\\x1b...");
}

TEST(EscapeTest, NothingEndsAQuotedTextButItsQuote) {
  EXPECT_EQ(EscapedQuoted(""), "\"\"");
  EXPECT_EQ(EscapedQuoted("plain 'x'"), "\"plain 'x'\"");
  EXPECT_EQ(EscapedQuoted("a\"  F32"), "\"a\\\"  F32\"");
  EXPECT_EQ(EscapedQuoted("\\"), "\"\\\\\"");
  EXPECT_EQ(EscapedQuoted("\\\"\n"), "\"\\\\\\\"\\n\"");
}

TEST(EscapeTest, HexadecimalHasTheDigitsItNeeds) {
  EXPECT_EQ(Escaped(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(Escaped("\xf3\xa0\x81\x81"), "\\u{e0041}");
}

}  // namespace
}  // namespace loadgate
