#include "formats/gguf_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/parser/read_gguf.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing::ElementsAre;
using testing_support::Place;
using testing_support::PlacesOf;

std::vector<Place> CheckText(std::string_view key, std::string_view text) {
  FindingSink sink;
  CheckGgufText(
      text, 100, RulesForText(key), [] { return std::string("here"); }, &sink);
  return PlacesOf(sink.Findings());
}

TEST(GgufTextTest, CleanTextIsNoFindingUnderAnyKey) {
  for (const std::string_view key :
       {"", "general.architecture", "tokenizer.ggml.tokens",
        "tokenizer.chat_template", "other"}) {
    EXPECT_THAT(CheckText(key, ""), ElementsAre());
    EXPECT_THAT(CheckText(key, "plain\n\x7f"), ElementsAre());
    EXPECT_THAT(CheckText(key, "\u2581\u6a21"), ElementsAre());
  }
}

TEST(GgufTextTest, TextThatDecidesHowAFileIsLoadedMustBeUtf8WithoutNul) {
  for (const std::string_view key :
       {"general.architecture", "tokenizer.ggml.model", "tokenizer.ggml.pre"}) {
    EXPECT_THAT(CheckText(key, "a\xff"),
                ElementsAre(Place(Code::kGgufKeyTextNotUtf8, 109)));
    EXPECT_THAT(CheckText(key, "ab\0"s),
                ElementsAre(Place(Code::kGgufKeyTextNul, 110)));
  }
}

TEST(GgufTextTest, ChatTemplatesMustBeUtf8AndEarnAWarningForNul) {
  for (const std::string_view key :
       {"tokenizer.chat_template", "tokenizer.chat_template.tool_use"}) {
    EXPECT_THAT(CheckText(key, "\xff"),
                ElementsAre(Place(Code::kGgufKeyTextNotUtf8, 108)));
    EXPECT_THAT(CheckText(key, "\0"s),
                ElementsAre(Place(Code::kGgufStringNul, 108)));
  }
}

TEST(GgufTextTest, TokenListsMayHoldNul) {
  for (const std::string_view key :
       {"tokenizer.ggml.tokens", "tokenizer.ggml.merges",
        "tokenizer.ggml.added_tokens"}) {
    EXPECT_THAT(CheckText(key, "\xff"),
                ElementsAre(Place(Code::kGgufStringNotUtf8, 108)));
    EXPECT_THAT(CheckText(key, "\0"s), ElementsAre());
  }
}

TEST(GgufTextTest, AnyOtherKeyEarnsWarnings) {
  for (const std::string_view key :
       {"general.architectur", "general.architecture2",
        "tokenizer.chat_templates", "tokenizer.ggml.token", "general.name"}) {
    EXPECT_THAT(CheckText(key, "a\xff"),
                ElementsAre(Place(Code::kGgufStringNotUtf8, 109)));
    EXPECT_THAT(CheckText(key, "\0"s),
                ElementsAre(Place(Code::kGgufStringNul, 108)));
  }
}

TEST(GgufTextTest, BothFaultsOfOneTextAreReported) {
  EXPECT_THAT(CheckText("general.architecture", "\0\xff"s),
              ElementsAre(Place(Code::kGgufKeyTextNotUtf8, 109),
                          Place(Code::kGgufKeyTextNul, 108)));
}

TEST(GgufTextTest, ABoolIsTheByteZeroOrOne) {
  for (int byte = 0; byte < 256; ++byte) {
    FindingSink sink;
    CheckGgufBool(
        static_cast<uint8_t>(byte), 7, [] { return std::string("here"); },
        &sink);
    EXPECT_EQ(sink.count_of(Code::kGgufBoolInvalid), byte > 1 ? 1u : 0u);
    if (byte <= 1) continue;
    EXPECT_EQ(sink.Findings()[0].offset, 7u);
    EXPECT_THAT(sink.Findings()[0].message,
                testing::HasSubstr("byte " + std::to_string(byte) + ","));
  }
}

}  // namespace
}  // namespace loadgate
