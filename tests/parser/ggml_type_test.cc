#include "loadgate/ggml_type.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/naive/ggml_types.h"

namespace loadgate {
namespace {

TEST(GgmlTypeTest, RowsAreInOrderOfIdAndFoundByIt) {
  for (uint32_t id = 0; id < AllGgmlTypes().size(); ++id) {
    const GgmlType* type = FindGgmlType(id);
    ASSERT_NE(type, nullptr);
    EXPECT_EQ(type->id, id);
    EXPECT_EQ(type, &AllGgmlTypes()[id]);
  }
}

TEST(GgmlTypeTest, TheTableEndsAtId42) {
  EXPECT_EQ(FindGgmlType(42)->name, "q2_0");
  for (const uint32_t id : {43u, 0x80000000u, UINT32_MAX}) {
    EXPECT_EQ(FindGgmlType(id), nullptr);
  }
}

TEST(GgmlTypeTest, SizesAgreeWithTheNaiveTable) {
  for (const GgmlType& type : AllGgmlTypes()) {
    const naive::GgmlType* other = naive::FindGgmlType(type.id);
    ASSERT_NE(other, nullptr) << type.name;
    EXPECT_EQ(type.block_elements, other->block) << type.name;
    EXPECT_EQ(type.block_bytes, other->bytes) << type.name;
  }
}

TEST(GgmlTypeTest, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const GgmlType& type : AllGgmlTypes()) {
    EXPECT_FALSE(type.name.empty());
    EXPECT_TRUE(names.insert(type.name).second) << type.name;
  }
}

TEST(GgmlTypeTest, RemovedTypesHaveNamesAndNoSizes) {
  std::vector<uint32_t> removed;
  for (const GgmlType& type : AllGgmlTypes()) {
    EXPECT_EQ(type.removed(), type.block_bytes == 0) << type.name;
    if (type.removed()) removed.push_back(type.id);
  }
  EXPECT_THAT(removed, testing::ElementsAre(4, 5, 31, 32, 33, 36, 37, 38));
}

TEST(GgmlTypeTest, PlainNumbersAreNotQuantised) {
  std::vector<uint32_t> plain;
  for (const GgmlType& type : AllGgmlTypes()) {
    if (!type.removed() && !type.quantised()) plain.push_back(type.id);
  }
  EXPECT_THAT(plain, testing::ElementsAre(0, 1, 24, 25, 26, 27, 28, 30));
}

TEST(GgmlTypeTest, TheTableHasADate) {
  EXPECT_THAT(std::string(kGgmlTypeTableDate),
              testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]"));
}

}  // namespace
}  // namespace loadgate
