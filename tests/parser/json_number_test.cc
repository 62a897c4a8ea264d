#include "formats/json_number.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loadgate {
namespace {

using Kind = JsonNumberKind;

std::string Digits(size_t count, char digit = '1') {
  return std::string(count, digit);
}

// `text` is a number of `kind` as a whole, and at the front of a longer text.
void ExpectWhole(std::string_view text, Kind kind) {
  const std::string what(text.substr(0, 60));
  for (const std::string_view after : {"", ",", " ", "]", "-", "x", "\n"}) {
    const std::string all = std::string(text) + std::string(after);
    const JsonNumber number = ReadJsonNumber(all);
    EXPECT_EQ(number.kind, kind) << what << "' before '" << after << "'";
    EXPECT_EQ(number.length, text.size()) << what;
  }
}

TEST(JsonNumberTest, DigitsUpToTwoTo64Minus1AreASize) {
  for (const char* text : {"0", "1", "9", "10", "9223372036854775808",
                           "18446744073709551609", "18446744073709551615"}) {
    ExpectWhole(text, Kind::kUnsigned);
  }
}

TEST(JsonNumberTest, EveryOtherFormOfTheRfcIsANumberAndNoSize) {
  for (const char* text : {"-0",
                           "-1",
                           "-18446744073709551615",
                           "18446744073709551616",
                           "99999999999999999999",
                           "1.0",
                           "0.0",
                           "-0.0",
                           "1.5",
                           "1e0",
                           "1E0",
                           "1e+0",
                           "1e-0",
                           "1E+5",
                           "1E-5",
                           "0e5",
                           "0E-5",
                           "-0.5e-5",
                           "1.5e10",
                           "0.000",
                           "1e00000000000000000000005"}) {
    ExpectWhole(text, Kind::kOther);
  }
}

TEST(JsonNumberTest, WhatIsNoNumberHasNoLength) {
  for (const char* text :
       {"",    "-",   "+1",   "+",   ".5",       "e5",    "x",   "-x",
        "1.",  "1.x", "1.e5", "1e",  "1e+",      "1e-",   "1ex", "-.5",
        "--1", "-e",  "1.5e", "NaN", "Infinity", "\"1\"", " 1",  "\xff"}) {
    const JsonNumber number = ReadJsonNumber(text);
    EXPECT_EQ(number.kind, Kind::kNone) << text;
    EXPECT_EQ(number.length, 0u) << text;
  }
}

TEST(JsonNumberTest, AZeroInFrontIsANumberByItself) {
  for (const char* text : {"01", "00", "0123.5"}) {
    EXPECT_EQ(ReadJsonNumber(text).kind, Kind::kUnsigned) << text;
    EXPECT_EQ(ReadJsonNumber(text).length, 1u) << text;
  }
  EXPECT_EQ(ReadJsonNumber("-01").length, 2u);
  EXPECT_EQ(ReadJsonNumber("0x1F").length, 1u);
  EXPECT_EQ(ReadJsonNumber("1.5.5").length, 3u);
}

TEST(JsonNumberTest, OnlyWhatRoundsToInfinityIsTooLarge) {
  // The largest double is 1.7976931348623157e308; halfway to the next power
  // lies 1.797693134862315807937...e308, from where on numbers round up.
  for (const char* text :
       {"1e308", "-1e308", "1.7976931348623157e308", "17976931348623157e292",
        "1.7976931348623158e308", "0.0001e312", "1e-999999999999", "0e999999",
        "0.0e999999999999", "-0e99999999999999999999", "0.000e400"}) {
    ExpectWhole(text, Kind::kOther);
  }
  for (const char* text :
       {"1.8e308", "-1.8e308", "1.7976931348623159e308", "1e309", "1E+309",
        "10e308", "0.0001e313", "1e99999", "1e2147483648", "1e4294967296",
        "1e18446744073709551616", "1e99999999999999999999999",
        "-1e9999999999"}) {
    ExpectWhole(text, Kind::kTooLarge);
  }
}

TEST(JsonNumberTest, LongNumbersAreJudgedByTheirSize) {
  ExpectWhole(Digits(309), Kind::kOther);          // 1.1e308
  ExpectWhole(Digits(309, '2'), Kind::kTooLarge);  // 2.2e308
  ExpectWhole(Digits(400), Kind::kTooLarge);
  ExpectWhole("-" + Digits(400), Kind::kTooLarge);
  ExpectWhole(Digits(400) + "e-100", Kind::kOther);  // 1.1e299
  ExpectWhole(Digits(2000) + "e-1692", Kind::kOther);
  ExpectWhole(Digits(2000) + "e-1690", Kind::kTooLarge);
  ExpectWhole("1" + Digits(1999, '0') + "e-1691", Kind::kOther);
  ExpectWhole("1" + Digits(1999, '0') + "e-1690", Kind::kTooLarge);
  ExpectWhole("0." + Digits(2000, '0') + "1e2309", Kind::kOther);
  ExpectWhole("0." + Digits(2000, '0') + "1e2310", Kind::kTooLarge);
}

TEST(JsonNumberTest, ThePointMayStandAnywhereInTheDigits) {
  const std::string most = "17976931348623157";
  for (size_t at = 1; at < most.size(); ++at) {
    const std::string text = most.substr(0, at) + "." + most.substr(at) + "e";
    ExpectWhole(text + std::to_string(309 - at), Kind::kOther);
    ExpectWhole(text + std::to_string(310 - at), Kind::kTooLarge);
  }
}

TEST(JsonNumberTest, TheDigitThatTipsTheRoundingMayComeLate) {
  // Exactly halfway between the largest double and 2^1024, which rounds up;
  // one less in the last of 309 digits rounds down.
  const std::string halfway =
      "17976931348623158079372897140530341507993413271003782693617377898044"
      "49682927647509466490179775872070963302864166928879109465555478519404"
      "02630657488671505820681908902000708383676273854845817711531764475730"
      "27006985557136695962284291481986083493647529271907416844436551070434"
      "2711559699508093042880177904174497792";
  ASSERT_EQ(halfway.size(), 309u);
  ExpectWhole(halfway, Kind::kTooLarge);
  ExpectWhole(halfway.substr(0, 308) + "1", Kind::kOther);
  ExpectWhole(halfway.substr(0, 308) + "1." + Digits(500, '9'), Kind::kOther);
  ExpectWhole(halfway + "." + Digits(5000, '0') + "1", Kind::kTooLarge);
}

TEST(JsonNumberTest, ALocaleWithACommaChangesNothing) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  ExpectWhole("1.7976931348623157e308", Kind::kOther);
  ExpectWhole("1.8e308", Kind::kTooLarge);
  std::setlocale(LC_NUMERIC, before.c_str());
}

TEST(ParseUnsignedTest, ReadsUpToTwoTo64Minus1) {
  EXPECT_EQ(ParseUnsigned("0"), 0u);
  EXPECT_EQ(ParseUnsigned("007"), 7u);
  EXPECT_EQ(ParseUnsigned("9007199254740993"), 9007199254740993u);
  EXPECT_EQ(ParseUnsigned("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(ParseUnsigned("18446744073709551616"), std::nullopt);
  EXPECT_EQ(ParseUnsigned("18446744073709551620"), std::nullopt);
  EXPECT_EQ(ParseUnsigned("184467440737095516150"), std::nullopt);
  EXPECT_EQ(ParseUnsigned(Digits(400)), std::nullopt);
}

}  // namespace
}  // namespace loadgate
