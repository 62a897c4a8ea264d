#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "tests/support/field_values.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/guard_buffer.h"
#include "tests/support/matchers.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::byte> Bytes(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

std::vector<std::string> NamesOf(const std::vector<Field>& fields) {
  std::vector<std::string> names;
  for (const Field& field : fields) names.push_back(field.name);
  return names;
}

// A u16 pair, an array of two strings, and a tensor of two f32.
// clang-format off
const std::vector<std::byte>& LittleEndianByHand() {
  static const auto* const kBytes = new std::vector<std::byte>(Bytes({
      'G', 'G', 'U', 'F',
      3, 0, 0, 0,                     //   4 version
      1, 0, 0, 0, 0, 0, 0, 0,         //   8 tensor count
      2, 0, 0, 0, 0, 0, 0, 0,         //  16 key-value count
      1, 0, 0, 0, 0, 0, 0, 0, 'k',    //  24 key
      2, 0, 0, 0,                     //  33 type u16
      0x34, 0x12,                     //  37 value
      2, 0, 0, 0, 0, 0, 0, 0, 'a', 's',  // 39 key
      9, 0, 0, 0,                     //  49 type array
      8, 0, 0, 0,                     //  53 of strings
      2, 0, 0, 0, 0, 0, 0, 0,         //  57 two of them
      0, 0, 0, 0, 0, 0, 0, 0,         //  65 ""
      1, 0, 0, 0, 0, 0, 0, 0, 'x',    //  73 "x"
      1, 0, 0, 0, 0, 0, 0, 0, 'w',    //  82 tensor name
      1, 0, 0, 0,                     //  91 one dimension
      2, 0, 0, 0, 0, 0, 0, 0,         //  95 of 2
      0, 0, 0, 0,                     // 103 type f32
      0, 0, 0, 0, 0, 0, 0, 0,         // 107 offset
      0, 0, 0, 0, 0,                  // 115 padding to 8
      1, 2, 3, 4, 5, 6, 7, 8,         // 120 data
  }));
  return *kBytes;
}

const std::vector<std::byte>& BigEndianByHand() {
  static const auto* const kBytes = new std::vector<std::byte>(Bytes({
      'G', 'G', 'U', 'F',
      0, 0, 0, 3,
      0, 0, 0, 0, 0, 0, 0, 1,
      0, 0, 0, 0, 0, 0, 0, 2,
      0, 0, 0, 0, 0, 0, 0, 1, 'k',
      0, 0, 0, 2,
      0x12, 0x34,
      0, 0, 0, 0, 0, 0, 0, 2, 'a', 's',
      0, 0, 0, 9,
      0, 0, 0, 8,
      0, 0, 0, 0, 0, 0, 0, 2,
      0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 1, 'x',
      0, 0, 0, 0, 0, 0, 0, 1, 'w',
      0, 0, 0, 1,
      0, 0, 0, 0, 0, 0, 0, 2,
      0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0,
      1, 2, 3, 4, 5, 6, 7, 8,
  }));
  return *kBytes;
}
// clang-format on

GgufBytes Written(ByteOrder order) {
  GgufBytes file(order);
  file.Header(3, 1, 2)
      .PairU16("k", 0x1234)
      .ArrayOfStrings("as", {"", "x"})
      .TensorInfo("w", {2}, 0, 0)
      .PadTo(8)
      .Data(8);
  return file;
}

GgufRecipe Described(ByteOrder order) {
  return {
      .order = order,
      .pairs = {{"k", uint16_t{0x1234}},
                {"as", ArrayOf<std::string>({"", "x"})}},
      .tensors = {{.name = "w", .ne = {2}}},
      .alignment = 8,
  };
}

TEST(GgufBytesTest, WritesTheBytesDrawnByHand) {
  EXPECT_EQ(Written(ByteOrder::kLittle).bytes(), LittleEndianByHand());
  EXPECT_EQ(Written(ByteOrder::kBig).bytes(), BigEndianByHand());
}

TEST(GgufBytesTest, ListsEveryIntegerField) {
  const GgufBytes file = Written(ByteOrder::kLittle);
  EXPECT_THAT(
      NamesOf(file.fields()),
      ElementsAre(
          "header.version", "header.tensor_count", "header.key_value_count",
          "key_value[0].key.length", "key_value[0].type", "key_value[0].value",
          "key_value[1].key.length", "key_value[1].type",
          "key_value[1].element_type", "key_value[1].count",
          "key_value[1].element[0].length", "key_value[1].element[1].length",
          "tensor[0].name.length", "tensor[0].dimension_count",
          "tensor[0].ne[0]", "tensor[0].type", "tensor[0].offset"));
  EXPECT_EQ(file.OffsetOf("key_value[0].value"), 37u);
  EXPECT_EQ(file.OffsetOf("key_value[1].count"), 57u);
  EXPECT_EQ(file.OffsetOf("tensor[0].offset"), 107u);
  EXPECT_EQ(FindField(file.fields(), "key_value[0].value")->width, 2);
  EXPECT_EQ(FindField(file.fields(), "tensor[1].type"), nullptr);
}

