#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "loadgate/gguf_writer.h"

namespace loadgate {
namespace {

TEST(GgmlTypeOfTest, DtypesAreMappedToTypesOfTheSameSizeAndMeaning) {
  std::vector<std::string> mapped;
  for (const SafetensorsDtype& dtype : AllSafetensorsDtypes()) {
    const GgmlType* type = GgmlTypeOf(dtype);
    if (type == nullptr) continue;
    EXPECT_EQ(type->block_elements, 1U);
    EXPECT_EQ(type->block_bytes * 8, dtype.bits) << dtype.name;
    mapped.push_back(std::string(dtype.name) + "=" + std::string(type->name));
  }
  EXPECT_THAT(mapped, ::testing::UnorderedElementsAre(
                          "F32=f32", "F16=f16", "I8=i8", "I16=i16", "I32=i32",
                          "I64=i64", "F64=f64", "BF16=bf16"));
}

}  // namespace
}  // namespace loadgate
