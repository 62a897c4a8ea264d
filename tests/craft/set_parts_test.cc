#include "craft/set_parts.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;
using Names = std::vector<std::string>;

TEST(SetPartsTest, ANameInTheFiveDigitFormSaysItsPart) {
  const auto part = ParsePartName("a-b-00002-of-00003.gguf", ".gguf");
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(part->prefix, "a-b");
  EXPECT_EQ(part->number, 2u);
  EXPECT_EQ(part->count, 3u);
  EXPECT_EQ(FormatPartName(*part, ".gguf"), "a-b-00002-of-00003.gguf");
}

TEST(SetPartsTest, ANameInAnyOtherFormSaysNothing) {
  for (const char* const name :
       {"", ".gguf", "-00001-of-00002.gguf", "m-0001-of-00002.gguf",
        "m-000001-of-00002.gguf", "m-00001-of-2.gguf", "m_00001-of-00002.gguf",
        "m-00001-OF-00002.gguf", "m-00001-of-00002.GGUF",
        "m-00001-of-00002.gguf.part", "m-0000x-of-00002.gguf",
        "m-00001-of-00002"}) {
    const auto part = ParsePartName(name, ".gguf");
    EXPECT_FALSE(part.has_value()) << name;
  }
}

TEST(SetPartsTest, ThePrefixOfANameHasNoFoldersAndNoNumbers) {
  EXPECT_EQ(PartPrefix("m-00001-of-00002.gguf", ".gguf"), "m");
  EXPECT_EQ(PartPrefix("m.gguf", ".gguf"), "m");
  EXPECT_EQ(PartPrefix("m", ".gguf"), "m");
  EXPECT_EQ(PartPrefix("../a\\m.gguf", ".gguf"), "m");
  EXPECT_EQ(PartPrefix("a/\0m\0.gguf"s, ".gguf"), "m");
  EXPECT_EQ(PartPrefix("", ".gguf"), "model");
  EXPECT_EQ(PartPrefix("/", ".gguf"), "model");
}

TEST(SetPartsTest, NamesThatAgreeGiveThePlaces) {
  const auto places =
      PlacesByName({"b-00002-of-00002.gguf", "a-00001-of-00001.gguf",
                    "b-00001-of-00002.gguf"},
                   ".gguf");
  ASSERT_TRUE(places.has_value());
  EXPECT_EQ((*places)[0].number, 1u);
  EXPECT_EQ((*places)[0].count, 2u);
  EXPECT_EQ((*places)[1].count, 1u);
  EXPECT_EQ((*places)[2].number, 0u);
  EXPECT_EQ((*places)[0].group, (*places)[2].group);
  EXPECT_NE((*places)[0].group, (*places)[1].group);
}

TEST(SetPartsTest, NamesThatDoNotAgreeGiveNone) {
  for (const Names& names :
       {Names{"m.gguf"}, Names{"m-00001-of-00002.gguf"},
        Names{"m-00000-of-00001.gguf"}, Names{"m-00002-of-00001.gguf"},
        Names{"m-00001-of-00002.gguf", "n-00002-of-00002.gguf"},
        Names{"m-00001-of-00002.gguf", "m-00002-of-00003.gguf"},
        Names{"m-00001-of-00002.gguf", "m-00001-of-00002.gguf"}}) {
    EXPECT_FALSE(PlacesByName(names, ".gguf").has_value()) << names.front();
  }
}

GgufModel WithCount(GgufAnyValue value, GgufValueType type) {
  GgufModel model = NewGguf();
  model.pairs = {MakePair(kSplitCount, type, std::move(value))};
  return model;
}

TEST(SetPartsTest, ACountOverOneSaysPart) {
  EXPECT_FALSE(SaysPart(NewGguf()));
  EXPECT_FALSE(SaysPart(WithCount(GgufNumber{2, 0}, GgufValueType::kU16)));
  EXPECT_FALSE(SaysPart(WithCount(GgufNumber{2, 1}, GgufValueType::kU16)));
  EXPECT_TRUE(SaysPart(WithCount(GgufNumber{2, 2}, GgufValueType::kU16)));
  EXPECT_TRUE(SaysPart(WithCount(GgufNumber{8, 2}, GgufValueType::kU64)));
  EXPECT_FALSE(SaysPart(WithCount(GgufText::Of("2"), GgufValueType::kString)));
}

TEST(SetPartsTest, RolesGoByNamesThatAgree) {
  const auto roles = SplitRoles({{"m-00002-of-00002.gguf", false, 3},
                                 {"mmproj.gguf", false, 9},
                                 {"m-00001-of-00002.gguf", true, 4}});
  ASSERT_TRUE(roles[0].has_value() && roles[2].has_value());
  EXPECT_FALSE(roles[1].has_value());
  EXPECT_EQ(roles[0]->number, 1u);
  EXPECT_EQ(roles[2]->number, 0u);
  EXPECT_EQ(roles[0]->count, 2u);
  EXPECT_EQ(roles[0]->tensors, 7u);
}

TEST(SetPartsTest, RolesGoByTheOrderWhereNamesDoNotAgree) {
  const auto roles = SplitRoles(
      {{"m-00002-of-00002.gguf", false, 3}, {"other.gguf", true, 4}});
  ASSERT_TRUE(roles[0].has_value() && roles[1].has_value());
  EXPECT_EQ(roles[0]->number, 0u);
  EXPECT_EQ(roles[1]->number, 1u);
  EXPECT_EQ(roles[1]->tensors, 7u);
}

TEST(SetPartsTest, TheKeysOfAPartHaveTheirExactTypes) {
  const auto pairs = SplitPairs({65537, 3, uint64_t{1} << 33 | 5});
  EXPECT_EQ(pairs[0].type, static_cast<uint32_t>(GgufValueType::kU16));
  EXPECT_EQ(pairs[1].type, static_cast<uint32_t>(GgufValueType::kU16));
  EXPECT_EQ(pairs[2].type, static_cast<uint32_t>(GgufValueType::kI32));
  EXPECT_EQ(std::get<GgufNumber>(pairs[0].value), (GgufNumber{2, 1}));
  EXPECT_EQ(std::get<GgufNumber>(pairs[1].value), (GgufNumber{2, 3}));
  EXPECT_EQ(std::get<GgufNumber>(pairs[2].value), (GgufNumber{4, 5}));
}

}  // namespace
}  // namespace loadgate::craft
