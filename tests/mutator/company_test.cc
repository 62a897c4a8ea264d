#include "fuzz/mutator/company.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/mutator/gguf_companies.h"
#include "fuzz/mutator/gguf_parts.h"
#include "fuzz/mutator/safetensors_companies.h"

namespace loadgate::mutator {
namespace {

constexpr int kRuns = 3000;
constexpr Extent kExtent = {.rows = 4, .columns = 64, .group = 32, .rank = 2};

constexpr CompanyMember kMembers[] = {
    {"%s.weight", "F8_E4M3", CompanyShape::kWeight},
    {"%s.weight_scale", "F32", CompanyShape::kGroups},
    {"layers.%n.%n", "F16", CompanyShape::kPackedZeros}};
constexpr CompanyNumber kNumbers[] = {{"group_size", &Extent::group}};
constexpr CompanyForm kForm = {kMembers, kNumbers};
constexpr std::array<std::string_view, 2> kDtypes = {"U8", "F64"};

Company Whole(Random* random) {
  return MakeCompany(kForm, "blk.0.x", kExtent, random);
}

std::map<std::string, std::vector<uint64_t>> Shapes(const Company& company) {
  std::map<std::string, std::vector<uint64_t>> shapes;
  for (const Companion& one : company.members) shapes[one.name] = one.shape;
  return shapes;
}

TEST(CompanyTest, MembersAreNamedForTheStemAndSizedByTheExtent) {
  Random random(1);
  const Company company = Whole(&random);
  const auto shapes = Shapes(company);
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes.at("blk.0.x.weight"), (std::vector<uint64_t>{4, 64}));
  EXPECT_EQ(shapes.at("blk.0.x.weight_scale"), (std::vector<uint64_t>{4, 2}));
  ASSERT_EQ(company.numbers.size(), 1u);
  EXPECT_EQ(company.numbers[0].first, "group_size");
  EXPECT_EQ(company.numbers[0].second, 32u);
}

TEST(CompanyTest, AQuotientIsRoundedUpAndEachNumberIsTheSame) {
  Random random(1);
  for (const auto& [name, shape] : Shapes(Whole(&random))) {
    if (!name.starts_with("layers.")) continue;
    EXPECT_EQ(shape, (std::vector<uint64_t>{2, 1}));
    const size_t dot = name.rfind('.');
    EXPECT_EQ(name.substr(7, dot - 7), name.substr(dot + 1));
  }
}

TEST(CompanyTest, WhatIsTornIsTooSmallOrOfAnotherTypeOrAbsentOrNamedOtherwise) {
  Random random(1);
  std::set<std::string> torn;
  for (int i = 0; i < kRuns; ++i) {
    Company company = Whole(&random);
    const auto whole = Shapes(company);
    TearCompany(kDtypes, &random, &company);
    if (company.numbers[0].second != 32) torn.insert("number");
    if (company.members.size() < 3) torn.insert("absent");
    for (const Companion& one : company.members) {
      if (one.dtype == "U8") torn.insert("type");
      const auto was = whole.find(one.name);
      if (was == whole.end()) {
        torn.insert("name");
      } else if (one.shape.size() != was->second.size()) {
        torn.insert("rank");
      } else if (one.shape < was->second) {
        torn.insert("small");
      }
    }
  }
  EXPECT_EQ(torn, (std::set<std::string>{"absent", "name", "number", "rank",
                                         "small", "type"}));
}

TEST(CompanyTest, ANearShapeHasAtMostOneDimensionMore) {
  Random random(1);
  std::set<size_t> ranks;
  for (int i = 0; i < kRuns; ++i) {
    ranks.insert(NearShape({2, 3, 4}, 4, &random).size());
    EXPECT_LE(NearShape({2, 3, 4}, 3, &random).size(), 3u);
    EXPECT_EQ(NearShape({}, 4, &random).size(), 1u);
  }
  EXPECT_EQ(ranks, (std::set<size_t>{2, 3, 4}));
}

TEST(CompanyTest, AnExtentIsThatOfASmallMatrix) {
  Random random(1);
  const std::array<uint64_t, 2> small = {3, 7};
  EXPECT_EQ(ExtentOf(small, &random).rows, 3u);
  EXPECT_EQ(ExtentOf(small, &random).columns, 7u);
  const std::array<uint64_t, 2> large = {uint64_t{1} << 32, uint64_t{1} << 32};
  for (int i = 0; i < kRuns; ++i) {
    const Extent extent = ExtentOf(large, &random);
    EXPECT_LE(extent.rows * extent.columns, 128u);
    EXPECT_GE(extent.rows * extent.columns, 1u);
  }
}

TEST(CompanyTest, AStemIsTheNameWithoutItsLastPart) {
  EXPECT_EQ(StemOf("a.b.weight"), "a.b");
  EXPECT_EQ(StemOf("weight"), "weight");
  EXPECT_EQ(StemOf(""), "");
}

TEST(CompanyTest, BothFormatsHaveWeightsWithScalesOrBiases) {
  Random random(1);
  std::set<std::string> names;
  for (int i = 0; i < kRuns; ++i) {
    SafetensorsParts parts;
    AddSafetensorsCompany(64, &random, &parts);
    EXPECT_LE(parts.parts.size(), 64u);
    for (const SafetensorsPart& part : parts.parts) {
      names.insert(
          part.name.substr(std::min(part.name.rfind('.'), part.name.size())));
    }
    craft::GgufModel model = craft::NewGguf();
    AddGgufCompany(&random, &model);
    AddGgufPart(&random, &model);
    for (const craft::GgufTensor& tensor : model.tensors) {
      const std::string& name = tensor.name.bytes;
      names.insert(name.substr(std::min(name.rfind('.'), name.size())));
    }
  }
  for (const char* const last :
       {".weight_scale_inv", ".qzeros", ".g_idx", ".absmax", ".lora_a",
        ".lora_b", ".bias", ".scale", ".counts"}) {
    EXPECT_TRUE(names.contains(last)) << last;
  }
}

}  // namespace
}  // namespace loadgate::mutator
