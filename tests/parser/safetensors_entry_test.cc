#include "formats/safetensors_entry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/parser/read_gguf.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

using Field = EntryBuilder::Field;
using Shape = std::vector<uint64_t>;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint64_t kMax = UINT64_MAX;
constexpr uint64_t kTwoTo32 = uint64_t{1} << 32;
// Where the parts of the entry stand.
constexpr uint64_t kKeyAt = 15;
constexpr uint64_t kDtypeAt = 20;
constexpr uint64_t kShapeAt = 30;
constexpr uint64_t kOffsetsAt = 40;
constexpr uint64_t kEndAt = 50;

ShapeProduct ProductOf(const Shape& shape) {
  ShapeProduct product;
  for (const uint64_t dimension : shape) product.Multiply(dimension);
  return product;
}

TEST(ShapeProductTest, MultipliesDimensions) {
  EXPECT_EQ(ProductOf({}).elements(), 1u);
  EXPECT_EQ(ProductOf({7}).elements(), 7u);
  EXPECT_EQ(ProductOf({2, 3, 4}).elements(), 24u);
  EXPECT_EQ(ProductOf({2, 0, 4}).elements(), 0u);
  EXPECT_EQ(ProductOf({kMax}).elements(), kMax);
  EXPECT_EQ(ProductOf({kTwoTo32, kTwoTo32 - 1}).elements(),
            kMax - kTwoTo32 + 1);
}

TEST(ShapeProductTest, AZeroEndsOverflowOnlyWhenItComesFirst) {
  EXPECT_EQ(ProductOf({kTwoTo32, kTwoTo32}).elements(), std::nullopt);
  EXPECT_EQ(ProductOf({kMax, 2, 0}).elements(), std::nullopt);
  EXPECT_EQ(ProductOf({0, kMax, 2}).elements(), 0u);
  EXPECT_EQ(ProductOf({kMax, 0, 2}).elements(), 0u);
  EXPECT_EQ(ProductOf({kMax, 1, 1, 0, kMax}).elements(), 0u);
}

TEST(ShapeProductTest, KnowsRankAndLastDimension) {
  EXPECT_EQ(ProductOf({}).rank(), 0u);
  EXPECT_EQ(ProductOf({5, 6, 7}).rank(), 3u);
  EXPECT_EQ(ProductOf({5, 6, 7}).last(), 7u);
  EXPECT_EQ(ProductOf(Shape(1000, 1)).rank(), 1000u);
}

TEST(ShapeProductTest, AnEmptyShapeIsAbsurdWhenTheOthersPassTwoTo64Bits) {
  EXPECT_FALSE(ProductOf({0, 5}).absurd(32));
  EXPECT_FALSE(ProductOf({0, kMax / 32}).absurd(32));
  EXPECT_TRUE(ProductOf({0, kMax / 32 + 1}).absurd(32));
  EXPECT_TRUE(ProductOf({0, kMax, 2}).absurd(8));
  EXPECT_TRUE(ProductOf({kTwoTo32, 0, kTwoTo32}).absurd(4));
  EXPECT_FALSE(ProductOf({kTwoTo32, kTwoTo32 / 2}).absurd(8))
      << "not empty: the size is at fault";
}

// Fields is what an entry says; what is not there is not said.
struct Fields {
  std::optional<std::string> dtype = "F32";
  std::optional<Shape> shape = Shape{2};
  std::optional<Shape> offsets = Shape{0, 8};
};

// Built is what became of it.
struct Built {
  std::optional<SafetensorsTables::Entry> entry;
  std::vector<Finding> findings;
  std::vector<Place> places() const { return PlacesOf(findings); }
};

void AddArray(EntryBuilder* builder, Field field, uint64_t at,
              const std::optional<Shape>& numbers, FindingSink* sink) {
  if (!numbers.has_value()) return;
  builder->BeginField(field, kKeyAt);
  builder->BeginArray(field, at);
  for (const uint64_t number : *numbers) builder->AddNumber(field, number);
  builder->EndArray(field, sink);
}

