#include "harness/gate/human.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

namespace loadgate {
namespace {

TEST(QuotedNameTest, ANameCannotPassForTheWordsAroundIt) {
  EXPECT_EQ(QuotedName("a.bin"), "'a.bin'");
  EXPECT_EQ(QuotedName("a' b"), "\"a' b\"");
  EXPECT_EQ(QuotedName("a' \"b\""), "\"a' \"\"b\"\"\"");
}

TEST(HumanTest, ThousandsStandApart) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1000), "1,000");
  EXPECT_EQ(Grouped(1234567), "1,234,567");
  EXPECT_EQ(Grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(HumanTest, SizesHaveOneDigitAndAUnit) {
  EXPECT_EQ(HumanSize(0), "0 bytes");
  EXPECT_EQ(HumanSize(1), "1 byte");
  EXPECT_EQ(HumanSize(1023), "1023 bytes");
  EXPECT_EQ(HumanSize(1024), "1.0 KiB");
  EXPECT_EQ(HumanSize(4402341478), "4.1 GiB");
  EXPECT_EQ(HumanSize((uint64_t{1} << 20) - 1), "1.0 MiB");
  EXPECT_EQ(HumanSize(UINT64_MAX), "16.0 EiB");
}

TEST(HumanTest, NounsFollowTheirNumber) {
  EXPECT_EQ(Counted(0, "tensor"), "0 tensors");
  EXPECT_EQ(Counted(1, "tensor"), "1 tensor");
  EXPECT_EQ(Counted(2, "tensor"), "2 tensors");
}

TEST(HumanTest, TextIsWrappedAtSpaces) {
  const std::string word(30, 'x');
  EXPECT_EQ(Wrapped(word + " " + word + " " + word, 4),
            "    " + word + " " + word + "\n    " + word + "\n");
  EXPECT_EQ(Wrapped("", 4), "");
}

TEST(HumanTest, ALineMayBeExactlyAsLongAsAllowed) {
  const std::string a(40, 'a');
  const std::string b(39, 'b');
  EXPECT_EQ(Wrapped(a + " " + b, 0), a + " " + b + "\n");
  EXPECT_EQ(Wrapped(a + " " + b + "b", 0), a + "\n" + b + "b\n");
}

TEST(HumanTest, AWordLongerThanALineStaysWhole) {
  const std::string word(200, 'x');
  EXPECT_EQ(Wrapped("a " + word + " b", 2), "  a\n  " + word + "\n  b\n");
}

TEST(HumanTest, TheClosestWordIsFound) {
  constexpr std::array<std::string_view, 3> kKnown = {"format", "quiet",
                                                      "max-findings"};
  EXPECT_EQ(ClosestTo("fromat", kKnown), "format");
  EXPECT_EQ(ClosestTo("max-finding", kKnown), "max-findings");
  EXPECT_EQ(ClosestTo("max", kKnown), "max-findings");
  EXPECT_EQ(ClosestTo("jobs", kKnown), std::nullopt);
  EXPECT_EQ(ClosestTo("", kKnown), std::nullopt);
  EXPECT_EQ(ClosestTo(std::string(100000, 'f'), kKnown), std::nullopt);
}

TEST(HumanTest, ColumnsAreCharactersNotBytes) {
  EXPECT_EQ(DisplayColumns("é▁a"), 3u);
}

TEST(HumanTest, TwoLettersTheWrongWayRoundAreOneMistake) {
  const std::string_view verbs[] = {"check", "rules"};
  EXPECT_EQ(ClosestTo("chekc", verbs), "check");
  EXPECT_EQ(ClosestTo("rulse", verbs), "rules");
  EXPECT_EQ(ClosestTo("hcekc", verbs), std::nullopt);
}

}  // namespace
}  // namespace loadgate