TEST(GgufBytesTest, ListsEveryBoundaryOnce) {
  EXPECT_THAT(Written(ByteOrder::kLittle).boundaries(),
              ElementsAre(4, 8, 16, 24, 32, 33, 37, 39, 47, 49, 53, 57, 65, 73,
                          81, 82, 90, 91, 95, 103, 107, 115, 120, 128));
}

TEST(GgufBytesTest, NamesUnnamedNumbersByWhereTheyStand) {
  GgufBytes file;
  file.U16(7).Key("k", 13).U32(1).ArrayHead("a", kF32, 2).F32(1).U32(2);
  file.TensorName("w").U8(1);
  EXPECT_THAT(
      NamesOf(file.fields()),
      ElementsAre("number@0", "key_value[0].key.length", "key_value[0].type",
                  "key_value[0].value", "key_value[1].key.length",
                  "key_value[1].type", "key_value[1].element_type",
                  "key_value[1].count", "key_value[1].element[1]",
                  "tensor[0].name.length", "number@61"));
}

TEST(GgufBytesTest, WritesEveryScalarInItsWidth) {
  GgufBytes file;
  file.I8(-2).I16(-2).I32(-2).I64(-2).F32(1.0f).F64(-2.0).U64(1);
  EXPECT_EQ(file.bytes(),
            Bytes({0xFE, 0xFE, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF, 0xFE, 0xFF,
                   0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0,    0,    0x80,
                   0x3F, 0,    0,    0,    0,    0,    0,    0,    0xC0,
                   1,    0,    0,    0,    0,    0,    0,    0}));
}

TEST(GgufBytesTest, NumbersOfEachTypeHaveItsTypeId) {
  EXPECT_EQ(kGgufTypeId<uint8_t>, 0u);
  EXPECT_EQ(kGgufTypeId<int8_t>, 1u);
  EXPECT_EQ(kGgufTypeId<uint16_t>, 2u);
  EXPECT_EQ(kGgufTypeId<int16_t>, 3u);
  EXPECT_EQ(kGgufTypeId<uint32_t>, 4u);
  EXPECT_EQ(kGgufTypeId<int32_t>, 5u);
  EXPECT_EQ(kGgufTypeId<float>, 6u);
  EXPECT_EQ(kGgufTypeId<uint64_t>, 10u);
  EXPECT_EQ(kGgufTypeId<int64_t>, 11u);
  EXPECT_EQ(kGgufTypeId<double>, 12u);
  EXPECT_EQ(TypeIdOf(Item(true)), 7u);
  EXPECT_EQ(TypeIdOf(Item("text")), 8u);
  EXPECT_EQ(TypeIdOf(Item(uint64_t{1})), 10u);
  EXPECT_EQ(TypeIdOf(Item(1.0)), 12u);
}

TEST(GgufBytesTest, SetOverwritesOneFieldAndNothingElse) {
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    GgufBytes file = Written(order);
    file.Set("tensor[0].ne[0]", 0x0102030405060708);
    GgufBytes expected(order);
    expected.Header(3, 1, 2)
        .PairU16("k", 0x1234)
        .ArrayOfStrings("as", {"", "x"})
        .TensorInfo("w", {0x0102030405060708}, 0, 0)
        .PadTo(8)
        .Data(8);
    EXPECT_EQ(file.bytes(), expected.bytes());
  }
}

TEST(GgufBytesTest, RecordsNothingWhileRecordingIsOff) {
  GgufBytes file;
  file.Record(false).PairU8("k", 1);
  EXPECT_THAT(file.fields(), IsEmpty());
  EXPECT_THAT(file.boundaries(), IsEmpty());
  EXPECT_EQ(file.Record(true).PairU8("l", 2).OffsetOf("key_value[1].value"),
            27u);
}

TEST(GgufRecipeTest, BuildsTheBytesDrawnByHand) {
  EXPECT_EQ(Build(Described(ByteOrder::kLittle)).bytes(), LittleEndianByHand());
  EXPECT_EQ(Build(Described(ByteOrder::kBig)).bytes(), BigEndianByHand());
}

