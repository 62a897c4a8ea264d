#include "formats/mangled_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

namespace loadgate {
namespace {

using std::string_literals::operator""s;

std::optional<Mangling> Find(const std::string& text) {
  return FindMangling(AsBytes(text), text.size());
}

bool HasSignUpTo(const std::string& text, uint64_t last) {
  return FindMangling(AsBytes(text), last).has_value();
}

TEST(MangledTextTest, ReplacedBytesInTextThatIsAllUtf8AreASign) {
  const auto mangling = Find("GGUF\3\0\0\xef\xbf\xbd\xef\xbf\xbd"s);
  ASSERT_TRUE(mangling.has_value());
  EXPECT_EQ(mangling->offset, 7u);
}

TEST(MangledTextTest, AReplacementBesideOtherBytesIsNone) {
  // Nothing was replaced where bytes are left that are no UTF-8.
  EXPECT_FALSE(Find("GGUF\xff\xef\xbf\xbd and more"s).has_value());
}

TEST(MangledTextTest, ACharacterThatTheEndCutsIsNoOtherByte) {
  EXPECT_TRUE(Find("\xef\xbf\xbd and \xef\xbf"s).has_value());
}

TEST(MangledTextTest, LineFeedsThatAllFollowAReturnAreASign) {
  const auto mangling = Find("\1\r\n\2\r\n\xff"s);
  ASSERT_TRUE(mangling.has_value());
  EXPECT_EQ(mangling->offset, 1u);
}

TEST(MangledTextTest, OneBareLineFeedIsEnoughAgainstIt) {
  EXPECT_FALSE(Find("\r\n\2\n"s).has_value());
  EXPECT_FALSE(Find("\n\r\n"s).has_value());
}

TEST(MangledTextTest, ASignBehindTheLastByteThatCountsIsNone) {
  for (const std::string& text :
       {"12345\xef\xbf\xbd"s, "12345\xef\xbf\xbd and more"s, "12345\r\n"s,
        "12345\r\n and more"s}) {
    EXPECT_FALSE(HasSignUpTo(text, 0)) << text;
    EXPECT_FALSE(HasSignUpTo(text, 4)) << text;
    EXPECT_TRUE(HasSignUpTo(text, 5)) << text;
    EXPECT_TRUE(HasSignUpTo(text, UINT64_MAX)) << text;
  }
  // What is told by all of the text still is.
  EXPECT_FALSE(HasSignUpTo("1\xef\xbf\xbd 2345 \xff and more"s, 1));
  EXPECT_FALSE(HasSignUpTo("1\r\n 2345 \n"s, 1));
}

TEST(MangledTextTest, NothingIsMangledWithoutASign) {
  EXPECT_FALSE(Find("").has_value());
  EXPECT_FALSE(Find("GGUF\3\0\0\0"s).has_value());
}

}  // namespace
}  // namespace loadgate
