#include "loadgate/safetensors_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/parser/read_safetensors.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

SafetensorsFile ReadFile(std::string json, uint64_t data_bytes) {
  SafetensorsReading reading = ReadSafetensors(json, data_bytes);
  EXPECT_EQ(reading.result.status, ReadStatus::kParsed)
      << ::testing::PrintToString(reading.findings);
  return std::move(reading.file);
}

TEST(SafetensorsFileTest, TensorsStandInTheOrderOfTheHeader) {
  const SafetensorsFile file =
      ReadFile(ObjectText({TensorText("b", "BF16", {2, 3}, 8, 20),
                           TensorText("a", "F32", {2}, 0, 8)}),
               20);
  ASSERT_EQ(file.tensor_count(), 2u);
  const SafetensorsTensor b = file.tensor(0);
  EXPECT_EQ(b.name, "b");
  EXPECT_EQ(b.dtype, FindSafetensorsDtype("BF16"));
  EXPECT_THAT(b.shape, ElementsAre(2, 3));
  EXPECT_EQ(b.begin, 8u);
  EXPECT_EQ(b.end, 20u);
  EXPECT_EQ(b.bytes(), 12u);
  EXPECT_EQ(file.tensor(1).name, "a");
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    EXPECT_EQ(file.DtypeOf(i), file.tensor(i).dtype);
    EXPECT_EQ(file.BytesOf(i), file.tensor(i).bytes());
  }
  EXPECT_EQ(file.data_bytes(), 20u);
}

TEST(SafetensorsFileTest, EntriesAndPairsBeginAtTheQuoteOfTheirName) {
  const std::string json =
      "{\"__metadata__\":{\"k\\u0031\":\"v\", \"x\":\"\"}, " +
      ObjectText({TensorText("\\u0061", "U8", {1}, 0, 1)}).substr(1);
  const SafetensorsFile file = ReadFile(json, 1);
  ASSERT_EQ(file.metadata_count(), 2u);
  EXPECT_EQ(file.metadata(0).first, "k1");
  EXPECT_EQ(file.MetadataOffset(0), 8 + json.find("\"k"));
  EXPECT_EQ(file.MetadataOffset(1), 8 + json.find("\"x"));
  EXPECT_EQ(file.tensor(0).name, "a");
  EXPECT_EQ(file.tensor(0).info_offset, 8 + json.find("\"\\u0061"));
}

TEST(SafetensorsFileTest, TheLayoutIsKnownUnlessTheHeaderHasAnError) {
  EXPECT_TRUE(ReadSafetensors("{}", 0).file.layout_known());
  EXPECT_TRUE(ReadSafetensors("{}", 5).file.layout_known());
  EXPECT_FALSE(ReadSafetensors("{", 5).file.layout_known());
  EXPECT_FALSE(
      ReadSafetensors(ObjectText({TensorText("a", "F33", {1}, 0, 1)}), 1)
          .file.layout_known());
}

TEST(SafetensorsFileTest, TheHeaderEndsWhereTheDataBegins) {
  const SafetensorsFile file = ReadFile("{}   ", 0);
  EXPECT_EQ(file.header_bytes(), 8u + 5u);
  EXPECT_EQ(file.data_offset(), 8u + 5u);
  EXPECT_EQ(file.data_bytes(), 0u);
  EXPECT_EQ(file.tensor_count(), 0u);
  EXPECT_EQ(file.metadata_count(), 0u);
}

TEST(SafetensorsFileTest, ATensorIsFoundByItsUnescapedName) {
  SafetensorsEntry second;
  second.name = R"(\u0062\n\"\ud83d\ude00)";
  second.data_offsets = "[8,16]";
  SafetensorsEntry empty;
  empty.name = "";
  empty.data_offsets = "[16,24]";
  const SafetensorsFile file =
      ReadFile(ObjectText({TensorText("a", "F32", {2}, 0, 8), second.Text(),
                           empty.Text()}),
               24);
  const std::string name = "b\n\"\xf0\x9f\x98\x80";
  ASSERT_TRUE(file.FindTensor(name).has_value());
  EXPECT_EQ(file.FindTensor(name)->begin, 8u);
  EXPECT_EQ(file.FindTensor(name)->name, name);
  EXPECT_EQ(file.FindTensor("a")->begin, 0u);
  EXPECT_EQ(file.FindTensor("")->begin, 16u);
  for (const char* none : {"b", "A", "a ", "__metadata__", R"(\u0062)"}) {
    EXPECT_FALSE(file.FindTensor(none).has_value()) << none;
  }
}

