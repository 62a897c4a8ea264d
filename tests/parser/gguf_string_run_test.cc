#include "formats/gguf_string_run.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing_support::GgufBytes;

std::vector<std::byte> Strings(const std::vector<std::string>& texts,
                               ByteOrder order = ByteOrder::kLittle) {
  GgufBytes file(order);
  for (const std::string& text : texts) file.Str(text);
  const ByteSpan bytes = file.bytes();
  return {bytes.begin(), bytes.end()};
}

bool IsClean(const std::vector<std::string>& texts, bool nul_allowed) {
  const std::vector<std::byte> bytes = Strings(texts);
  const GgufStringRun run =
      FindGgufStringRun(bytes, texts.size(), ByteOrder::kLittle);
  EXPECT_EQ(run.strings, texts.size());
  return IsCleanGgufStringRun(bytes, run, nul_allowed);
}

TEST(GgufStringRunTest, HoldsWholeStringsInEitherOrder) {
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const auto bytes = Strings({"a", "",
                                "\xc4\xa0"
                                "the"},
                               order);
    const GgufStringRun run = FindGgufStringRun(bytes, 9, order);
    EXPECT_EQ(run.strings, 3u);
    EXPECT_EQ(run.bytes, bytes.size());
    EXPECT_EQ(run.nuls, 7u + 8u + 7u);
  }
}

TEST(GgufStringRunTest, EndsBeforeALongStringAndAfter127Bytes) {
  const auto bytes = Strings({std::string(127, 'a'), std::string(128, 'b')});
  const GgufStringRun run = FindGgufStringRun(bytes, 9, ByteOrder::kLittle);
  EXPECT_EQ(run.strings, 1u);
  EXPECT_EQ(run.bytes, 8u + 127u);
}

TEST(GgufStringRunTest, EndsBeforeAStringThatIsNotWhole) {
  auto bytes = Strings({"abc", "defg"});
  for (size_t cut = 1; cut <= 8 + 4; ++cut) {
    bytes.pop_back();
    const GgufStringRun run = FindGgufStringRun(bytes, 9, ByteOrder::kLittle);
    EXPECT_EQ(run.strings, 1u);
    EXPECT_EQ(run.bytes, 8u + 3u);
  }
}

TEST(GgufStringRunTest, TakesNoMoreThanAskedFor) {
  const auto bytes = Strings({"a", "b", "c"});
  EXPECT_EQ(FindGgufStringRun(bytes, 2, ByteOrder::kLittle).strings, 2u);
  EXPECT_EQ(FindGgufStringRun(bytes, 0, ByteOrder::kLittle).strings, 0u);
}

TEST(GgufStringRunTest, ALengthOf127IsNoPartOfACharacter) {
  EXPECT_TRUE(IsClean({std::string(127, 'a'), "b"}, false));
}

TEST(GgufStringRunTest, ACharacterMayNotReachIntoTheNextString) {
  // 82 AC would continue E2, but for the length between them.
  EXPECT_FALSE(IsClean({"\xe2", "\x82\xac"}, true));
  EXPECT_TRUE(IsClean({"\xe2\x82\xac", "x"}, true));
}

TEST(GgufStringRunTest, ANulIsSeenAmongThoseOfTheLengths) {
  EXPECT_TRUE(IsClean({"a", "", "b"}, false));
  EXPECT_FALSE(IsClean({"a", "\0"s, "b"}, false));
  EXPECT_TRUE(IsClean({"a", "\0"s, "b"}, true));
}

}  // namespace
}  // namespace loadgate
