#include "formats/gguf_key.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "tests/support/matchers.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;

void ExpectFault(std::string_view key, Code code, size_t at) {
  const std::optional<GgufKeyFault> fault = FindGgufKeyFault(key);
  ASSERT_TRUE(fault.has_value()) << testing::PrintToString(key);
  EXPECT_EQ(fault->code, code) << testing::PrintToString(key);
  EXPECT_EQ(fault->at, at) << testing::PrintToString(key);
  EXPECT_TRUE(fault->what.ends_with('.'));
}

TEST(GgufKeyTest, LowerCaseSegmentsJoinedByDotsAreNoFault) {
  for (const std::string_view key :
       {"a", "0", "_", "-", "general.name", "a-b_c.d0.1", "z.9"}) {
    EXPECT_FALSE(FindGgufKeyFault(key).has_value()) << key;
  }
}

TEST(GgufKeyTest, EveryOtherAsciiCharacterIsASpelling) {
  for (int c = 1; c < 0x80; ++c) {
    const bool segment = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                         c == '_' || c == '-';
    const std::string key = {'a', static_cast<char>(c), 'z'};
    if (segment || c == '.') {
      EXPECT_FALSE(FindGgufKeyFault(key).has_value()) << key;
    } else {
      ExpectFault(key, Code::kGgufKeySpelling, 0);
    }
  }
}

TEST(GgufKeyTest, ADotStandsBetweenSegments) {
  for (const std::string_view key : {".", ".a", "a.", "a..b", ".."}) {
    ExpectFault(key, Code::kGgufKeySpelling, 0);
  }
}

TEST(GgufKeyTest, TheGravestFaultIsNamedAtItsFirstByte) {
  ExpectFault("", Code::kGgufKeyEmpty, 0);
  ExpectFault("ab\0c\0"s, Code::kGgufKeyNul, 2);
  ExpectFault("a\x80\xff", Code::kGgufKeyNotAscii, 1);
  ExpectFault("\xff.\0"s, Code::kGgufKeyNul, 2);
  ExpectFault("A.\xc3\xa4", Code::kGgufKeyNotAscii, 2);
}

}  // namespace
}  // namespace loadgate
