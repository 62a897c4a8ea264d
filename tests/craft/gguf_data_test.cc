#include "craft/gguf_data.h"

#include <gtest/gtest.h>

#include <string>

namespace loadgate::craft {
namespace {

constexpr uint32_t kI8 = 24;

GgufModel TwoTensors() {
  GgufModel model = NewGguf();
  model.tensors = {MakeTensor("a", {3}, kI8), MakeTensor("b", {40}, kI8)};
  model.tensors[1].offset = 32;
  return model;
}

std::string Bytes(size_t n) {
  std::string bytes(n, '\0');
  for (size_t i = 0; i < n; ++i) bytes[i] = static_cast<char>('!' + i % 90);
  return bytes;
}

TEST(GgufDataTest, PaddingToCountsUpToTheNextMultiple) {
  EXPECT_EQ(PaddingTo(0, 32), 0u);
  EXPECT_EQ(PaddingTo(1, 32), 31u);
  EXPECT_EQ(PaddingTo(32, 32), 0u);
  EXPECT_EQ(PaddingTo(5, 1), 0u);
  EXPECT_EQ(PaddingTo(UINT64_MAX, 32), 1u);
}

TEST(GgufDataTest, EachTensorGetsItsBytesAndItsPadding) {
  GgufModel model = TwoTensors();
  const uint64_t pad = PaddingTo(GgufHeaderSize(model), 32);
  const std::string bytes = Bytes(pad + 32 + 64 + 5);
  DealData(bytes, &model);
  EXPECT_EQ(model.padding, bytes.substr(0, pad));
  EXPECT_EQ(model.tensors[0].data, bytes.substr(pad, 3));
  EXPECT_EQ(model.tensors[0].padding, bytes.substr(pad + 3, 29));
  EXPECT_EQ(model.tensors[1].data, bytes.substr(pad + 32, 40));
  EXPECT_EQ(model.tensors[1].padding, bytes.substr(pad + 72, 24));
  EXPECT_EQ(model.tail, bytes.substr(pad + 96));
}

TEST(GgufDataTest, WhatIsDealtOutStandsBehindTheHeaderAsItWas) {
  const std::string header = GgufToBytes(TwoTensors());
  for (const size_t n : {0u, 1u, 20u, 50u, 60u, 200u}) {
    GgufModel model = TwoTensors();
    DealData(Bytes(n), &model);
    EXPECT_EQ(GgufToBytes(model), header + Bytes(n));
  }
}

TEST(GgufDataTest, ATensorPastTheEndHasAllThereIsAlsoWhere32BitsWrap) {
  GgufModel model = NewGguf();
  model.tensors = {MakeTensor("a", {(uint64_t{1} << 32) + 3}, kI8)};
  const std::string padding(PaddingTo(GgufHeaderSize(model), 32), '\0');
  DealData(padding + Bytes(40), &model);
  EXPECT_EQ(model.tensors[0].data, Bytes(40));
  EXPECT_EQ(model.tensors[0].padding, "");
  EXPECT_EQ(model.tail, "");
}

TEST(GgufDataTest, BehindAnOffsetThatIsNotTheSumAllIsTail) {
  GgufModel model = TwoTensors();
  model.tensors[1].offset = 64;
  const uint64_t pad = PaddingTo(GgufHeaderSize(model), 32);
  DealData(Bytes(pad + 96), &model);
  EXPECT_EQ(model.tensors[0].data.size(), 3u);
  EXPECT_EQ(model.tensors[1].data, "");
  EXPECT_EQ(model.tail.size(), 64u);
}

TEST(GgufDataTest, WithoutTensorsAllIsTail) {
  GgufModel model = NewGguf();
  DealData("abc", &model);
  EXPECT_EQ(model.padding, "");
  EXPECT_EQ(model.tail, "abc");
}

TEST(GgufDataTest, AnAlignmentThatIsNoneIsTheDefault) {
  GgufModel model = NewGguf();
  EXPECT_EQ(GgufAlignment(model), 32u);
  model.pairs = {
      MakePair("general.alignment", GgufValueType::kU32, GgufNumber{4, 64})};
  EXPECT_EQ(GgufAlignment(model), 64u);
  model.pairs = {
      MakePair("general.alignment", GgufValueType::kU32, GgufNumber{4, 48})};
  EXPECT_EQ(GgufAlignment(model), 32u);
  model.pairs = {
      MakePair("general.alignment", GgufValueType::kU64, GgufNumber{8, 64})};
  EXPECT_EQ(GgufAlignment(model), 32u);
}

TEST(GgufDataTest, ATensorWithoutATypeOrWithFiveDimensionsHasNoSize) {
  GgufTensor tensor = MakeTensor("a", {2, 3}, kI8);
  EXPECT_EQ(GgufDataSize(tensor), 6u);
  tensor.dimensions = {1, 1, 1, 1, 1};
  EXPECT_EQ(GgufDataSize(tensor), std::nullopt);
  tensor = MakeTensor("a", {2}, 9999);
  EXPECT_EQ(GgufDataSize(tensor), std::nullopt);
  tensor.type.reset();
  EXPECT_EQ(GgufDataSize(tensor), std::nullopt);
}

}  // namespace
}  // namespace loadgate::craft
