#include "base/utf8_blocks.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "loadgate/utf8.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;

// One sequence at a time, by the decoder that has a test of its own.
bool IsUtf8BySequences(std::string_view text) {
  return Utf8PrefixLength(text) == text.size();
}

// Every sequence of `length` bytes out of those at the edges of table 3-7, at
// every distance from the end of a block.
void CompareAtBlockEdges(size_t length) {
  const std::string edges =
      "a\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee\xef"
      "\xf0\xf1\xf3\xf4\xf5\xff"s;
  size_t combinations = 1;
  for (size_t i = 0; i < length; ++i) combinations *= edges.size();
  for (size_t n = 0; n < combinations; ++n) {
    std::string sequence;
    for (size_t i = 0, rest = n; i < length; ++i, rest /= edges.size()) {
      sequence += edges[rest % edges.size()];
    }
    const std::string text = std::string(60 + n % 8, 'x') + sequence;
    ASSERT_EQ(IsUtf8InBlocks(text), IsUtf8BySequences(text))
        << testing::PrintToString(sequence) << " at " << 60 + n % 8;
    ASSERT_EQ(IsUtf8InBlocks(text + "y"), IsUtf8BySequences(text + "y"));
  }
}

TEST(Utf8BlocksTest, AgreesWithTheDecoderOnEverySequenceOfEdgeBytes) {
  for (size_t length = 1; length <= 3; ++length) CompareAtBlockEdges(length);
}

TEST(Utf8BlocksTest, AgreesWithTheDecoderOnTextWithFaults) {
  std::mt19937 random(1);
  const std::string_view characters[] = {"a", "\xc3\xa9", "\xe2\x82\xac",
                                         "\xf0\x9f\x98\x80"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    while (text.size() < random() % 200) text += characters[random() % 4];
    if (!text.empty() && random() % 2 == 0) {
      text[random() % text.size()] = static_cast<char>(random());
    }
    if (!text.empty() && random() % 4 == 0) text.pop_back();
    ASSERT_EQ(IsUtf8InBlocks(text), IsUtf8BySequences(text))
        << testing::PrintToString(text);
  }
}

TEST(Utf8BlocksTest, ALeadByteThatIsTooShortAFormIsRefusedBeforeAscii) {
  EXPECT_FALSE(IsUtf8InBlocks("\xc0y"));
  EXPECT_FALSE(IsUtf8InBlocks("\xc1y"));
}

TEST(Utf8BlocksTest, ACharacterCutOffByTheEndIsRefusedAtEveryLength) {
  for (size_t before = 0; before < 130; ++before) {
    EXPECT_FALSE(IsUtf8InBlocks(std::string(before, 'x') + "\xe2\x82"));
    EXPECT_TRUE(IsUtf8InBlocks(std::string(before, 'x') + "\xe2\x82\xac"));
  }
}

TEST(Utf8BlocksTest, NulsAreCountedAtEveryLength) {
  for (size_t length = 0; length < 200; ++length) {
    EXPECT_EQ(CountNuls(std::string(length, 'x')), 0u);
    EXPECT_EQ(CountNuls(std::string(length, '\0')), length);
    EXPECT_EQ(CountNuls(std::string(length, 'x') + '\0'), 1u);
  }
}

}  // namespace
}  // namespace loadgate
