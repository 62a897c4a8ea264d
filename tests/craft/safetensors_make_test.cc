// Headers are made as the reference's writer makes them.

#include <gtest/gtest.h>

#include <string>

#include "craft/safetensors_model.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::craft {
namespace {

using testing_support::ObjectText;
using testing_support::TensorText;

SafetensorsModel WithHeader(std::string_view json) {
  SafetensorsModel model = NewSafetensors();
  model.header = TokenizeJson(json);
  return model;
}

TEST(SafetensorsMakeTest, EntriesAreWrittenWithoutSpace) {
  SafetensorsModel model = NewSafetensors();
  EXPECT_TRUE(AddEntry("name", "F32", {2, 3}, 0, 24, &model));
  EXPECT_EQ(JsonText(model.header),
            R"({"name":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})");
  EXPECT_TRUE(AddEntry("s", "U8", {}, 24, 25, &model));
  EXPECT_EQ(JsonText(model.header),
            ObjectText({TensorText("name", "F32", {2, 3}, 0, 24),
                        TensorText("s", "U8", {}, 24, 25)}));
}

TEST(SafetensorsMakeTest, WhatIsAddedIsTokensLikeTheRest) {
  SafetensorsModel model = NewSafetensors();
  EXPECT_TRUE(AddEntry("a", "F32", {1}, 0, 4, &model));
  EXPECT_TRUE(SetMetadata({{"k", "v"}}, &model));
  PadHeader(&model);
  EXPECT_EQ(model.header, TokenizeJson(JsonText(model.header)));
}

TEST(SafetensorsMakeTest, NamesAreEscaped) {
  SafetensorsModel model = NewSafetensors();
  EXPECT_TRUE(AddEntry("\"\n", "\\", {}, 0, 0, &model));
  EXPECT_EQ(JsonText(model.header),
            R"({"\"\n":{"dtype":"\\","shape":[],"data_offsets":[0,0]}})");
}

TEST(SafetensorsMakeTest, AnEntryStandsBehindTheOthers) {
  SafetensorsModel model = WithHeader(" { \"x\":1 } ");
  EXPECT_TRUE(AddEntry("a", "F32", {}, 0, 4, &model));
  EXPECT_EQ(JsonText(model.header),
            " { \"x\":1 ," + TensorText("a", "F32", {}, 0, 4) + "} ");
  model = WithHeader("{ }");
  EXPECT_TRUE(AddEntry("a", "F32", {}, 0, 4, &model));
  EXPECT_EQ(JsonText(model.header),
            "{ " + TensorText("a", "F32", {}, 0, 4) + "}");
}

TEST(SafetensorsMakeTest, MetadataStandsFirst) {
  SafetensorsModel model = NewSafetensors();
  EXPECT_TRUE(SetMetadata({}, &model));
  EXPECT_EQ(JsonText(model.header), R"({"__metadata__":{}})");
  model = WithHeader(R"({"x":1})");
  EXPECT_TRUE(SetMetadata({{"format", "pt"}, {"k\t", ""}}, &model));
  EXPECT_EQ(JsonText(model.header),
            R"({"__metadata__":{"format":"pt","k\t":""},"x":1})");
}

TEST(SafetensorsMakeTest, MetadataThatIsThereIsReplaced) {
  SafetensorsModel model =
      WithHeader(R"({"x":1,"__meta\u0064ata__": [null] ,"y":2})");
  EXPECT_TRUE(SetMetadata({{"k", "v"}}, &model));
  EXPECT_EQ(JsonText(model.header),
            R"({"x":1,"__meta\u0064ata__": {"k":"v"} ,"y":2})");
}

TEST(SafetensorsMakeTest, NothingIsAddedToWhatIsNoWholeObject) {
  for (const char* json : {"", "[]", "{", "{]", "nope"}) {
    SafetensorsModel model = WithHeader(json);
    EXPECT_FALSE(AddEntry("a", "F32", {}, 0, 4, &model)) << json;
    EXPECT_FALSE(SetMetadata({}, &model)) << json;
    EXPECT_EQ(model, WithHeader(json)) << json;
  }
}

TEST(SafetensorsMakeTest, PaddingReachesAMultipleOfEight) {
  SafetensorsModel model = NewSafetensors();
  PadHeader(&model);
  EXPECT_EQ(JsonText(model.header), "{}      ");
  PadHeader(&model);
  EXPECT_EQ(JsonText(model.header), "{}      ");
  model = WithHeader("{} \n");
  PadHeader(&model);
  EXPECT_EQ(JsonText(model.header), "{} \n    ");
  EXPECT_EQ(model.header.size(), 3u);
}

}  // namespace
}  // namespace loadgate::craft
