#include "harness/worker/digesting_source.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace loadgate {
namespace {

Sha256Digest DigestOf(std::string_view text) {
  Sha256 sha256;
  sha256.Add(AsBytes(text));
  return sha256.Digest();
}

class DigestingSourceTest : public testing::Test {
 protected:
  size_t Read(uint64_t offset, size_t bytes) {
    std::array<std::byte, 64> out;
    return source_.ReadAt(offset, std::span(out).first(bytes)).value();
  }

  std::string text_ = "0123456789abcdef";
  MemorySource memory_{AsBytes(text_)};
  DigestingSource source_{memory_};
};

TEST_F(DigestingSourceTest, WhatIsReadForwardIsDigested) {
  EXPECT_EQ(source_.bytes(), 0u);
  EXPECT_EQ(source_.Digest(), DigestOf(""));
  EXPECT_EQ(Read(0, 4), 4u);
  EXPECT_EQ(Read(4, 3), 3u);
  EXPECT_EQ(source_.bytes(), 7u);
  EXPECT_EQ(source_.Digest(), DigestOf("0123456"));
}

TEST_F(DigestingSourceTest, WhatIsLookedAtElsewhereIsNot) {
  Read(0, 4);
  Read(10, 2);
  Read(2, 4);
  EXPECT_EQ(source_.bytes(), 4u);
  EXPECT_EQ(source_.Digest(), DigestOf("0123"));
}

TEST_F(DigestingSourceTest, AtTheEndThereIsWhatThereWas) {
  EXPECT_EQ(Read(0, 60), 16u);
  EXPECT_EQ(source_.bytes(), 16u);
  EXPECT_EQ(source_.Digest(), DigestOf(text_));
  EXPECT_EQ(source_.size(), 16u);
}

}  // namespace
}  // namespace loadgate
