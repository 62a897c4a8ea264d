#include "formats/json_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/bytes.h"

namespace loadgate {
namespace {

using Fault = JsonTextFault;
using std::string_literals::operator""s;

// Prepared is a text after PrepareJsonText.
struct Prepared {
  std::string text;
  std::optional<JsonTextError> error;
  RewrittenNumbers numbers;
};

Prepared Prepare(std::string text) {
  RewrittenNumbers numbers;
  const auto error =
      PrepareJsonText(std::as_writable_bytes(std::span<char>(text)), &numbers);
  return {std::move(text), error, std::move(numbers)};
}

void ExpectPasses(const std::string& text) {
  const Prepared prepared = Prepare(text);
  EXPECT_FALSE(prepared.error.has_value())
      << text.substr(0, 60) << " at " << prepared.error->offset;
}

// The text passes and is left as it was.
void ExpectUntouched(const std::string& text) {
  ExpectPasses(text);
  EXPECT_EQ(Prepare(text).text, text);
}

void ExpectFault(const std::string& text, Fault fault, size_t offset) {
  const Prepared prepared = Prepare(text);
  ASSERT_TRUE(prepared.error.has_value()) << text.substr(0, 60);
  EXPECT_EQ(prepared.error->fault, fault) << text.substr(0, 60);
  EXPECT_EQ(prepared.error->offset, offset) << text.substr(0, 60);
}

std::string Nested(size_t depth, char open, char close) {
  return std::string(depth, open) + std::string(depth, close);
}

TEST(JsonTextTest, OrdinaryTextPasses) {
  for (const std::string& text :
       {""s, " "s, "{}"s, R"({"a":[1,null,true],"b":"\"\\\/\b\f\n\r\t"})"s,
        "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\x7f\""s,
        "{\"a\":18446744073709551615}"s}) {
    ExpectUntouched(text);
  }
}

TEST(JsonTextTest, AByteOrderMarkIsAFaultAtTheFrontOnly) {
  ExpectFault("\xef\xbb\xbf{}", Fault::kByteOrderMark, 0);
  ExpectFault("\xef\xbb\xbf", Fault::kByteOrderMark, 0);
  ExpectUntouched("{\"\xef\xbb\xbf\":1}");
  ExpectUntouched(" \xef\xbb\xbf");
  ExpectFault("\xef\xbb", Fault::kNotUtf8, 0);
  ExpectFault("\xfe\xff{}", Fault::kNotUtf8, 0);
}

TEST(JsonTextTest, EveryKindOfBadUtf8IsFoundAtItsFirstByte) {
  for (const std::string bad : {"\x80",
                                "\xbf",
                                "\xc0\xaf",
                                "\xc1\xbf",
                                "\xc3",
                                "\xc3(",
                                "\xe0\x80\x80",
                                "\xe0\x9f\xbf",
                                "\xe2\x82",
                                "\xe2(\xa1",
                                "\xed\xa0\x80",
                                "\xed\xbf\xbf",
                                "\xf0\x80\x80\x80",
                                "\xf0\x8f\xbf\xbf",
                                "\xf0\x9f\x98",
                                "\xf0(\x8c\xbc",
                                "\xf4\x90\x80\x80",
                                "\xf5\x80\x80\x80",
                                "\xff",
                                "\xfe"}) {
    ExpectFault("{\"ab" + bad + "\":1}", Fault::kNotUtf8, 4);
    ExpectFault("{\"ab" + bad, Fault::kNotUtf8, 4);
    ExpectFault("{" + bad + "}", Fault::kNotUtf8, 1);
    ExpectFault("{}\n" + bad, Fault::kNotUtf8, 3);
  }
}

TEST(JsonTextTest, EveryRawControlByteInAStringIsAFault) {
  for (char c = 0; c < 0x20; ++c) {
    ExpectFault("{\"a" + std::string(1, c) + "\":1}", Fault::kControlByte, 3);
    ExpectUntouched("{" + std::string(1, c) + "}");
  }
}

