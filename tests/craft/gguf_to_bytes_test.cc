// A model is written as it stands, lies included.

#include <gtest/gtest.h>

#include <string>

#include "craft/gguf_model.h"

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;

TEST(GgufToBytesTest, AnEmptyModelIsAnEmptyFile) {
  EXPECT_EQ(GgufToBytes({}), "");
  EXPECT_EQ(GgufSize({}), 0u);
}

TEST(GgufToBytesTest, AHeaderIsWrittenFieldByField) {
  EXPECT_EQ(GgufToBytes(NewGguf()),
            "GGUF"
            "\3\0\0\0"
            "\0\0\0\0\0\0\0\0"
            "\0\0\0\0\0\0\0\0"s);
}

TEST(GgufToBytesTest, ABigEndianHeaderKeepsItsMagic) {
  EXPECT_EQ(GgufToBytes(NewGguf(ByteOrder::kBig)).substr(0, 8),
            "GGUF"
            "\0\0\0\3"s);
}

TEST(GgufToBytesTest, DeclaredAndActualAreWrittenApart) {
  GgufModel model;
  model.pairs.push_back({.key = {.length = 5, .bytes = "k"},
                         .type = 13,
                         .value = GgufText{.length = 0, .bytes = "v"}});
  EXPECT_EQ(GgufToBytes(model),
            "\5\0\0\0\0\0\0\0k"
            "\15\0\0\0"
            "\0\0\0\0\0\0\0\0v"s);
}

TEST(GgufToBytesTest, AnArrayIsTypeCountElements) {
  GgufModel model;
  model.pairs.push_back(
      {.value = GgufArray{.element_type = 4,
                          .count = 7,
                          .elements = MakeNumbers(2, {1, 0x203})}});
  EXPECT_EQ(GgufToBytes(model),
            "\0\0\0\0\0\0\0\0"
            "\4\0\0\0"
            "\7\0\0\0\0\0\0\0"
            "\1\0\3\2"s);
}

TEST(GgufToBytesTest, ATensorInfoIsNameDimensionsTypeOffset) {
  GgufModel model;
  model.tensors.push_back({.name = GgufText::Of("w"),
                           .dimension_count = 1,
                           .dimensions = {2, 3},
                           .type = 8,
                           .offset = 9});
  EXPECT_EQ(GgufToBytes(model),
            "\1\0\0\0\0\0\0\0w"
            "\1\0\0\0"
            "\2\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0"
            "\10\0\0\0"
            "\11\0\0\0\0\0\0\0"s);
}

TEST(GgufToBytesTest, WhatIsBehindTheHeaderStandsInOrder) {
  GgufModel model;
  model.raw = "r";
  model.padding = "p";
  model.tensors = {{.data = "1", .padding = "2"}, {.data = "3"}};
  model.tail = "t";
  const std::string bytes = GgufToBytes(model);
  EXPECT_EQ(bytes.substr(16), "rp123t");
  EXPECT_EQ(GgufSize(model), bytes.size());
  EXPECT_EQ(GgufHeaderSize(model), 17u);
}

}  // namespace
}  // namespace loadgate::craft