TEST(SafetensorsFileTest, EveryOneOfManyTensorsIsFound) {
  std::vector<std::string> entries;
  for (uint64_t i = 0; i < 1000; ++i) {
    entries.push_back(TensorText("t" + std::to_string(i), "U8", {1}, i, i + 1));
  }
  const SafetensorsFile file = ReadFile(ObjectText(entries), 1000);
  for (uint64_t i = 0; i < 1000; ++i) {
    const auto tensor = file.FindTensor("t" + std::to_string(i));
    ASSERT_TRUE(tensor.has_value()) << i;
    EXPECT_EQ(tensor->begin, i);
  }
  EXPECT_FALSE(file.FindTensor("t1000").has_value());
}

TEST(SafetensorsFileTest, ShapesAreReadFromAnyWriting) {
  const std::string json = R"({"w":{"shape" : [ 1 ,)"
                           "\n\t\r 2,03,0 ] }";
  EXPECT_THAT(CodesOf(json, 0), ElementsAre(Code::kSafetensorsJsonSyntax));
  SafetensorsEntry entry;
  entry.shape = "[ 1 ,\n\t\r 2,18446744073709551615 , 0\n]";
  entry.data_offsets = "[ 0\n,\t0 ]";
  EXPECT_THAT(CodesOf(ObjectText({entry.Text()}), 0),
              ElementsAre(Code::kSafetensorsShapeOverflow));
  entry.shape = "[ 1 ,\n\t\r 2,0 , 18446744073709551615\n]";
  const SafetensorsFile file = ReadFile(ObjectText({entry.Text()}), 0);
  EXPECT_THAT(file.tensor(0).shape, ElementsAre(1, 2, 0, UINT64_MAX));
}

TEST(SafetensorsFileTest, RanksFromZeroToAThousand) {
  const SafetensorsFile scalar =
      ReadFile(ObjectText({TensorText("s", "U8", {}, 0, 1)}), 1);
  EXPECT_THAT(scalar.tensor(0).shape, IsEmpty());
  const SafetensorsFile deep = ReadFile(
      ObjectText({TensorText("d", "U8", std::vector<uint64_t>(1000, 1), 0, 1)}),
      1);
  EXPECT_THAT(deep.tensor(0).shape, SizeIs(1000));
}

TEST(SafetensorsFileTest, MetadataIsUnescapedAndInOrder) {
  const SafetensorsFile file = ReadFile(
      R"({"__metadata__":{"z":"1","a":"","\u0062\/":"\\\u00e9","":"x"}})", 0);
  ASSERT_EQ(file.metadata_count(), 4u);
  EXPECT_THAT(file.metadata(0), Pair("z", "1"));
  EXPECT_THAT(file.metadata(1), Pair("a", ""));
  EXPECT_THAT(file.metadata(2), Pair("b/", "\\\xc3\xa9"));
  EXPECT_THAT(file.metadata(3), Pair("", "x"));
}

TEST(SafetensorsFileTest, AMetadataValueMayHoldANul) {
  const SafetensorsFile file =
      ReadFile(R"({"__metadata__":{"k":"a\u0000b"}})", 0);
  EXPECT_EQ(file.metadata(0).second, std::string_view("a\0b", 3));
}

TEST(SafetensorsFileTest, ViewsSurviveAMove) {
  SafetensorsFile file =
      ReadFile(ObjectText({R"("__metadata__":{"k":"v"})",
                           TensorText("a", "F32", {2}, 0, 8)}),
               8);
  const std::string_view name = file.tensor(0).name;
  const SafetensorsFile moved = std::move(file);
  EXPECT_EQ(name, "a");
  EXPECT_EQ(moved.tensor(0).name.data(), name.data());
  EXPECT_EQ(moved.metadata(0).second, "v");
}

TEST(SafetensorsFileDeathTest, NumbersPastTheEndAreOurMistake) {
  const SafetensorsFile file = ReadFile("{}", 0);
  EXPECT_DEATH(file.tensor(0), "tensor_count");
  EXPECT_DEATH(file.DtypeOf(0), "tensor_count");
  EXPECT_DEATH(file.BytesOf(0), "tensor_count");
  EXPECT_DEATH(file.metadata(0), "metadata_count");
}

}  // namespace
}  // namespace loadgate::testing_support
