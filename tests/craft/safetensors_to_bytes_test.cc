// A model is written as it stands, lies included.

#include <gtest/gtest.h>

#include <string>

#include "craft/safetensors_model.h"

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;

TEST(SafetensorsToBytesTest, AnEmptyModelIsAnEmptyFile) {
  EXPECT_EQ(SafetensorsToBytes({}), "");
  EXPECT_EQ(SafetensorsSize({}), 0u);
}

TEST(SafetensorsToBytesTest, ANewFileIsTheSmallestThereIs) {
  EXPECT_EQ(SafetensorsToBytes(NewSafetensors()), "\2\0\0\0\0\0\0\0{}"s);
}

TEST(SafetensorsToBytesTest, DeclaredAndActualAreWrittenApart) {
  SafetensorsModel model;
  model.header_length = 0x102;
  model.header = {{JsonTokenKind::kNumber, "not a number"}};
  EXPECT_EQ(SafetensorsToBytes(model), "\2\1\0\0\0\0\0\0not a number"s);
}

TEST(SafetensorsToBytesTest, WhatThereIsStandsInOrder) {
  SafetensorsModel model = NewSafetensors();
  model.raw = "r";
  model.data = "data";
  EXPECT_EQ(SafetensorsToBytes(model), "\2\0\0\0\0\0\0\0r{}data"s);
  EXPECT_EQ(SafetensorsSize(model), 15u);
  EXPECT_EQ(SafetensorsHeaderSize(model), 11u);
}

TEST(SafetensorsToBytesTest, WithoutALengthThereIsNone) {
  SafetensorsModel model = NewSafetensors();
  model.header_length.reset();
  EXPECT_EQ(SafetensorsToBytes(model), "{}");
  EXPECT_EQ(SafetensorsSize(model), 2u);
}

}  // namespace
}  // namespace loadgate::craft