TEST(GgufRecipeTest, EveryDeclaredNumberReplacesJustItsField) {
  GgufRecipe recipe = Described(ByteOrder::kLittle);
  recipe.pairs.push_back({"s", "text"});
  GgufBytes expected = Build(recipe);
  recipe.declared_tensor_count = 101;
  recipe.declared_kv_count = 102;
  recipe.pairs[0].declared_type = 103;
  recipe.pairs[0].declared_key_length = 104;
  recipe.pairs[1].declared_type = 105;
  std::get<Array>(recipe.pairs[1].value).declared_count = 106;
  recipe.pairs[2].declared_value_length = 107;
  recipe.tensors[0].declared_name_length = 108;
  recipe.tensors[0].declared_dimension_count = 109;
  recipe.tensors[0].declared_offset = 110;
  expected.Set("header.tensor_count", 101)
      .Set("header.key_value_count", 102)
      .Set("key_value[0].type", 103)
      .Set("key_value[0].key.length", 104)
      .Set("key_value[1].type", 105)
      .Set("key_value[1].count", 106)
      .Set("key_value[2].value.length", 107)
      .Set("tensor[0].name.length", 108)
      .Set("tensor[0].dimension_count", 109)
      .Set("tensor[0].offset", 110);
  EXPECT_EQ(Build(recipe).bytes(), expected.bytes());
}

TEST(GgufRecipeTest, OffsetsAreTheRunningSumOfPaddedSizes) {
  const GgufBytes file =
      Build({.tensors = {{.name = "a", .ne = {3}},
                         {.name = "b", .ne = {32, 3}, .type = 2},
                         {.name = "c", .ne = {1}},
                         {.name = "d", .ne = {1}, .data_bytes = 5}},
             .pad_last = false,
             .tail = "tail"});
  const auto at = [&](std::string_view name) {
    return GetField(file.bytes(), *FindField(file.fields(), name));
  };
  EXPECT_EQ(at("tensor[0].offset"), 0u);
  EXPECT_EQ(at("tensor[1].offset"), 32u);
  EXPECT_EQ(at("tensor[2].offset"), 96u);
  EXPECT_EQ(at("tensor[3].offset"), 128u);
  EXPECT_EQ(file.size() % 32, 9u);
}

TEST(GgufRecipeTest, AbsurdTensorsHaveNoData) {
  const uint64_t side = uint64_t{1} << 32;
  EXPECT_EQ(WrappedTensorBytes({side, side}, 24), 0u);
  EXPECT_EQ(WrappedTensorBytes({side, side / 2}, 24), uint64_t{1} << 63);
  EXPECT_EQ(WrappedTensorBytes({32}, 4), 0u);
  EXPECT_EQ(WrappedTensorBytes({32}, 999), 0u);
  const GgufBytes file = Build({.tensors = {{.ne = {side}, .type = 24}}});
  EXPECT_LT(file.size(), 100u);
}

TEST(GgufRecipeTest, RawValuesAreWrittenAsTheyAre) {
  const GgufBytes file = Build({.pairs = {{"k", RawValue{13, "\1\2\3"}}}});
  EXPECT_EQ(GetField(file.bytes(), file.fields().back()), 13u);
  EXPECT_EQ(AsText(file.bytes()).substr(37), "\1\2\3");
}

TEST(GoodFilesTest, HaveNamesAndAreBigEndianTwins) {
  std::set<std::string> names;
  for (const GoodFile& file : GoodGgufFiles()) names.insert(file.name);
  EXPECT_EQ(names.size(), GoodGgufFiles().size());
  EXPECT_GE(names.size(), 30u);
  for (const GoodFile& file : BigEndianGgufFiles()) {
    const std::string twin = file.name.substr(0, file.name.find("_big_endian"));
    EXPECT_EQ(file.bytes.size(), GoodGgufFile(twin).bytes.size()) << file.name;
    EXPECT_EQ(&GoodGgufFile(file.name), &file);
  }
}

TEST(GoodFilesTest, RecordsLieInsideTheFileAndEndWithIt) {
  for (const GoodFile& file : GoodGgufFiles()) {
    SCOPED_TRACE(file.name);
    EXPECT_TRUE(std::is_sorted(file.boundaries.begin(), file.boundaries.end()));
    EXPECT_EQ(file.boundaries.back(), file.bytes.size());
    for (const Field& field : file.fields) {
      EXPECT_LE(field.end(), file.bytes.size());
      EXPECT_TRUE(std::binary_search(file.boundaries.begin(),
                                     file.boundaries.end(), field.end()));
    }
  }
}

TEST(BoundaryValuesTest, ListsEveryEdgeOfAWideField) {
  EXPECT_THAT(BoundaryValues(100, 8),
              ElementsAre(0, 1, 99, 101, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
                          0x100000000, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000,
                          0xFFFFFFFFFFFFFFFF));
}

