// A recipe says what is in a safetensors file; the rest is as it must be.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "craft/recipe.h"
#include "craft/safetensors_model.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_reader.h"

namespace loadgate::craft {
namespace {

using testing::HasSubstr;

constexpr char kSmall[] = R"(
safetensors
metadata [ "format" "pt" ]
tensor "a" F32 [2 3]
tensor "b" F16 [4]
)";

std::string BytesOf(const std::string& recipe) {
  RecipeError error;
  const auto bytes = Assemble(recipe, &error);
  EXPECT_TRUE(bytes.has_value())
      << recipe << "line " << error.line << ": " << error.message;
  return bytes.value_or("");
}

// What stands behind the length and in front of the data.
std::string HeaderOf(const std::string& recipe) {
  const std::string bytes = BytesOf(recipe);
  return JsonText(SafetensorsFromBytes(AsBytes(bytes)).header);
}

RecipeError ErrorOf(const std::string& recipe) {
  RecipeError error;
  EXPECT_EQ(Assemble(recipe, &error), std::nullopt) << recipe;
  return error;
}

TEST(SafetensorsAssembleTest, ARecipeWithoutLiesIsAccepted) {
  const std::string bytes = BytesOf(kSmall);
  FindingSink sink;
  SafetensorsReader reader(Limits{}, HashKey{});
  const auto result = reader.Read(AsBytes(bytes), bytes.size(), &sink);
  EXPECT_EQ(result.status, ReadStatus::kParsed);
  EXPECT_TRUE(sink.Findings().empty());
}

TEST(SafetensorsAssembleTest, TheHeaderIsWrittenAsTheReferenceWritesIt) {
  EXPECT_EQ(HeaderOf(kSmall),
            R"({"__metadata__":{"format":"pt"},)"
            R"("a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
            R"("b":{"dtype":"F16","shape":[4],"data_offsets":[24,32]}})"
            " ");
}

TEST(SafetensorsAssembleTest, DataIsZerosUpToTheFurthestEnd) {
  const std::string bytes = BytesOf(kSmall);
  EXPECT_EQ(SafetensorsFromBytes(AsBytes(bytes)).data, std::string(32, '\0'));
}

TEST(SafetensorsAssembleTest, EachLieIsWritten) {
  EXPECT_EQ(BytesOf("safetensors\nheader_length 258").substr(0, 12),
            std::string("\2\1\0\0\0\0\0\0{}  ", 12));
  EXPECT_THAT(HeaderOf("safetensors\ntensor \"a\" F32 [1] data_offsets=[7 9]"),
              HasSubstr(R"("data_offsets":[7,9])"));
  EXPECT_THAT(HeaderOf("safetensors\ntensor \"a\" \"x y\" []"),
              HasSubstr(R"({"dtype":"x y","shape":[])"));
  EXPECT_EQ(HeaderOf("safetensors\npadding \"\""), "{}");
}

TEST(SafetensorsAssembleTest, JsonIsSpeltAsItStands) {
  EXPECT_EQ(HeaderOf("safetensors\njson \"1\"\njson [ \"2\"\n\"3\" ]\n"
                     "padding \" \""),
            "{1,23} ");
  EXPECT_EQ(HeaderOf("safetensors\nbrackets absent\njson \"[\"\njson \"]\"\n"
                     "padding \"\""),
            "[]");
}

TEST(SafetensorsAssembleTest, ATensorStandsBehindTheOneBeforeIt) {
  EXPECT_THAT(HeaderOf("safetensors\ntensor \"a\" U8 [3] data_offsets=[5 8]\n"
                       "tensor \"b\" U8 [2]"),
              HasSubstr(R"("data_offsets":[8,10])"));
}

TEST(SafetensorsAssembleTest, DataThatWouldBeLargeIsLeftOut) {
  const std::string bytes = BytesOf("safetensors\ntensor \"a\" U8 [1048577]\n");
  EXPECT_EQ(SafetensorsFromBytes(AsBytes(bytes)).data, "");
}

TEST(SafetensorsAssembleTest, ErrorsSayTheLineAndWhatWasExpected) {
  const struct {
    const char* recipe;
    size_t line;
    const char* words;
  } kErrors[] = {
      {"safetensors x", 1, "does not belong"},
      {"safetensors\nkv", 2, "expected a statement"},
      {"safetensors\ntensor a", 2, "name of the tensor"},
      {"safetensors\ntensor \"a\" [1]", 2, "dtype"},
      {"safetensors\ntensor \"a\" F32 1", 2, "numbers in [ ]"},
      {"safetensors\ntensor \"a\" F32 [-1]", 2, "number"},
      {"safetensors\ntensor \"a\" F32 [] data_offsets [0 1]", 2, "a ="},
      {"safetensors\ntensor \"a\" F32 [] data_offsets=[1]", 2, "two"},
      {"safetensors\nmetadata \"a\"", 2, "keys and values"},
      {"safetensors\nmetadata [ \"a\" ]", 2, "text in quotes"},
      {"safetensors\nmetadata [ \"a\" length=5 \"b\" ]", 2, "no length"},
      {"safetensors\njson \"\"\nbrackets absent", 3, "in front of"},
      {"safetensors\nbrackets", 2, "absent"},
      {"safetensors\nheader_length x", 2, "number"},
  };
  for (const auto& expected : kErrors) {
    const RecipeError error = ErrorOf(expected.recipe);
    EXPECT_EQ(error.line, expected.line) << expected.recipe;
    EXPECT_THAT(error.message, HasSubstr(expected.words)) << expected.recipe;
  }
}

}  // namespace
}  // namespace loadgate::craft
