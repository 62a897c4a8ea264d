#include "formats/safetensors_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/parser/read_safetensors.h"
#include "tests/support/guard_buffer.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using std::string_literals::operator""s;

// Parses `json` as if it stood behind `front`, which stays as it is.
std::vector<Place> Parse(const std::string& front, const std::string& json) {
  std::string text = front + json;
  FindingSink sink;
  SafetensorsTables tables(HashKey{});
  ParseSafetensorsJson(std::as_writable_bytes(std::span<char>(text)),
                       front.size(), {}, {}, &tables, &sink);
  EXPECT_EQ(text.substr(0, front.size()), front);
  return PlacesOf(sink.Findings());
}

std::vector<Place> Parse(const std::string& json) { return Parse("", json); }

void ExpectSyntax(const std::string& json, uint64_t offset) {
  EXPECT_THAT(Parse(json),
              ElementsAre(Place(Code::kSafetensorsJsonSyntax, offset)))
      << json;
}

TEST(SafetensorsJsonTest, OffsetsCountFromTheStartOfTheFile) {
  EXPECT_THAT(Parse("12345678", "{x"),
              ElementsAre(Place(Code::kSafetensorsJsonSyntax, 9)));
  EXPECT_THAT(Parse("12345678", " {}"),
              ElementsAre(Place(Code::kSafetensorsLeadingSpace, 8)));
  EXPECT_THAT(Parse("12345678", "{}{"),
              ElementsAre(Place(Code::kSafetensorsHeaderTrailing, 10)));
}

TEST(SafetensorsJsonTest, WhiteSpaceIsTheFourOfTheRfc) {
  EXPECT_THAT(Parse("{ \t\r\n} \t\r\n"), IsEmpty());
  EXPECT_THAT(Parse("{}"), IsEmpty());
  for (const char* space : {"\v", "\f", "\xc2\xa0", "\xe2\x80\x83"}) {
    ExpectSyntax("{"s + space + "}", 1);
    EXPECT_THAT(Parse("{}"s + space),
                ElementsAre(Place(Code::kSafetensorsHeaderTrailing, 2)));
    ExpectSyntax(space + "{}"s, 0);
  }
  ExpectSyntax("{\0}"s, 1);
  ExpectSyntax("\0{}"s, 0);
}

TEST(SafetensorsJsonTest, WhatIsCutShortIsAFaultAtItsEnd) {
  const std::string whole = ObjectText({SafetensorsEntry().Text()});
  for (size_t n = 0; n < whole.size(); ++n) {
    const std::vector<Place> places = Parse(whole.substr(0, n));
    ASSERT_EQ(places.size(), 1u) << n;
    EXPECT_EQ(places[0].first, Code::kSafetensorsJsonSyntax) << n;
    EXPECT_LE(places[0].second, n) << n;
  }
  EXPECT_THAT(Parse(whole), IsEmpty());
}

TEST(SafetensorsJsonTest, LenientFormsAreRefused) {
  ExpectSyntax("{'a':1}", 1);
  ExpectSyntax("{/**/}", 1);
  ExpectSyntax(R"({"__metadata__":{},})", 19);
  EXPECT_THAT(Parse("{}//"),
              ElementsAre(Place(Code::kSafetensorsHeaderTrailing, 2)));
}

TEST(SafetensorsJsonTest, LiteralsAreExact) {
  for (const char* word : {"nul", "Null", "NULL", "True", "fals", "NaN",
                           "Infinity", "undefined", "-Infinity"}) {
    const std::string json = R"({"w":{"x":)" + std::string(word) + "}}";
    EXPECT_THAT(Parse(json), ::testing::Contains(
                                 ::testing::Key(Code::kSafetensorsJsonSyntax)))
        << word;
  }
}

TEST(SafetensorsJsonTest, NestingOf5000IsRefusedWithoutRecursion) {
  EXPECT_THAT(Parse(std::string(5000, '[')),
              ElementsAre(Place(Code::kSafetensorsNesting, 127)));
  std::string objects;
  for (int i = 0; i < 5000; ++i) objects += R"({"a":)";
  EXPECT_THAT(Parse(objects),
              ElementsAre(Place(Code::kSafetensorsNesting, 5 * 127)));
}

// Whatever the bytes are, parsing ends, stays inside them and tells at most of
// bytes that are there.
TEST(SafetensorsJsonTest, AnyBytesAreParsedToAnEnd) {
  std::mt19937 random(11);
  const std::string letters =
      "{}[]\",:\\ u0d8dcx1-.e\n\t\0\x80\xc3\xa9nulltrue"s;
  const std::string good = ObjectText(
      {SafetensorsEntry().Text(), R"("__metadata__":{"k":"\ud83d\ude00"})"});
  for (int round = 0; round < 30000; ++round) {
    std::string json = good;
    for (size_t edits = random() % 4; edits > 0; --edits) {
      const size_t at = random() % json.size();
      if (random() % 2 == 0) json.erase(at, random() % 8);
      json.insert(std::min(at, json.size()), 1,
                  letters[random() % letters.size()]);
    }
    if (round % 5 == 0) {
      for (char& c : json) c = static_cast<char>(random() & 0xff);
    }
    for (const Place& place : Parse(json)) {
      ASSERT_LE(place.second, json.size()) << json;
    }
  }
}

TEST(SafetensorsJsonTest, AMillionNumbersInAnUnknownFieldAreSkipped) {
  for (const char* number : {"0", "1.5e3", "-1", "18446744073709551616"}) {
    SafetensorsEntry entry;
    entry.more = ",\"x\":[" + Repeated(number, 1'000'000) + "]";
    EXPECT_THAT(Parse(ObjectText({entry.Text()})),
                ElementsAre(::testing::Key(Code::kSafetensorsUnknownField)));
  }
}

TEST(SafetensorsJsonTest, AShapeOfAMillionOnesIsRead) {
  SafetensorsEntry entry;
  entry.shape = "[" + Repeated("1", 1'000'000) + ",2]";
  EXPECT_THAT(Parse(ObjectText({entry.Text()})), IsEmpty());
}

}  // namespace
}  // namespace loadgate::testing_support
