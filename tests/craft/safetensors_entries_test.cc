// Which token of a header means what.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "craft/safetensors_model.h"

namespace loadgate::craft {
namespace {

SafetensorsModel WithHeader(std::string_view json) {
  SafetensorsModel model = NewSafetensors();
  model.header = TokenizeJson(json);
  return model;
}

// A header with one entry, `value`.
SafetensorsModel WithEntry(const std::string& value) {
  return WithHeader("{\"w\":" + value + "}");
}

std::string TextsAt(const std::vector<size_t>& tokens,
                    const SafetensorsModel& model) {
  std::string text;
  for (const size_t i : tokens) text += model.header[i].text + ";";
  return text;
}

// The entries' fields that are there, a line each.
std::string Shown(const SafetensorsModel& model) {
  std::string text;
  for (const SafetensorsEntry& entry : Entries(model)) {
    text += model.header[entry.name].text;
    if (entry.is_metadata) text += " metadata";
    if (entry.dtype.has_value()) {
      text += " dtype " + TextsAt({*entry.dtype}, model);
    }
    if (entry.shape.has_value()) {
      text += " shape " + TextsAt(*entry.shape, model);
    }
    if (entry.data_offsets.has_value()) {
      text += " offsets " + TextsAt(*entry.data_offsets, model);
    }
    text += "\n";
  }
  return text;
}

// The size of an entry of this dtype and shape.
std::optional<uint64_t> SizeOf(const std::string& dtype,
                               const std::string& shape) {
  const SafetensorsModel model =
      WithEntry(R"({"dtype":)" + dtype + R"(,"shape":)" + shape + "}");
  return SafetensorsDataSize(model, Entries(model).front());
}

std::optional<SafetensorsSpan> SpanOf(const std::string& offsets) {
  const SafetensorsModel model =
      WithEntry(R"({"data_offsets":)" + offsets + "}");
  return SafetensorsSpanOf(model, Entries(model).front());
}

TEST(SafetensorsEntriesTest, FieldsAreFoundInAnyOrder) {
  SafetensorsModel model = NewSafetensors();
  EXPECT_EQ(Shown(model), "");
  AddEntry("a", "F32", {2, 3}, 0, 24, &model);
  AddEntry("b", "U8", {}, 24, 25, &model);
  EXPECT_EQ(Shown(model),
            "\"a\" dtype \"F32\"; shape 2;3; offsets 0;24;\n"
            "\"b\" dtype \"U8\"; shape  offsets 24;25;\n");
  EXPECT_EQ(Shown(WithEntry(
                R"({ "data_offsets" : [ 0 , 1 ] , "x":[{}], "dtype":"U8" })")),
            "\"w\" dtype \"U8\"; offsets 0;1;\n");
}

TEST(SafetensorsEntriesTest, NamesAreComparedWithoutTheirEscapes) {
  EXPECT_EQ(Shown(WithHeader(R"({"__meta\u0064ata__":{"dtype":"F32"},)"
                             R"("w":{"d\u0074ype":"F3\u0032"}})")),
            "\"__meta\\u0064ata__\" metadata\n"
            "\"w\" dtype \"F3\\u0032\";\n");
  EXPECT_EQ(SizeOf(R"("F3\u0032")", "[2]"), 8u);
}

TEST(SafetensorsEntriesTest, MembersAreThePairsOfTheMetadata) {
  const SafetensorsModel model =
      WithHeader(R"({"__metadata__":{"a":"1","b":2},"w":[]})");
  const std::vector<SafetensorsEntry> entries = Entries(model);
  ASSERT_EQ(entries.size(), 2u);
  ASSERT_EQ(entries[0].members.size(), 2u);
  EXPECT_EQ(model.header[entries[0].members[0].key].text, "\"a\"");
  EXPECT_EQ(model.header[entries[0].members[1].value.begin].text, "2");
  EXPECT_EQ(entries[1].members, std::vector<JsonMember>());
  EXPECT_EQ(entries[1].value.end - entries[1].value.begin, 2u);
}

TEST(SafetensorsEntriesTest, AFieldOfAnotherKindIsAbsent) {
  EXPECT_EQ(Shown(WithEntry("5")), "\"w\"\n");
  EXPECT_EQ(Shown(WithEntry("")), "\"w\"\n");
  EXPECT_EQ(Shown(WithEntry(R"({"dtype":5,"shape":{},"data_offsets":null})")),
            "\"w\"\n");
  EXPECT_EQ(Shown(WithEntry(R"({"dtype":,"shape":[[2]],"data_offsets":})")),
            "\"w\"\n");
}

TEST(SafetensorsEntriesTest, WhatStandsForANumberIsThereWhateverItIs) {
  EXPECT_EQ(Shown(WithEntry(R"({"shape":["2",01],"data_offsets":[null]})")),
            "\"w\" shape \"2\";01; offsets null;\n");
}

TEST(SafetensorsEntriesTest, OfAFieldThatStandsTwiceTheLastCounts) {
  EXPECT_EQ(Shown(WithEntry(R"({"shape":[1],"shape":[2]})")),
            "\"w\" shape 2;\n");
  EXPECT_EQ(
      Shown(WithEntry(R"({"dtype":"F32","dtype":1,"shape":[],"shape":0})")),
      "\"w\"\n");
}

TEST(SafetensorsEntriesTest, AHeaderThatIsNoObjectHasNone) {
  for (const char* json : {"", "[]", "\"w\":{}", "nope"}) {
    EXPECT_EQ(Shown(WithHeader(json)), "") << json;
  }
}

TEST(SafetensorsEntriesTest, AHeaderThatEndsEarlyHasTheEntriesBefore) {
  EXPECT_EQ(Shown(WithHeader(R"({"a":{"dtype":"F32"},"b":{"dtype":"U8","sha)")),
            "\"a\" dtype \"F32\";\n\"b\" dtype \"U8\";\n");
}

TEST(SafetensorsEntriesTest, TheSizeIsTheProductInBytes) {
  EXPECT_EQ(SizeOf("\"F32\"", "[2,3]"), 24u);
  EXPECT_EQ(SizeOf("\"BOOL\"", "[]"), 1u);
  EXPECT_EQ(SizeOf("\"F4\"", "[2,3]"), 3u);
  EXPECT_EQ(SizeOf("\"F64\"", "[0,18446744073709551615,2]"), 0u);
  EXPECT_EQ(SizeOf("\"F64\"", "[288230376151711743]"), 2305843009213693944u);
}

TEST(SafetensorsEntriesTest, WhatComesToNoSizeHasNone) {
  EXPECT_EQ(SizeOf("\"F33\"", "[2]"), std::nullopt);
  EXPECT_EQ(SizeOf("\"\\x\"", "[2]"), std::nullopt);
  EXPECT_EQ(SizeOf("32", "[2]"), std::nullopt);
  EXPECT_EQ(SizeOf("\"F32\"", "2"), std::nullopt);
  EXPECT_EQ(SizeOf("\"F32\"", "[2.0]"), std::nullopt);
  EXPECT_EQ(SizeOf("\"F32\"", "[\"2\"]"), std::nullopt);
  EXPECT_EQ(SizeOf("\"F4\"", "[3]"), std::nullopt);
  EXPECT_EQ(SizeOf("\"F32\"", "[18446744073709551615,2,0]"), std::nullopt);
  EXPECT_EQ(SizeOf("\"F64\"", "[288230376151711744]"), std::nullopt);
}

TEST(SafetensorsEntriesTest, ASpanIsTwoPlainNumbers) {
  const std::optional<SafetensorsSpan> span = SpanOf("[8,4]");
  ASSERT_TRUE(span.has_value());
  EXPECT_EQ(span->begin, 8u);
  EXPECT_EQ(span->end, 4u);
  for (const char* offsets : {"[]", "[1]", "[1,2,3]", "[1,2.0]", "[\"1\",2]",
                              "[1,18446744073709551616]", "1", "null"}) {
    EXPECT_FALSE(SpanOf(offsets).has_value()) << offsets;
  }
}

}  // namespace
}  // namespace loadgate::craft