Built BuildEntry(const Fields& fields) {
  FindingSink sink;
  EntryBuilder builder("w", {.offset = 9, .length = 1}, 3);
  if (fields.dtype.has_value()) {
    builder.BeginField(Field::kDtype, kKeyAt);
    builder.SetDtype(*fields.dtype, kDtypeAt, &sink);
  }
  AddArray(&builder, Field::kShape, kShapeAt, fields.shape, &sink);
  AddArray(&builder, Field::kDataOffsets, kOffsetsAt, fields.offsets, &sink);
  auto entry = builder.Finish(kEndAt, &sink);
  return {entry, sink.Findings()};
}

void ExpectError(const Fields& fields, Code code, uint64_t at) {
  const Built built = BuildEntry(fields);
  EXPECT_FALSE(built.entry.has_value());
  EXPECT_THAT(built.places(), ElementsAre(Place(code, at)));
}

void ExpectGood(const Fields& fields) {
  const Built built = BuildEntry(fields);
  EXPECT_TRUE(built.entry.has_value());
  EXPECT_THAT(built.findings, IsEmpty());
}

TEST(EntryBuilderTest, KnowsItsFieldsByName) {
  EXPECT_EQ(EntryBuilder::FieldOf("dtype"), Field::kDtype);
  EXPECT_EQ(EntryBuilder::FieldOf("shape"), Field::kShape);
  EXPECT_EQ(EntryBuilder::FieldOf("data_offsets"), Field::kDataOffsets);
  for (const char* name : {"", "Dtype", "offsets", "data_offset", "shape "}) {
    EXPECT_EQ(EntryBuilder::FieldOf(name), std::nullopt) << name;
  }
}

TEST(EntryBuilderTest, RemembersWhereAFieldStoodFirst) {
  EntryBuilder builder("w", {}, 0);
  EXPECT_EQ(builder.BeginField(Field::kShape, 20), 20u);
  EXPECT_EQ(builder.BeginField(Field::kDtype, 30), 30u);
  EXPECT_EQ(builder.BeginField(Field::kShape, 40), 20u);
  EXPECT_EQ(builder.BeginField(Field::kShape, 50), 20u);
}

TEST(EntryBuilderTest, AGoodEntryIsWholeAndSaysWhereItIs) {
  const Built built = BuildEntry({.shape = Shape{2, 1}});
  ASSERT_TRUE(built.entry.has_value());
  EXPECT_THAT(built.findings, IsEmpty());
  EXPECT_EQ(built.entry->dtype, FindSafetensorsDtype("F32"));
  EXPECT_EQ(built.entry->rank, 2u);
  EXPECT_EQ(built.entry->shape_offset, kShapeAt);
  EXPECT_EQ(built.entry->begin, 0u);
  EXPECT_EQ(built.entry->end, 8u);
  EXPECT_EQ(built.entry->name.offset, 9u);
  EXPECT_EQ(EntryBuilder("w", {}, 3).Where(), "tensor[3] 'w'");
}

TEST(EntryBuilderTest, EveryDtypeTakesItsBits) {
  for (const SafetensorsDtype& dtype : AllSafetensorsDtypes()) {
    const std::string name(dtype.name);
    ExpectGood({name, Shape{4, 2}, Shape{0, dtype.bits}});
    ExpectError({name, Shape{4, 2}, Shape{0, dtype.bits + 1}},
                Code::kSafetensorsSizeMismatch, kOffsetsAt);
    if (dtype.bits < 8) continue;
    ExpectGood({name, Shape{}, Shape{3, 3 + dtype.bits / 8}});
  }
}

TEST(EntryBuilderTest, PackedElementsFillWholeBytes) {
  const Code not_whole = Code::kSafetensorsNotWholeBytes;
  ExpectGood({"F4", Shape{2}, Shape{0, 1}});
  ExpectError({"F4", Shape{}, Shape{0, 1}}, not_whole, kShapeAt);
  ExpectError({"F4", Shape{3}, Shape{0, 2}}, not_whole, kShapeAt);
  ExpectError({"F4", Shape{3, 3}, Shape{0, 5}}, not_whole, kShapeAt);
  for (const char* six : {"F6_E2M3", "F6_E3M2"}) {
    ExpectGood({six, Shape{4}, Shape{0, 3}});
    ExpectError({six, Shape{}, Shape{0, 1}}, not_whole, kShapeAt);
    ExpectError({six, Shape{2}, Shape{0, 2}}, not_whole, kShapeAt);
    ExpectGood({six, Shape{0}, Shape{0, 0}});
  }
}

