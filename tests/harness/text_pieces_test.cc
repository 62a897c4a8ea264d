#include "harness/gate/text_pieces.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace loadgate {
namespace {

TEST(TextPiecesTest, AShortTextIsWhole) {
  EXPECT_EQ(WholeCharacters("", 4), 0u);
  EXPECT_EQ(WholeCharacters("abcd", 4), 4u);
}

TEST(TextPiecesTest, ACharacterIsLeftOutWhole) {
  const std::string_view text = "a\xf0\x9f\x98\x80z";
  EXPECT_EQ(WholeCharacters(text, 1), 1u);
  for (size_t wanted = 2; wanted < 5; ++wanted) {
    EXPECT_EQ(WholeCharacters(text, wanted), 1u) << wanted;
  }
  EXPECT_EQ(WholeCharacters(text, 5), 5u);
}

TEST(TextPiecesTest, BytesThatAreNoCharacterDoNotStopThePieces) {
  EXPECT_GT(WholeCharacters(std::string(9, '\x80'), 4), 0u);
  EXPECT_EQ(WholeCharacters(std::string(9, '\x80'), 1), 1u);
}

}  // namespace
}  // namespace loadgate
