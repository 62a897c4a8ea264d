#include "formats/gguf_tensor_size.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "loadgate/checked_math.h"
#include "tests/naive/ggml_types.h"
#include "tests/naive/wide.h"
#include "tests/support/matchers.h"

namespace loadgate {
namespace {

using naive::Wide;
using testing::HasSubstr;
using Shape = std::array<uint64_t, kGgufMaxDimensions>;

constexpr uint64_t k2To31 = uint64_t{1} << 31;
constexpr uint64_t k2To32 = uint64_t{1} << 32;
constexpr uint64_t k2To62 = uint64_t{1} << 62;
constexpr uint64_t k2To63 = uint64_t{1} << 63;

constexpr uint32_t kF32 = 0;
constexpr uint32_t kQ4_0 = 2;
constexpr uint32_t kQ6K = 14;
constexpr uint32_t kI8 = 24;

// The product of the dimensions that are not zero, or more than 2^63-1.
Wide Product(const Shape& ne) {
  Wide product = 1;
  for (const uint64_t n : ne) {
    if (n != 0 && product <= naive::kMax63) product *= n;
  }
  return product;
}

// The fault of a tensor, by exact arithmetic, in the order of the steps.
std::optional<Code> FaultOf(const Shape& ne, uint32_t type_id) {
  bool empty = false;
  for (const uint64_t n : ne) {
    if (n >= k2To63) return Code::kGgufDimensionTooLarge;
    empty = empty || n == 0;
  }
  const Wide product = Product(ne);
  const naive::GgmlType* type = naive::FindGgmlType(type_id);
  if (!empty && product > naive::kMax63) return Code::kGgufElementCountOverflow;
  if (type == nullptr) return Code::kGgufTensorTypeUnknown;
  if (type->block == 0) return Code::kGgufTensorTypeRemoved;
  if (ne[0] % type->block != 0) return Code::kGgufRowNotWholeBlocks;
  if (!empty && product / type->block * type->bytes > naive::kMax63) {
    return Code::kGgufByteSizeOverflow;
  }
  return std::nullopt;
}

// Compares one tensor with exact arithmetic.
void ExpectExact(const Shape& ne, uint32_t type_id) {
  const GgufTensorSize size = MeasureGgufTensor(ne, type_id);
  const std::optional<Code> expected = FaultOf(ne, type_id);
  ASSERT_EQ(size.fault.has_value(), expected.has_value());
  if (expected.has_value()) {
    EXPECT_EQ(size.fault->code, *expected);
    EXPECT_FALSE(size.fault->what.empty());
    EXPECT_EQ(size.elements, 0u);
    EXPECT_EQ(size.bytes, 0u);
    return;
  }
  const naive::GgmlType& type = *naive::FindGgmlType(type_id);
  const Wide product = Product(ne);
  if (size.zero_dimension.has_value()) {
    EXPECT_EQ(ne[*size.zero_dimension], 0u);
    EXPECT_EQ(size.elements, 0u);
    EXPECT_EQ(size.bytes, 0u);
    const Wide blocks = (product + type.block - 1) / type.block;
    EXPECT_EQ(size.absurd,
              product > naive::kMax63 || blocks * type.bytes > naive::kMax63);
    return;
  }
  EXPECT_FALSE(size.absurd);
  EXPECT_TRUE(Wide{size.elements} == product);
  EXPECT_TRUE(Wide{size.bytes} == product / type.block * type.bytes);
}

// Shapes of every combination of the numbers at which arithmetic goes wrong.
std::vector<Shape> Grid() {
  const std::vector<uint64_t> rows = {
      0,      1,      31,     32,           33,         255,    256,       4096,
      k2To31, k2To32, k2To62, k2To63 - 256, k2To63 - 1, k2To63, UINT64_MAX};
  const std::vector<uint64_t> edges = {0,      1,          255,    k2To31,
                                       k2To62, k2To63 - 1, k2To63, UINT64_MAX};
  std::vector<Shape> grid;
  for (const uint64_t a : rows) {
    for (const uint64_t b : edges) {
      for (const uint64_t c : edges) {
        for (const uint64_t d : {0u, 1u, 3u}) grid.push_back({a, b, c, d});
      }
    }
  }
  return grid;
}

TEST(MeasureGgufTensorTest, AgreesWithExactArithmeticOnAGrid) {
  for (uint32_t type = 0; type <= AllGgmlTypes().size(); ++type) {
    for (const Shape& ne : Grid()) {
      ExpectExact(ne, type);
      ASSERT_FALSE(HasFailure())
          << testing::PrintToString(ne) << " of type " << type;
    }
  }
}

TEST(MeasureGgufTensorTest, MeasuresWholeBlocks) {
  const GgufTensorSize size = MeasureGgufTensor({256, 3, 2, 1}, kQ6K);
  EXPECT_FALSE(size.fault.has_value());
  EXPECT_EQ(size.elements, 1536u);
  EXPECT_EQ(size.bytes, 6u * 210u);
  EXPECT_EQ(MeasureGgufTensor({1, 1, 1, 1}, kF32).bytes, 4u);
}

TEST(MeasureGgufTensorTest, TheLargestSizeIs2To63Minus1) {
  EXPECT_EQ(MeasureGgufTensor({kMaxFileSize, 1, 1, 1}, kI8).bytes,
            kMaxFileSize);
  EXPECT_EQ(MeasureGgufTensor({k2To31, k2To31, 1, 1}, kF32).fault->code,
            Code::kGgufByteSizeOverflow);
  EXPECT_EQ(MeasureGgufTensor({k2To31, k2To31 / 2, 1, 1}, kF32).fault->code,
            Code::kGgufByteSizeOverflow)
      << "2^61 elements of 4 bytes are 2^63";
  EXPECT_EQ(MeasureGgufTensor({k2To31 - 1, k2To31 / 2, 1, 1}, kF32).bytes,
            k2To63 - k2To32);
}

TEST(MeasureGgufTensorTest, FaultsNameTheFieldAndTheNumbers) {
  const auto large = MeasureGgufTensor({1, 2, k2To63, UINT64_MAX}, kF32).fault;
  EXPECT_EQ(large->field, GgufTensorSize::Field::kDimension);
  EXPECT_EQ(large->dimension, 2u) << "the first of two";
  EXPECT_THAT(large->what, HasSubstr("Dimension 2 is 9223372036854775808"));
  const auto unknown = MeasureGgufTensor({1, 1, 1, 1}, 43).fault;
  EXPECT_EQ(unknown->field, GgufTensorSize::Field::kType);
  EXPECT_THAT(unknown->what, HasSubstr("The type is 43;"));
  EXPECT_THAT(unknown->what, HasSubstr("are 0 to 42."));
  const auto removed = MeasureGgufTensor({32, 1, 1, 1}, 4).fault;
  EXPECT_EQ(removed->field, GgufTensorSize::Field::kType);
  EXPECT_THAT(removed->what, HasSubstr("The type is 4, q4_2,"));
  const auto row = MeasureGgufTensor({33, 1, 1, 1}, kQ4_0).fault;
  EXPECT_THAT(row->what, HasSubstr("is 33, no multiple of the 32"));
  const auto product = MeasureGgufTensor({k2To62, 1, 2, 1}, kF32).fault;
  EXPECT_THAT(product->what, HasSubstr("[4611686018427387904, 1, 2, 1]"));
}

TEST(MeasureGgufTensorTest, AnEmptyTensorHasNoSizeHoweverAbsurd) {
  const GgufTensorSize plain = MeasureGgufTensor({4, 0, 0, 1}, kF32);
  EXPECT_FALSE(plain.fault.has_value());
  EXPECT_EQ(plain.zero_dimension, 1u);
  EXPECT_FALSE(plain.absurd);
  EXPECT_TRUE(MeasureGgufTensor({k2To62, k2To62, 0, 1}, kF32).absurd);
  EXPECT_TRUE(MeasureGgufTensor({0, k2To62, 1, 1}, kF32).absurd)
      << "2^62 elements of 4 bytes";
  EXPECT_FALSE(MeasureGgufTensor({0, k2To62, 1, 1}, kI8).absurd);
}

}  // namespace
}  // namespace loadgate
