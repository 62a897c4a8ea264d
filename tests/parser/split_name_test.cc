#include "loadgate/split_name.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace loadgate {
namespace {

TEST(SplitNameTest, BothNumbersHaveFiveDigits) {
  EXPECT_EQ(SplitPath("m", 1, 1), "m-00001-of-00001.gguf");
  EXPECT_EQ(SplitPath("d/llama-Q4_K", 12, 345),
            "d/llama-Q4_K-00012-of-00345.gguf");
  EXPECT_EQ(SplitPath("m", 65535, 65535), "m-65535-of-65535.gguf");
}

TEST(SplitNameTest, ThereIsNoNameWithoutAPrefixOrWithNumbersOutOfRange) {
  EXPECT_EQ(SplitPath("", 1, 2), std::nullopt);
  EXPECT_EQ(SplitPath("m", 0, 2), std::nullopt);
  EXPECT_EQ(SplitPath("m", 3, 2), std::nullopt);
  EXPECT_EQ(SplitPath("m", 0, 0), std::nullopt);
  EXPECT_EQ(SplitPath("m", 1, 65536), std::nullopt);
  EXPECT_EQ(SplitPath("m", 1, 4294967295), std::nullopt);
}

TEST(SplitNameTest, AShardsNameIsTakenApart) {
  EXPECT_EQ(ParseSplitPath("d/m-00002-of-00003.gguf"),
            (SplitName{.prefix = "d/m", .number = 2, .count = 3}));
  // The last numbers count.
  EXPECT_EQ(ParseSplitPath("m-00001-of-00002-00003-of-00004.gguf"),
            (SplitName{.prefix = "m-00001-of-00002", .number = 3, .count = 4}));
}

TEST(SplitNameTest, EveryNameThatIsMadeIsTakenApartAgain) {
  for (const std::string_view prefix : {"m", "-", "a/b.gguf", "m-00001-of"}) {
    for (uint32_t count = 1; count <= kMaxSplitCount; count = count * 3 + 1) {
      for (const uint32_t number : {1U, count / 2 + 1, count}) {
        const std::optional<std::string> path =
            SplitPath(prefix, number, count);
        ASSERT_TRUE(path.has_value());
        EXPECT_EQ(
            ParseSplitPath(*path),
            (SplitName{.prefix = prefix, .number = number, .count = count}));
      }
    }
  }
}

TEST(SplitNameTest, AnythingElseIsNoShardsName) {
  for (const std::string_view path : {"",
                                      ".gguf",
                                      "m.gguf",
                                      "-00001-of-00002.gguf",
                                      "00001-of-00002.gguf",
                                      "m00001-of-00002.gguf",
                                      "m-0001-of-00002.gguf",
                                      "m-00001-of-0002.gguf",
                                      "m-000001-of-00002.gguf",
                                      "m-00001-of-000002.gguf",
                                      "m-00001-of-00002.GGUF",
                                      "m-00001-of-00002.gguf ",
                                      "m-00001-of-00002.safetensors",
                                      "m_00001-of-00002.gguf",
                                      "m-00001_of_00002.gguf",
                                      "m-00001-OF-00002.gguf",
                                      "m-00000-of-00002.gguf",
                                      "m-00000-of-00000.gguf",
                                      "m-00003-of-00002.gguf",
                                      "m-00001-of-65536.gguf",
                                      "m-00001-of-99999.gguf",
                                      "m-+0001-of-00002.gguf",
                                      "m- 0001-of-00002.gguf",
                                      "m-0x001-of-00002.gguf",
                                      "epoch-3-of-10"}) {
    EXPECT_EQ(ParseSplitPath(path), std::nullopt) << path;
  }
}

}  // namespace
}  // namespace loadgate