TEST(BoundaryValuesTest, CutsToTheWidthAndLeavesOutTheValue) {
  EXPECT_THAT(BoundaryValues(100, 4),
              ElementsAre(0, 1, 99, 101, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF));
  EXPECT_THAT(BoundaryValues(7, 1), ElementsAre(0, 1, 6, 8, 0xFF));
  EXPECT_THAT(BoundaryValues(0, 2), ElementsAre(1, 0xFFFF));
  EXPECT_THAT(BoundaryValues(0xFFFFFFFF, 4),
              ElementsAre(0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE));
}

TEST(SetFieldTest, WritesInTheFilesOrder) {
  std::vector<std::byte> bytes = Bytes({9, 9, 9, 9});
  const Field field = {.offset = 1, .width = 2};
  SetField(bytes, field, 0x71234);
  EXPECT_EQ(bytes, Bytes({9, 0x34, 0x12, 9}));
  EXPECT_EQ(GetField(bytes, field), 0x1234u);
  SetField(bytes, field, 0x1234, ByteOrder::kBig);
  EXPECT_EQ(bytes, Bytes({9, 0x12, 0x34, 9}));
  EXPECT_EQ(GetField(bytes, field, ByteOrder::kBig), 0x1234u);
}

std::byte ReadAt(const std::byte* base, size_t index) {
  const volatile std::byte* const place = base + index;
  return *place;
}

TEST(GuardBufferTest, HoldsACopy) {
  for (const size_t size : {1u, 4095u, 4096u, 4097u}) {
    const std::vector<std::byte> bytes(size, std::byte{7});
    const GuardBuffer buffer(bytes);
    EXPECT_NE(buffer.bytes().data(), bytes.data());
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), buffer.bytes().begin(),
                           buffer.bytes().end()));
  }
}

TEST(GuardBufferDeathTest, ReadingPastTheEndFaults) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const size_t size : {0u, 1u, 4096u}) {
    const std::vector<std::byte> bytes(size);
    const GuardBuffer buffer(bytes);
    EXPECT_EQ(buffer.bytes().size(), size);
    EXPECT_DEATH(ReadAt(buffer.bytes().data(), size), "");
  }
}

TEST(GuardBufferDeathTest, WritingFaults) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const GuardBuffer buffer(AsBytes("text"));
  auto* const first = const_cast<std::byte*>(buffer.bytes().data());
  EXPECT_DEATH(*const_cast<volatile std::byte*>(first) = std::byte{1}, "");
}

TEST(TempDirTest, WritesFilesAndIsGoneAfterwards) {
  std::string path;
  {
    const TempDir directory;
    path = directory.path();
    const std::string file = directory.WriteFile("sub/a.gguf", "GGUF");
    EXPECT_EQ(file, directory.PathOf("sub/a.gguf"));
    std::ifstream in(file, std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "GGUF");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

Finding Made(Code code, uint64_t offset) {
  return {.code = code,
          .severity = RuleOf(code).severity,
          .offset = offset,
          .where = "a\x1B",
          .message = "m"};
}

TEST(MatchersTest, TellFindingsApart) {
  const std::vector<Finding> findings = {Made(Code::kGgufBoolInvalid, 7),
                                         Made(Code::kGgufNoKeyValues, 16)};
  EXPECT_THAT(findings, HasFinding(Code::kGgufBoolInvalid));
  EXPECT_THAT(findings, HasFinding(Code::kGgufBoolInvalid, 7));
  EXPECT_THAT(findings, Not(HasFinding(Code::kGgufBoolInvalid, 8)));
  EXPECT_THAT(findings, Not(HasFinding(Code::kGgufMagic)));
  EXPECT_THAT(findings, Not(HasOnly(Code::kGgufBoolInvalid)));
  EXPECT_THAT(findings, HasOnlyError(Code::kGgufBoolInvalid));
  EXPECT_THAT(findings, Not(HasOnlyError(Code::kGgufNoKeyValues)));
  EXPECT_THAT(findings, Not(HasNoError()));
}

TEST(MatchersTest, AnEmptyListHasNothing) {
  const std::vector<Finding> none;
  EXPECT_THAT(none, HasNoError());
  EXPECT_THAT(none, Not(HasOnly(Code::kGgufMagic)));
  EXPECT_THAT(none, Not(HasOnlyError(Code::kGgufMagic)));
  EXPECT_THAT(std::vector{Made(Code::kGgufMagic, 0)},
              HasOnly(Code::kGgufMagic));
}

TEST(MatchersTest, PrintFindingsEscaped) {
  EXPECT_EQ(::testing::PrintToString(Made(Code::kGgufMagic, 3)),
            "error gguf-magic at 3 in \"a\\x1B\": \"m\"");
}

}  // namespace
}  // namespace loadgate::testing_support
