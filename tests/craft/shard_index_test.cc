#include "craft/shard_index.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace loadgate::craft {
namespace {

// As transformers writes it: json.dumps(index, indent=2, sort_keys=True) and a
// line end.
constexpr char kText[] =
    "{\n"
    "  \"metadata\": {\n"
    "    \"total_size\": 4305\n"
    "  },\n"
    "  \"weight_map\": {\n"
    "    \"a\": \"model-00002-of-00002.safetensors\",\n"
    "    \"b\": \"model-00001-of-00002.safetensors\"\n"
    "  }\n"
    "}\n";

ShardIndex Index() {
  return {4305,
          {{"b", "model-00001-of-00002.safetensors"},
           {"a", "model-00002-of-00002.safetensors"}}};
}

std::optional<ShardIndex> Read(const std::string& text) {
  return ReadIndex(TokenizeJson(text));
}

TEST(ShardIndexTest, TheTextIsThatOfTheLibraries) {
  EXPECT_EQ(IndexText(Index()), kText);
}

TEST(ShardIndexTest, AnIndexOfNothingHasEmptyObjects) {
  EXPECT_EQ(IndexText({}), "{\n  \"metadata\": {},\n  \"weight_map\": {}\n}\n");
}

TEST(ShardIndexTest, TheTextIsReadBack) {
  EXPECT_EQ(Read(kText), Index());
  EXPECT_EQ(Read(IndexText({})), ShardIndex());
  const ShardIndex odd = {0, {{"\"\\\n\x7f\xff", "../x"}, {"", ""}}};
  EXPECT_EQ(Read(IndexText(odd)), odd);
}

TEST(ShardIndexTest, AnotherFormSaysTheSame) {
  EXPECT_EQ(
      Read(R"({"metadata":{"total_size":1},"weight_map":{"\u0061":"x"}})"),
      (ShardIndex{1, {{"a", "x"}}}));
}

TEST(ShardIndexTest, WhatAnIndexDoesNotHaveIsNotRead) {
  for (const char* const text :
       {"", "[]", "{}", "{", R"({"weight_map":{},"metadata":{}})",
        R"({"weight_map":{}})", R"({"metadata":{},"weight_map":{},"x":1})",
        R"({"metadata":{},"weight_map":{"a":"x","a":"y"}})",
        R"({"metadata":{},"weight_map":{"a":1}})",
        R"({"metadata":{},"weight_map":{"a":["x"]}})",
        R"({"metadata":{},"weight_map":[]})",
        R"({"metadata":[],"weight_map":{}})",
        R"({"metadata":{"total_size":1.0},"weight_map":{}})",
        R"({"metadata":{"total_size":"1"},"weight_map":{}})",
        R"({"metadata":{"total_size":},"weight_map":{}})",
        R"({"metadata":{"total_size":1,"x":2},"weight_map":{}})"}) {
    EXPECT_FALSE(Read(text).has_value()) << text;
  }
}

TEST(ShardIndexTest, AShardAddsItsTensorsAndTheirBytes) {
  SafetensorsModel shard = NewSafetensors();
  SetMetadata({{"format", "pt"}}, &shard);
  AddEntry("a", "F32", {2, 3}, 0, 24, &shard);
  AddEntry("b", "I8", {5}, 24, 29, &shard);
  ShardIndex index = {.total_size = 0};
  AddShard("one", shard, &index);
  EXPECT_EQ(index, (ShardIndex{29, {{"a", "one"}, {"b", "one"}}}));
  SafetensorsModel other = NewSafetensors();
  AddEntry("b", "I8", {1}, 0, 1, &other);
  AddShard("two", other, &index);
  EXPECT_EQ(index, (ShardIndex{30, {{"a", "one"}, {"b", "two"}}}));
}

TEST(ShardIndexTest, SizesThatWrapStayAtTheLargest) {
  SafetensorsModel shard = NewSafetensors();
  const uint64_t many = uint64_t{1} << 60;
  for (const char* const name : {"a", "b", "c", "d", "e"}) {
    AddEntry(name, "F64", {many}, 0, 0, &shard);
  }
  ShardIndex index;
  AddShard("one", shard, &index);
  EXPECT_EQ(index.weight_map.size(), 5u);
  EXPECT_LE(*index.total_size, UINT64_MAX);
}

}  // namespace
}  // namespace loadgate::craft
