#include "formats/lfs_pointer.h"

#include <gtest/gtest.h>

#include <string>

namespace loadgate {
namespace {

using std::string_literals::operator""s;

const std::string kHash(64, 'a');

std::optional<LfsPointer> Find(const std::string& text) {
  return FindLfsPointer(AsBytes(text));
}

std::string PointerWith(const std::string& lines) {
  return "version https://git-lfs.github.com/spec/v1\n" + lines;
}

TEST(LfsPointerTest, APointerSaysHashAndSize) {
  const std::string text =
      PointerWith("oid sha256:" + kHash + "\nsize 4294967297\n");
  const auto pointer = Find(text);
  ASSERT_TRUE(pointer.has_value());
  EXPECT_EQ(pointer->sha256, kHash);
  EXPECT_EQ(pointer->size, 4294967297u);
}

TEST(LfsPointerTest, LinesMayEndInCrLfAndTheLastNotAtAll) {
  const std::string text =
      "version https://git-lfs.github.com/spec/v1\r\next-0-foo sha256:b\r\n"
      "oid sha256:" +
      kHash + "\r\nsize 7";
  const auto pointer = Find(text);
  ASSERT_TRUE(pointer.has_value());
  EXPECT_EQ(pointer->sha256, kHash);
  EXPECT_EQ(pointer->size, 7u);
}

TEST(LfsPointerTest, ThePreReleaseHadAnotherHost) {
  EXPECT_TRUE(Find("version https://hawser.github.com/spec/v1\n").has_value());
}

TEST(LfsPointerTest, WhatIsNoHashOrSizeIsLeftOut) {
  for (const std::string& lines :
       {"oid sha256:"s + std::string(63, 'a'), "oid md5:" + kHash,
        "oid sha256:" + std::string(64, 'G'), "size -1"s, "size 1x"s,
        "size 18446744073709551616"s, "size "s, "sizes 1"s, ""s}) {
    const std::string text = PointerWith(lines);
    const auto pointer = Find(text);
    ASSERT_TRUE(pointer.has_value()) << lines;
    EXPECT_EQ(pointer->sha256, "") << lines;
    EXPECT_EQ(pointer->size, std::nullopt) << lines;
  }
}

TEST(LfsPointerTest, TheLargestSizeIsExact) {
  EXPECT_EQ(Find(PointerWith("size 18446744073709551615"))->size, UINT64_MAX);
}

TEST(LfsPointerTest, WhatAnEditorPutsInFrontIsPassedOver) {
  const std::string pointer = PointerWith("size 12\n");
  EXPECT_FALSE(Find(pointer)->has_front);
  for (const std::string& front :
       {"\xef\xbb\xbf"s, "\n"s, "\r\n \t"s, "\xef\xbb\xbf\n"s}) {
    const std::string text = front + pointer;
    const auto found = Find(text);
    ASSERT_TRUE(found.has_value()) << front;
    EXPECT_TRUE(found->has_front) << front;
    EXPECT_EQ(found->size, 12u) << front;
  }
  EXPECT_FALSE(Find("\xef\xbb\xbf").has_value());
}

TEST(LfsPointerTest, WhatDoesNotBeginWithTheVersionIsNone) {
  for (const std::string& text :
       {""s, "version "s, "version https://example.org/\n"s,
        "x version https://git-lfs.github.com/spec/v1\n"s,
        "\n\xef\xbb\xbfversion https://git-lfs.github.com/spec/v1\n"s,
        "version https://git-lfs.github.com/spec/v2\n"s,
        "oid sha256:"s + kHash}) {
    EXPECT_FALSE(Find(text).has_value()) << text;
  }
}

TEST(LfsPointerTest, AVersionIsAShortLineOfText) {
  const auto is_pointer = [](const std::string& host) {
    return Find("version https://" + host + "/spec/v1\nsize 1\n").has_value();
  };
  EXPECT_TRUE(is_pointer("example.com"));
  EXPECT_TRUE(is_pointer(std::string(76, 'h')));
  EXPECT_FALSE(is_pointer(std::string(77, 'h')));
  EXPECT_FALSE(is_pointer(std::string("a\0b", 3)));
  EXPECT_FALSE(is_pointer("a\tb"));
  EXPECT_FALSE(is_pointer("a\rb"));
  EXPECT_FALSE(is_pointer("a\x7f"));
}

TEST(LfsPointerTest, EveryFrontOfAPointerMayBecomeOne) {
  for (const std::string& front :
       {""s, "\xef\xbb\xbf"s, "\r\n \t"s, "\xef\xbb\xbf\n"s, "\r"s}) {
    const std::string text = front + PointerWith("size 12\n\xbf\n");
    ASSERT_TRUE(Find(text).has_value());
    for (size_t n = 0; n <= text.size(); ++n) {
      EXPECT_TRUE(MayBeLfsPointer(AsBytes(text).first(n))) << front << n;
    }
  }
}

TEST(LfsPointerTest, WhatBeginsOtherwiseBecomesNoPointer) {
  for (const std::string& text : {"x"s, "\xef\xbb\xbe"s, "\nversion http:"s,
                                  "\0"s, std::string(1024, '\n')}) {
    EXPECT_FALSE(MayBeLfsPointer(AsBytes(text))) << text;
  }
}

TEST(LfsPointerTest, NothingIsReadBehindTheLongestPointer) {
  const std::string filler(1024, 'x');
  EXPECT_EQ(Find(PointerWith(filler + "\nsize 5\n"))->size, std::nullopt);
}

}  // namespace
}  // namespace loadgate