TEST(JsonTextTest, SurrogatesStandInPairs) {
  for (const char* text :
       {R"("\ud83d\ude00")", R"("\uD83D\uDE00")", R"("\ud800\udc00")",
        R"("\udbff\udfff")", R"("\ud7ff\ue000")", R"("\\ud83d")",
        R"("\ud83d\ude00\ud83d\ude00")", R"("\u0000")"}) {
    ExpectUntouched(text);
  }
  for (const char* text :
       {R"("ab\ud83d")", R"("ab\udbff\u0041")", R"("ab\ud83d\ud83d\ude00")",
        R"("ab\ude00")", R"("ab\ude00\ud83d")", R"("ab\ud83dx")",
        R"("ab\ud83d\n")", R"("ab\ud83d\\ude00")", R"("ab\ud83d\ude")",
        R"("ab\uDC00")", R"("ab\ud83d)", R"("ab\ud83d\)", R"("ab\ud83d\u)"}) {
    ExpectFault(text, Fault::kLoneSurrogate, 3);
  }
}

TEST(JsonTextTest, WrongEscapesAreLeftToTheReader) {
  for (const char* text : {R"("\a")", R"("\u12g4")", R"("\u12")", R"("\u)",
                           R"("\)", R"("\U0041")", R"("\'")", R"("\x41")"}) {
    ExpectUntouched(text);
  }
  ExpectUntouched("\"\\\xc3\xa9\"");
  ExpectUntouched("\"\\\xf0\x9f\x98\x80\"");
}

TEST(JsonTextTest, NestingMayBe127Deep) {
  ExpectUntouched(Nested(127, '[', ']'));
  ExpectUntouched(Nested(127, '{', '}'));
  ExpectFault(Nested(128, '[', ']'), Fault::kNesting, 127);
  ExpectFault(Nested(128, '{', '}'), Fault::kNesting, 127);
  ExpectFault(Nested(64, '{', ' ') + Nested(127, '[', ']'), Fault::kNesting,
              64 + 64 + 63);
  ExpectFault(std::string(5000, '['), Fault::kNesting, 127);
}

TEST(JsonTextTest, BracketsInStringsAndBesideEachOtherDoNotNest) {
  ExpectUntouched("\"" + std::string(500, '[') + "\"");
  std::string row;
  for (int i = 0; i < 500; ++i) row += "[]{}";
  ExpectUntouched(row);
  ExpectUntouched(std::string(500, ']') + Nested(127, '[', ']'));
}

TEST(JsonTextTest, PlainSizesAreLeftAlone) {
  for (const char* text :
       {"[0]", "[1]", "[18446744073709551615]", "[10000000000000000000]",
        "{\"a\":0,\"b\":12}", "0", "12", "1,2"}) {
    ExpectUntouched(text);
  }
}

TEST(JsonTextTest, OtherNumbersAreOverwrittenInTheirPlace) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"[-0]", "[-0]"},
      {"[-1]", "[-0]"},
      {"[1.5]", "[-0 ]"},
      {"[1e5,2]", "[-0 ,2]"},
      {"[0.0]", "[-0 ]"},
      {"[1.5e-10]", "[-0     ]"},
      {"[18446744073709551616]", "[-0                  ]"},
      {"[-18446744073709551616,7]", "[-0                   ,7]"},
      {"-5", "-0"},
      {"{\"1.5\":1.5,\"-1\":\"1e5\"}", "{\"1.5\":-0 ,\"-1\":\"1e5\"}"},
  };
  for (const auto& [text, expected] : texts) {
    const Prepared prepared = Prepare(text);
    EXPECT_FALSE(prepared.error.has_value()) << text;
    EXPECT_EQ(prepared.text, expected);
  }
}

TEST(JsonTextTest, NumbersInStringsAreText) {
  ExpectUntouched(R"({"1e999":"-1.5e999","\"1e999":"\\"})");
}