TEST(EntryBuilderTest, AnOddLastDimensionOfF4IsAWarning) {
  const Built odd = BuildEntry({"F4", Shape{2, 3}, Shape{0, 3}});
  EXPECT_TRUE(odd.entry.has_value());
  EXPECT_THAT(odd.places(),
              ElementsAre(Place(Code::kSafetensorsOddLastDimension, kShapeAt)));
  ExpectGood({"F4", Shape{3, 2}, Shape{0, 3}});
  ExpectGood({"F6_E2M3", Shape{4, 3}, Shape{0, 9}});
}

TEST(EntryBuilderTest, EachMissingFieldIsNamed) {
  const Code missing = Code::kSafetensorsFieldMissing;
  ExpectError({.dtype = {}}, missing, kEndAt);
  ExpectError({.shape = {}}, missing, kEndAt);
  ExpectError({.offsets = {}}, missing, kEndAt);
  EXPECT_EQ(BuildEntry({{}, {}, {}}).findings.size(), 3u);
}

TEST(EntryBuilderTest, OffsetsAreTwoInOrderAndSpanTheSize) {
  const Code count = Code::kSafetensorsOffsetCount;
  for (const Shape& offsets : {Shape{}, Shape{0}, Shape{0, 8, 8}}) {
    ExpectError({.offsets = offsets}, count, kOffsetsAt);
  }
  ExpectError({.offsets = Shape{8, 0}}, Code::kSafetensorsOffsetsReversed,
              kOffsetsAt);
  ExpectError({.offsets = Shape{kMax, 7}}, Code::kSafetensorsOffsetsReversed,
              kOffsetsAt);
  for (const Shape& offsets : {Shape{0, 7}, Shape{0, 9}, Shape{0, kMax}}) {
    ExpectError({.offsets = offsets}, Code::kSafetensorsSizeMismatch,
                kOffsetsAt);
  }
  ExpectGood({.offsets = Shape{kMax - 8, kMax}});
}

TEST(EntryBuilderTest, SizesOverflowInElementsAndInBits) {
  const Shape none = {0, 0};
  ExpectError({"U8", Shape{kMax, 2, 0}, none}, Code::kSafetensorsShapeOverflow,
              kShapeAt);
  ExpectError({"U8", Shape{kMax}, none}, Code::kSafetensorsSizeOverflow,
              kShapeAt);
  ExpectError({"F4", Shape{kMax / 4 + 1}, none}, Code::kSafetensorsSizeOverflow,
              kShapeAt);
  ExpectGood({"U8", Shape{kMax / 8}, Shape{0, kMax / 8}});
}

TEST(EntryBuilderTest, AnAbsurdEmptyTensorIsAWarning) {
  const Built built = BuildEntry({"U8", Shape{0, kMax, 2}, Shape{0, 0}});
  EXPECT_TRUE(built.entry.has_value());
  EXPECT_THAT(built.places(),
              ElementsAre(Place(Code::kSafetensorsShapeAbsurd, kShapeAt)));
}

TEST(EntryBuilderTest, AFaultyFieldIsNotMissingAndNotJudgedFurther) {
  FindingSink sink;
  EntryBuilder builder("w", {}, 0);
  builder.BeginField(Field::kDtype, kKeyAt);
  builder.BeginField(Field::kShape, kKeyAt);
  builder.SetFaulty();
  AddArray(&builder, Field::kDataOffsets, kOffsetsAt, Shape{8, 0}, &sink);
  EXPECT_FALSE(builder.Finish(kEndAt, &sink).has_value());
  EXPECT_THAT(sink.Findings(), IsEmpty());
}

TEST(EntryBuilderTest, AnUnknownDtypeIsReportedWhereItStands) {
  ExpectError({.dtype = "F31"}, Code::kSafetensorsDtypeUnknown, kDtypeAt);
  ExpectError({.dtype = ""}, Code::kSafetensorsDtypeUnknown, kDtypeAt);
}

}  // namespace
}  // namespace loadgate::testing_support
