#include "craft/byte_writer.h"

#include <gtest/gtest.h>

#include <string>

namespace loadgate::craft {
namespace {

TEST(ByteWriterTest, NumbersAreWrittenInTheOrderAskedFor) {
  std::string out = "x";
  PutNumber(0x0102030405060708, 8, ByteOrder::kLittle, &out);
  PutNumber(0x01020304, 4, ByteOrder::kBig, &out);
  PutNumber(0x0102, 2, ByteOrder::kLittle, &out);
  EXPECT_EQ(out, "x\x8\x7\x6\x5\x4\x3\x2\x1\x1\x2\x3\x4\x2\x1");
}

TEST(ByteWriterTest, OnlyTheLowBytesOfAWideNumberAreWritten) {
  std::string out;
  PutNumber(0xffffffffffffff41, 1, ByteOrder::kBig, &out);
  EXPECT_EQ(out, "A");
}

TEST(ByteWriterTest, GetNumberReadsWhatPutNumberWrote) {
  for (const size_t width : {1u, 2u, 4u, 8u}) {
    for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
      std::string out;
      PutNumber(0xf1e2d3c4b5a69788, width, order, &out);
      ASSERT_EQ(out.size(), width);
      const uint64_t mask = width == 8 ? ~0ull : (1ull << (8 * width)) - 1;
      EXPECT_EQ(GetNumber(out, order), 0xf1e2d3c4b5a69788 & mask);
    }
  }
}

TEST(ByteWriterTest, GetNumberOfNothingIsZero) {
  EXPECT_EQ(GetNumber("", ByteOrder::kLittle), 0u);
}

TEST(ByteWriterTest, SetNumberChangesItsBytesAlone) {
  std::string bytes = "abcdef";
  SetNumber(0x3132, 2, ByteOrder::kBig, 2, &bytes);
  EXPECT_EQ(bytes, "ab12ef");
}

TEST(ByteWriterDeathTest, SetNumberPastTheEndAborts) {
  std::string bytes = "abc";
  EXPECT_DEATH(SetNumber(0, 2, ByteOrder::kBig, 2, &bytes), "");
}

}  // namespace
}  // namespace loadgate::craft
