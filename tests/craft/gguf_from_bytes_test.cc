// Any bytes become a model that gives them back, and as little of them as can
// be stays raw.

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "craft/gguf_model.h"
#include "tests/support/craft_properties.h"
#include "tests/support/field_values.h"
#include "tests/support/good_files.h"

namespace loadgate::craft {
namespace {

using testing_support::BoundaryValues;
using testing_support::BrokenGgufCraftProperty;
using testing_support::Field;
using testing_support::GetField;
using testing_support::GoodFile;
using testing_support::GoodGgufFile;
using testing_support::GoodGgufFiles;
using testing_support::SetField;

constexpr size_t kSmall = 4096;

std::vector<const GoodFile*> SmallFiles() {
  std::vector<const GoodFile*> files;
  for (const GoodFile& file : GoodGgufFiles()) {
    if (file.bytes.size() <= kSmall) files.push_back(&file);
  }
  for (const GoodFile& file : testing_support::BigEndianGgufFiles()) {
    if (file.bytes.size() <= kSmall) files.push_back(&file);
  }
  return files;
}

TEST(GgufFromBytesTest, EveryGoodFileComesBackAndHasNothingRaw) {
  for (const GoodFile& file : GoodGgufFiles()) {
    EXPECT_EQ(BrokenGgufCraftProperty(file.bytes), "") << file.name;
    EXPECT_EQ(GgufFromBytes(file.bytes).raw, "") << file.name;
  }
  for (const GoodFile& file : testing_support::BigEndianGgufFiles()) {
    EXPECT_EQ(BrokenGgufCraftProperty(file.bytes), "") << file.name;
    EXPECT_EQ(GgufFromBytes(file.bytes).raw, "") << file.name;
  }
}

TEST(GgufFromBytesTest, EveryPrefixComesBack) {
  for (const GoodFile* const file : SmallFiles()) {
    for (size_t n = 0; n < file->bytes.size(); ++n) {
      EXPECT_EQ(BrokenGgufCraftProperty(ByteSpan(file->bytes).first(n)), "")
          << file->name << " cut at " << n;
    }
  }
}

TEST(GgufFromBytesTest, EveryLieInOneFieldComesBack) {
  for (const GoodFile* const file : SmallFiles()) {
    const ByteOrder order = file->recipe.order;
    std::vector<std::byte> bytes = file->bytes;
    for (const Field& field : file->fields) {
      const uint64_t truth = GetField(bytes, field, order);
      for (const uint64_t value : BoundaryValues(truth, field.width)) {
        SetField(bytes, field, value, order);
        EXPECT_EQ(BrokenGgufCraftProperty(bytes), "")
            << file->name << ": " << field.name << " = " << value;
      }
      SetField(bytes, field, truth, order);
    }
  }
}

TEST(GgufFromBytesTest, WhatIsNoGgufIsRaw) {
  EXPECT_EQ(GgufFromBytes(AsBytes("")), GgufModel());
  EXPECT_EQ(GgufFromBytes(AsBytes("GGML")).raw, "GGML");
  EXPECT_EQ(GgufFromBytes(AsBytes("<html>")).raw, "<html>");
  EXPECT_EQ(GgufFromBytes(AsBytes("<html>")).magic, "");
}

TEST(GgufFromBytesTest, AFileCutInItsMagicHasTheRestOfIt) {
  const GgufModel model = GgufFromBytes(AsBytes("GGU"));
  EXPECT_EQ(model.magic, "GGU");
  EXPECT_EQ(model.raw, "");
}

TEST(GgufFromBytesTest, AFileCutInTheHeaderHasItsFirstFields) {
  const auto& bytes = GoodGgufFile("header_only").bytes;
  const GgufModel model = GgufFromBytes(ByteSpan(bytes).first(18));
  EXPECT_EQ(model.version, 3u);
  EXPECT_EQ(model.tensor_count, 0u);
  EXPECT_EQ(model.pair_count, std::nullopt);
  EXPECT_EQ(model.raw.size(), 2u);
}

TEST(GgufFromBytesTest, VersionOneIsRawBehindItsVersion) {
  const GgufModel model =
      GgufFromBytes(AsBytes(std::string_view("GGUF\1\0\0\0\0\0\0\0", 12)));
  EXPECT_EQ(model.version, 1u);
  EXPECT_EQ(model.tensor_count, std::nullopt);
  EXPECT_EQ(model.raw.size(), 4u);
}

TEST(GgufFromBytesTest, ATokenListKeepsItsWholeEntriesWhenItIsCut) {
  const GoodFile& file = GoodGgufFile("tiny_llama");
  GgufModel model = GgufFromBytes(file.bytes);
  for (GgufPair& pair : model.pairs) {
    auto* const array = std::get_if<GgufArray>(&pair.value);
    if (array == nullptr) continue;
    auto* const texts = std::get_if<std::vector<GgufText>>(&array->elements);
    if (texts == nullptr) continue;
    (*texts)[2].length = uint64_t{1} << 40;
    const std::string bytes = GgufToBytes(model);
    const GgufModel again = GgufFromBytes(AsBytes(bytes));
    ASSERT_FALSE(again.pairs.empty());
    const auto& last = std::get<GgufArray>(again.pairs.back().value);
    EXPECT_EQ(std::get<std::vector<GgufText>>(last.elements).size(), 2u);
    EXPECT_EQ(GgufToBytes(again), bytes);
    return;
  }
  FAIL() << "no list of strings in the file";
}

TEST(GgufFromBytesTest, DataStandsAtItsTensor) {
  const GoodFile& file = GoodGgufFile("types_with_padding_between");
  const GgufModel model = GgufFromBytes(file.bytes);
  ASSERT_GE(model.tensors.size(), 2u);
  for (const GgufTensor& tensor : model.tensors) {
    EXPECT_EQ(tensor.data.size(), GgufDataSize(tensor)) << tensor.name.bytes;
    EXPECT_EQ((tensor.data.size() + tensor.padding.size()) % 32, 0u);
  }
  EXPECT_EQ(model.tail, "");
}

TEST(GgufFromBytesTest, DataOfATensorThatPointsElsewhereIsTail) {
  GgufModel model = GgufFromBytes(GoodGgufFile("one_tensor").bytes);
  const std::string data = model.tensors[0].data;
  model.tensors[0].offset = 64;
  const std::string bytes = GgufToBytes(model);
  const GgufModel again = GgufFromBytes(AsBytes(bytes));
  EXPECT_EQ(again.tensors[0].data, "");
  EXPECT_EQ(again.tail.substr(0, data.size()), data);
}

}  // namespace
}  // namespace loadgate::craft
