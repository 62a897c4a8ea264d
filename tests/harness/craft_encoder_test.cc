#include "harness/gate/craft_encoder.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/harness/sample_crafts.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing_support::DecodeCraft;
using testing_support::DecodedCraft;
using testing_support::Encoded;
using testing_support::Failed;
using testing_support::OneFile;
using testing_support::SampleLimits;
using testing_support::SetOf;
using Kind = CraftFailureKind;

TEST(CraftEncoderTest, AFrameIsATypeALengthAndFieldsInTheirOrder) {
  EXPECT_EQ(Encoded(OneFile("ab")),
            "\x21\x08\0\0\0\x02\0\0\0\0\0\0\0"
            "\x24\x02\0\0\0ab"
            "\x26\0\0\0\0"s);
  EXPECT_EQ(Encoded(SetOf({{"n", ""}})),
            "\x22\0\0\0\0"
            "\x23\x0d\0\0\0\x01\0\0\0n\0\0\0\0\0\0\0\0"
            "\x26\0\0\0\0"s);
  EXPECT_EQ(Encoded(Failed({Kind::kRecipe, 0, 258, "m", "s"})),
            "\x25\x17\0\0\0"
            "\0\0\0\0\0\x02\x01\0\0\0\0\0\0\x01\0\0\0m\x01\0\0\0s"
            "\x26\0\0\0\0"s);
}

TEST(CraftEncoderTest, BytesAreSplitIntoFullFrames) {
  for (const size_t size : {65535u, 65536u, 65537u, 131072u, 131073u}) {
    std::string bytes;
    while (bytes.size() < size) bytes += static_cast<char>(bytes.size() % 251);
    const std::string reply = Encoded(OneFile(bytes));
    const size_t frames = (size + 65535) / 65536;
    EXPECT_EQ(reply.size(), 13 + frames * 5 + size + 5);
    const DecodedCraft decoded = DecodeCraft(reply);
    EXPECT_EQ(decoded.end, ReplyState::kEnded);
    EXPECT_EQ(decoded.result, OneFile(bytes));
  }
}

TEST(CraftEncoderTest, TextsThatAreTooLongAreCut) {
  const std::string text(70'000, 'x');
  const DecodedCraft failed =
      DecodeCraft(Encoded(Failed({Kind::kRecipe, 0, 1, text, text})));
  ASSERT_EQ(failed.end, ReplyState::kEnded);
  EXPECT_EQ(failed.result.failure->message, text.substr(0, kMaxCraftMessage));
  EXPECT_EQ(failed.result.failure->shown, text.substr(0, kMaxCraftShown));
  const DecodedCraft set = DecodeCraft(Encoded(SetOf({{text, "y"}})));
  ASSERT_EQ(set.end, ReplyState::kEnded);
  EXPECT_EQ(set.result.files.at(0).name, text.substr(0, kMaxCraftName));
}

TEST(CraftEncoderTest, AFailureHasTheFieldsOfItsKindAlone) {
  const CraftFailure all = {Kind::kRecipe, 1, 2, "m", "s"};
  for (uint8_t kind = 0; kind < kCraftFailureKinds; ++kind) {
    CraftFailure failure = all;
    failure.kind = static_cast<Kind>(kind);
    const DecodedCraft decoded = DecodeCraft(Encoded(Failed(failure)));
    ASSERT_EQ(decoded.end, ReplyState::kEnded) << int{kind};
    const bool of_recipe = IsOfRecipe(failure.kind);
    EXPECT_EQ(decoded.result.failure->line, of_recipe ? 2u : 0u);
    EXPECT_EQ(decoded.result.failure->shown, of_recipe ? "s" : "");
    EXPECT_EQ(decoded.result.failure->kind, failure.kind);
  }
}

TEST(CraftEncoderTest, WhatFitsIsWhatTheDecoderTakes) {
  CraftLimits limits = SampleLimits();
  limits.bytes = 5;
  limits.files = 2;
  for (const CraftResult& result :
       {OneFile("12345"), OneFile("123456"), SetOf({{"a", "123"}, {"b", "45"}}),
        SetOf({{"a", "123"}, {"b", "456"}}),
        SetOf({{"a", ""}, {"b", ""}, {"c", ""}})}) {
    EXPECT_EQ(FitsCraftReply(result, limits),
              DecodeCraft(Encoded(result), limits).end == ReplyState::kEnded);
  }
}

}  // namespace
}  // namespace loadgate
