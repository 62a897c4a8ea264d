#include "craft/json_structure.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace loadgate::craft {
namespace {

std::string TextOf(const std::vector<JsonToken>& tokens, JsonRange range) {
  std::string text;
  for (size_t i = range.begin; i < range.end; ++i) text += tokens[i].text;
  return text;
}

// The first value of `json`.
std::optional<std::string> TopOf(const std::string& json) {
  const std::vector<JsonToken> tokens = TokenizeJson(json);
  const auto top = JsonStructure(tokens).Top();
  if (!top.has_value()) return std::nullopt;
  return TextOf(tokens, *top);
}

// The members of the first value of `json`, as key=value, with a semicolon
// behind each.
std::string MembersOf(const std::string& json) {
  const std::vector<JsonToken> tokens = TokenizeJson(json);
  const JsonStructure structure(tokens);
  std::string text;
  for (const JsonMember& member :
       structure.Members(structure.Top().value_or(JsonRange()))) {
    text += tokens[member.key].text + "=" + TextOf(tokens, member.value) + ";";
  }
  return text;
}

// The same of its elements; "none" where it is no array of scalars.
std::string ScalarsOf(const std::string& json) {
  const std::vector<JsonToken> tokens = TokenizeJson(json);
  const JsonStructure structure(tokens);
  const auto scalars = structure.Scalars(structure.Top().value_or(JsonRange()));
  if (!scalars.has_value()) return "none";
  std::string text;
  for (const size_t i : *scalars) text += tokens[i].text + ";";
  return text;
}

bool IsWhole(const std::string& json) {
  const std::vector<JsonToken> tokens = TokenizeJson(json);
  return JsonStructure(tokens).WholeObject().has_value();
}

TEST(JsonStructureTest, TheTopIsTheFirstValue) {
  EXPECT_EQ(TopOf(" {\"a\":[{}]} {}"), "{\"a\":[{}]}");
  EXPECT_EQ(TopOf("[1] 2"), "[1]");
  EXPECT_EQ(TopOf("1 2"), "1");
  EXPECT_EQ(TopOf("nope{}"), "nope");
}

TEST(JsonStructureTest, WhereNoValueBeginsThereIsNoTop) {
  for (const char* json : {"", " ", "}", ",{}", ":", "]"}) {
    EXPECT_EQ(TopOf(json), std::nullopt) << json;
  }
}

TEST(JsonStructureTest, AValueThatIsNotClosedGoesToTheEnd) {
  EXPECT_EQ(TopOf("{\"a\":{ "), "{\"a\":{ ");
  EXPECT_EQ(TopOf("{]"), "{]");
}

TEST(JsonStructureTest, AnOuterBracketEndsWhatIsOpenWithinIt) {
  EXPECT_EQ(TopOf("{[{[} 1} 2"), "{[{[} 1}");
  EXPECT_EQ(MembersOf("{\"a\":[1,{\"b\":2],\"c\":3}"),
            "\"a\"=[1,{\"b\":2];\"c\"=3;");
  EXPECT_EQ(MembersOf("{\"a\":[1,\"c\":3}"), "\"a\"=[1,\"c\":3;");
}

TEST(JsonStructureTest, ABracketThatClosesNothingIsPassedOver) {
  EXPECT_EQ(MembersOf("{],\"a\":1]}"), "\"a\"=1;");
}

TEST(JsonStructureTest, MembersAreKeysWithTheirValues) {
  EXPECT_EQ(MembersOf("{}"), "");
  EXPECT_EQ(MembersOf("{ \"a\" : 1 , \"b\":{\"x\":[]} }"),
            "\"a\"=1;\"b\"={\"x\":[]};");
  EXPECT_EQ(MembersOf("{\"a\":1,\"a\":\"b\"}"), "\"a\"=1;\"a\"=\"b\";");
}

TEST(JsonStructureTest, ValuesOfOtherKindsHaveNoMembers) {
  EXPECT_EQ(MembersOf("[\"a\":1]"), "");
  EXPECT_EQ(MembersOf("\"a\":1"), "");
  EXPECT_EQ(MembersOf(""), "");
}

TEST(JsonStructureTest, MembersAreFoundAmongNonsense) {
  EXPECT_EQ(MembersOf("{,\"a\":1 \"b\":2,,3,\"c\"}"), "\"a\"=1;\"b\"=2;");
  EXPECT_EQ(MembersOf("{\"a\":,\"b\":nope,{\"c\":1}}"), "\"a\"=;\"b\"=nope;");
  EXPECT_EQ(MembersOf("{\"a\":}"), "\"a\"=;");
  EXPECT_EQ(MembersOf("{\"a\":"), "\"a\"=;");
  EXPECT_EQ(MembersOf("{\"a\": "), "\"a\"=;");
  EXPECT_EQ(MembersOf("{\"a\""), "");
  EXPECT_EQ(MembersOf("{a:1}"), "");
}

TEST(JsonStructureTest, ScalarsAreWhateverStandsWhereOneBelongs) {
  EXPECT_EQ(ScalarsOf("[]"), "");
  EXPECT_EQ(ScalarsOf("[ 1 , 2 ]"), "1;2;");
  EXPECT_EQ(ScalarsOf("[-1,\"2\",null,0x3,]"), "-1;\"2\";null;0x3;");
  EXPECT_EQ(ScalarsOf("[1"), "1;");
  EXPECT_EQ(ScalarsOf("[1,[2]]"), "none");
  EXPECT_EQ(ScalarsOf("[{}]"), "none");
  EXPECT_EQ(ScalarsOf("{}"), "none");
  EXPECT_EQ(ScalarsOf("1"), "none");
  EXPECT_EQ(ScalarsOf(""), "none");
}

TEST(JsonStructureTest, AWholeObjectHasItsOwnBracketAtItsEnd) {
  EXPECT_TRUE(IsWhole(" {\"a\":{}} "));
  EXPECT_TRUE(IsWhole("{[}"));
  EXPECT_FALSE(IsWhole("{"));
  EXPECT_FALSE(IsWhole("{]"));
  EXPECT_FALSE(IsWhole("[}"));
  EXPECT_FALSE(IsWhole("[]"));
  EXPECT_FALSE(IsWhole(""));
}

TEST(JsonStructureTest, DeepNestingTakesNoStack) {
  const std::string deep(1 << 20, '[');
  EXPECT_EQ(TopOf(deep), deep);
  EXPECT_EQ(MembersOf("{\"a\":" + deep + "}"), "\"a\"=" + deep + ";");
}

}  // namespace
}  // namespace loadgate::craft
