#include "base/message.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace loadgate {
namespace {

TEST(MessageTest, JoinsItsPieces) {
  EXPECT_EQ(Message({}), "");
  EXPECT_EQ(Message({"one ", "", "two"}), "one two");
}

TEST(MessageTest, NumbersAreDecimalUpToTheLargest) {
  EXPECT_EQ(Number(0), "0");
  EXPECT_EQ(Number(UINT64_MAX), "18446744073709551615");
}

TEST(MessageTest, ANounAgreesWithItsCount) {
  EXPECT_EQ(Count(0, "byte"), "0 bytes");
  EXPECT_EQ(Count(1, "byte"), "1 byte");
  EXPECT_EQ(Count(2, "byte"), "2 bytes");
  EXPECT_EQ(Count(UINT64_MAX, "place"), "18446744073709551615 places");
}

TEST(MessageTest, AVerbAgreesWithItsCount) {
  EXPECT_EQ(Agree(0, "is", "are"), "are");
  EXPECT_EQ(Agree(1, "is", "are"), "is");
  EXPECT_EQ(Agree(11, "is", "are"), "are");
}

TEST(MessageTest, QuotesUpTo96BytesAndCutsWhatIsLonger) {
  const std::string fits(96, 'n');
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted(fits), "'" + fits + "'");
  EXPECT_EQ(Quoted(fits + "x"), "'" + fits + "...'");
}

TEST(MessageTest, QuotesRawBytes) {
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(Quoted("\0\x1b\xff"sv), "'\0\x1b\xff'"sv);
}

TEST(MessageTest, AQuoteInANameDoesNotEndIt) {
  EXPECT_EQ(Quoted("it's"), "\"it's\"");
  EXPECT_EQ(Quoted("a \"b\""), "'a \"b\"'");
  EXPECT_EQ(Quoted("x' is fine. \"'"), "\"x' is fine. \"\"'\"");
}

TEST(MessageTest, AByteIsTwoHexadecimalDigits) {
  EXPECT_EQ(HexByte('\0'), "00");
  EXPECT_EQ(HexByte('\x1b'), "1B");
  EXPECT_EQ(HexByte('\xff'), "FF");
}

TEST(MessageTest, AnItemHasItsKindItsIndexAndItsName) {
  EXPECT_EQ(Item("tensor", 3, "output"), "tensor[3] 'output'");
}

}  // namespace
}  // namespace loadgate
