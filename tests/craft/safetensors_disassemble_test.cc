// What a recipe of a safetensors file looks like. That it gives the file back
// is tested with the models.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "craft/byte_writer.h"
#include "craft/recipe.h"
#include "craft/safetensors_model.h"
#include "tests/support/craft_properties.h"

namespace loadgate::craft {
namespace {

using testing::HasSubstr;
using testing::Not;

// The file of that header, with its length, and of that data.
std::string FileOf(const std::string& header, const std::string& data = "") {
  std::string file;
  PutNumber(header.size(), 8, ByteOrder::kLittle, &file);
  return file + header + data;
}

std::string RecipeOf(const std::string& file) {
  EXPECT_EQ(testing_support::BrokenRecipeProperty(AsBytes(file)), "");
  return Disassemble(AsBytes(file));
}

TEST(SafetensorsDisassembleTest, AWellFormedFileIsOnlyWhatIsInIt) {
  SafetensorsModel model = NewSafetensors();
  AddEntry("a", "F32", {2, 3}, 0, 24, &model);
  AddEntry("b", "F16", {4}, 24, 32, &model);
  SetMetadata({{"format", "pt"}}, &model);
  PadHeader(&model);
  Fix({}, &model);
  EXPECT_EQ(RecipeOf(SafetensorsToBytes(model)),
            "safetensors  # 0x0000\n"
            "metadata [ \"format\" \"pt\" ]  # 0x0009\n"
            "tensor \"a\" F32 [ 2 3 ]  # 0x0028\n"
            "tensor \"b\" F16 [ 4 ]  # 0x0060\n");
}

TEST(SafetensorsDisassembleTest, LiesAreSaidBesides) {
  const std::string recipe = RecipeOf(
      FileOf(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[3,9]}})"));
  EXPECT_THAT(recipe, HasSubstr("F32 [ 1 ] data_offsets=[3 9]"));
  EXPECT_THAT(recipe, HasSubstr("\ndata \"\""));
  EXPECT_THAT(RecipeOf(FileOf("{}      ").replace(0, 1, "\x9")),
              HasSubstr("\nheader_length 9"));
}

TEST(SafetensorsDisassembleTest, AMemberInAnotherFormIsSpelt) {
  const std::string recipe = RecipeOf(FileOf(
      R"({"a": {"dtype":"F32","shape":[],"data_offsets":[0,4]},"b":7,})"));
  EXPECT_THAT(recipe, HasSubstr("\njson \"\\\"a\\\": {"));
  EXPECT_THAT(recipe, HasSubstr("\njson \"\\\"b\\\":7\"  # 0x"));
  EXPECT_THAT(recipe, HasSubstr("\njson \"\"  # 0x"));
}

TEST(SafetensorsDisassembleTest, NumbersAndNamesInAnotherFormAreSpelt) {
  for (const char* const member :
       {R"("\u0061":{"dtype":"F32","shape":[],"data_offsets":[0,4]})",
        R"("a":{"dtype":"F32","shape":[01],"data_offsets":[0,4]})",
        R"("a":{"dtype":"F32","shape":[],"data_offsets":[0,4,5]})",
        R"("a":{"shape":[],"dtype":"F32","data_offsets":[0,4]})",
        R"("a":{"dtype":"F32","shape":[],"data_offsets":[0,4],"x":0})",
        R"("__metadata__":{"a":1})", R"("__metadata__":null)"}) {
    const std::string recipe =
        RecipeOf(FileOf("{" + std::string(member) + "}"));
    EXPECT_THAT(recipe, HasSubstr("\njson ")) << member;
    EXPECT_THAT(recipe, Not(HasSubstr("\ntensor "))) << member;
  }
}

TEST(SafetensorsDisassembleTest, WhatIsNoObjectIsSpeltWithoutBrackets) {
  for (const char* const header :
       {"", "[]", " {}", "{", "}", "{}{}", "\xef\xbb\xbf{}", "{\"a\":[}"}) {
    const std::string recipe = RecipeOf(FileOf(header));
    EXPECT_THAT(recipe, HasSubstr("safetensors")) << header;
  }
  EXPECT_THAT(RecipeOf(FileOf(" {}")), HasSubstr("\nbrackets absent"));
}

TEST(SafetensorsDisassembleTest, EmptyMembersAreKeptApart) {
  for (const char* const header :
       {"{}", "{ }", "{,}", "{,,}", "{\"a\":1,}", "{,\"a\":1}"}) {
    RecipeOf(FileOf(header));
  }
}

TEST(SafetensorsDisassembleTest, DataThatIsNotZerosIsShown) {
  EXPECT_THAT(RecipeOf(FileOf(
                  R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}})",
                  "\1\2\3")),
              HasSubstr("\ndata x\"01 02 03\""));
}

TEST(SafetensorsDisassembleTest, AcceptedHeadersHaveNoHexadecimalDigits) {
  const std::string recipe =
      RecipeOf(FileOf("{\"\xc3\xa4\": {\"dtype\":\"U8\",\"shape\":[0],\n"
                      "\"data_offsets\":[0,0]}}"));
  EXPECT_THAT(recipe, Not(HasSubstr(" x\"")));
}

}  // namespace
}  // namespace loadgate::craft