TEST(JsonTextTest, ANumberThatNoDoubleHoldsIsAFault) {
  ExpectFault("[1,1e309]", Fault::kNumberTooLarge, 3);
  ExpectFault("[-1e309]", Fault::kNumberTooLarge, 1);
  ExpectFault("[" + std::string(400, '1') + "]", Fault::kNumberTooLarge, 1);
  ExpectPasses("[1e308]");
  ExpectPasses("[1e-999999999999]");
}

TEST(JsonTextTest, WhatIsNoNumberIsLeftToTheReader) {
  for (const char* text : {"[-]", "[1.]", "[1e]", "[01]", "[00]", "[+1]",
                           "[1.e5]", "[.5]", "[--]", "[1e+]"}) {
    ExpectUntouched(text);
  }
}

TEST(JsonTextTest, TheFirstFaultIsTheOneReported) {
  ExpectFault("[1e309,\"\x01\"]", Fault::kNumberTooLarge, 1);
  ExpectFault("[\"\x01\",1e309]", Fault::kControlByte, 2);
}

TEST(JsonTextTest, OnlyNumbersOfAnyTextAreEverChanged) {
  std::mt19937 random(7);
  const std::string letters = "{}[]\",:\\ \n01239.eE+-utrfn\x80\xc3\xa9"s;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (size_t length = random() % 24; length > 0; --length) {
      text += round % 4 == 0 ? static_cast<char>(random() & 0xff)
                             : letters[random() % letters.size()];
    }
    const Prepared prepared = Prepare(text);
    ASSERT_EQ(prepared.text.size(), text.size());
    if (prepared.error.has_value()) {
      ASSERT_LT(prepared.error->offset, text.size());
    }
    for (size_t i = 0; i < text.size(); ++i) {
      if (prepared.text[i] == text[i]) continue;
      ASSERT_NE("+-0123456789.eE"s.find(text[i]), std::string::npos) << text;
    }
    EXPECT_EQ(Prepare(prepared.text).text, prepared.text) << text;
  }
}

TEST(JsonTextTest, WhereAnyNumberMayStandOneThatIsInfiniteIsRewrittenToo) {
  std::string text = "[1e999,7,-1e400]";
  RewrittenNumbers numbers;
  EXPECT_FALSE(PrepareJsonText(std::as_writable_bytes(std::span<char>(text)),
                               &numbers, JsonNumbers::kAny)
                   .has_value());
  EXPECT_EQ(text, "[-0   ,7,-0    ]");
  EXPECT_EQ(numbers.At(1), "1e999");
  EXPECT_EQ(numbers.At(9), "-1e400");
}

TEST(JsonTextTest, RewrittenNumbersAreRememberedWhereTheyStood) {
  const std::string digits(500, '9');
  const Prepared prepared = Prepare("[1.5,7,-0," + digits + "e-400]");
  EXPECT_EQ(prepared.numbers.At(1), "1.5");
  EXPECT_EQ(prepared.numbers.At(5), "") << "7 was left as it is";
  EXPECT_EQ(prepared.numbers.At(7), "-0");
  EXPECT_EQ(prepared.numbers.At(10), digits.substr(0, 96));
}

TEST(JsonTextTest, OnlyTheFirstRewrittenNumbersAreRemembered) {
  std::string text = "[";
  for (int i = 0; i < 300; ++i) text += "-1,";
  const Prepared prepared = Prepare(text);
  EXPECT_EQ(prepared.numbers.At(1 + 3 * 255), "-1");
  EXPECT_EQ(prepared.numbers.At(1 + 3 * 256), "");
}

// Time is linear: a quadratic scan of these texts takes hours.
TEST(JsonTextTest, LongNumbersAreScannedOnce) {
  constexpr size_t kMany = 4'000'000;
  const std::string ones(kMany, '1');
  for (const std::string& text :
       {"[" + ones + ".]", "[" + ones + "e]", "[1." + ones + "e+]",
        "[-" + ones + ".]", "[1e" + ones + ".]", "[0." + ones + "]",
        "[" + std::string(kMany, '0') + "]",
        "[" + std::string(kMany, '-') + "]", "[" + ones + "e-" + ones + "]"}) {
    Prepare(text);
  }
}

}  // namespace
}  // namespace loadgate
