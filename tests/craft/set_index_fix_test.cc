#include "craft/set_index_fix.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "craft/set_model.h"
#include "tests/craft/sample_sets.h"

namespace loadgate::craft {
namespace {

const ShardIndex kRight = {9, {{"a", "x"}, {"b", "y"}}};

std::string WithMap(const std::string& text) {
  auto tokens = TokenizeJson(text);
  FixWeightMap(kRight, &tokens);
  return JsonText(tokens);
}

std::string WithTotal(const std::string& text) {
  auto tokens = TokenizeJson(text);
  FixTotalSize(kRight, &tokens);
  return JsonText(tokens);
}

TEST(SetIndexFixTest, AMapThatIsRightStaysInItsForm) {
  for (const std::string text :
       {R"({"weight_map":{"b":"y","\u0061":"x"}})",
        R"({ "weight_map" : {"a":"x" , "b":"y"}, "x":[1,] })"}) {
    EXPECT_EQ(WithMap(text), text);
  }
  EXPECT_EQ(WithMap(IndexText(kRight)), IndexText(kRight));
}

TEST(SetIndexFixTest, AMapThatIsWrongIsReplacedAndNothingElse) {
  const std::string map = WeightMapText(kRight.weight_map);
  for (const std::string value :
       {"{}", "[]", "1", "null", R"({"a":"x","b":"y","b":"y"})",
        R"({"a":"x","b":1})", R"({"a":"x"})", R"({"a":"../x","b":"y"})",
        R"({"a":"x","b":"y","c":"y"})"}) {
    EXPECT_EQ(
        WithMap(R"({"metadata": {"total_size":5}, "weight_map":)" + value +
                R"(,"z":0})"),
        R"({"metadata": {"total_size":5}, "weight_map":)" + map + R"(,"z":0})");
  }
}

TEST(SetIndexFixTest, AnIndexWithoutAPlaceForItIsWrittenAnew) {
  for (const std::string text :
       {"", "[]", "{", "{}", "\xff", R"({"weight_map":})",
        R"({"weight_map":{},"weight_map":{}})"}) {
    EXPECT_EQ(WithMap(text), IndexText(kRight)) << text;
  }
  EXPECT_EQ(WithMap(R"({"metadata":{"total_size":5}})"),
            IndexText({5, kRight.weight_map}));
}

TEST(SetIndexFixTest, ATotalIsSetWhereThereIsOne) {
  for (const std::string value : {"8", "9.0", "\"9\"", "null", "{\"a\":1}"}) {
    EXPECT_EQ(WithTotal(R"({"metadata":{"x":1,"total_size": )" + value + "}}"),
              R"({"metadata":{"x":1,"total_size": 9}})");
  }
  EXPECT_EQ(
      WithTotal(
          R"({"metadata":{"total_size":1,"total_size":9,"total_size":2}})"),
      R"({"metadata":{"total_size":9,"total_size":9,"total_size":9}})");
}

TEST(SetIndexFixTest, AnIndexWithoutATotalStays) {
  for (const std::string text :
       {"", "[]", "{}", R"({"metadata":{}})", R"({"metadata":[8]})",
        R"({"total_size":8})", R"({"metadata":{"total_size":8)"}) {
    EXPECT_EQ(WithTotal(text), text);
  }
}

TEST(SetIndexFixTest, EachSwitchOfASetSetsItsOwn) {
  SetModel set = CheckpointOfThree();
  const SetModel right = set;
  set.files[3].content = TokenizeJson(IndexText({5, {{"a", "b"}}}));
  SetModel mapped = set;
  Fix({.total_size = false}, &mapped);
  EXPECT_EQ(ContentToBytes(mapped.files[3].content),
            IndexText({5, RightIndex(set).weight_map}));
  SetModel summed = set;
  Fix({.index = false}, &summed);
  EXPECT_EQ(ContentToBytes(summed.files[3].content),
            IndexText({13, {{"a", "b"}}}));
  Fix({}, &set);
  EXPECT_EQ(SetToBytes(set), SetToBytes(right));
}

}  // namespace
}  // namespace loadgate::craft
