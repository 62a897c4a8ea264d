#include "fuzz/mutator/company.h"

#include <algorithm>
#include <array>

#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

constexpr uint64_t kMostElements = 128;
constexpr size_t kMostRank = 4;

// `n` / `unit`, rounded up; of what is not 0, at least 1.
uint64_t Quotient(uint64_t n, uint64_t unit) {
  const uint64_t step = std::max<uint64_t>(unit, 1);
  return n / step + (n % step == 0 ? 0 : 1);
}

std::vector<uint64_t> ShapeFor(CompanyShape shape, const Extent& e) {
  const uint64_t groups = Quotient(e.columns, e.group);
  const uint64_t all = e.rows * e.columns;
  switch (shape) {
    case CompanyShape::kScalar:
      return {};
    case CompanyShape::kOne:
      return {1};
    case CompanyShape::kRows:
      return {e.rows};
    case CompanyShape::kColumns:
      return {e.columns};
    case CompanyShape::kHalfColumns:
      return {Quotient(e.columns, 2)};
    case CompanyShape::kRank:
      return {e.rank};
    case CompanyShape::kTable:
      return {16};
    case CompanyShape::kWeight:
      return {e.rows, e.columns};
    case CompanyShape::kTransposed:
      return {e.columns, e.rows};
    case CompanyShape::kRowsOne:
      return {e.rows, 1};
    case CompanyShape::kGroups:
      return {e.rows, groups};
    case CompanyShape::kGroupsFirst:
      return {groups, e.rows};
    case CompanyShape::kBlocks:
      return {Quotient(e.rows, e.group), groups};
    case CompanyShape::kFlatGroups:
      return {Quotient(all, e.group)};
    case CompanyShape::kHalf:
      return {e.rows, Quotient(e.columns, 2)};
    case CompanyShape::kHalfFlat:
      return {Quotient(all, 2), 1};
    case CompanyShape::kPacked:
      return {e.rows, Quotient(e.columns, 8)};
    case CompanyShape::kPackedIn:
      return {Quotient(e.columns, 8), e.rows};
    case CompanyShape::kPackedOut:
      return {e.columns, Quotient(e.rows, 8)};
    case CompanyShape::kPackedZeros:
      return {groups, Quotient(e.rows, 8)};
    case CompanyShape::kDown:
      return {e.rank, e.columns};
    case CompanyShape::kUp:
      return {e.rows, e.rank};
    case CompanyShape::kRankRows:
      return {e.rank, e.rows};
    case CompanyShape::kExperts:
      return {e.rank, e.rows, e.columns};
    case CompanyShape::kExpertsDown:
      return {e.rank, e.columns, e.rows};
    case CompanyShape::kImage:
      return {e.rows, 3, 2, 2};
  }
  return {};
}

std::string Filled(std::string_view pattern, const std::string& stem,
                   const std::string& number) {
  std::string name(pattern);
  if (const size_t at = name.find("%s"); at != std::string::npos) {
    name.replace(at, 2, stem);
  }
  for (size_t at = 0; (at = name.find("%n")) != std::string::npos;) {
    name.replace(at, 2, number);
  }
  return name;
}

uint64_t NearDimension(uint64_t n, Random* random) {
  switch (random->Below(8)) {
    case 0:
    case 1:
      return n - (n > 0 ? 1 : 0);
    case 2:
      return n + 1;
    case 3:
    case 4:
      return n / 2;
    case 5:
      return n * 2;
    case 6:
      return 1;
    default:
      return random->OneIn(4) ? 0 : random->Small(8);
  }
}

}  // namespace

Extent RandomExtent(Random* random) {
  constexpr std::array<uint64_t, 5> kGroups = {32, 32, 16, 8, 2};
  Extent extent;
  extent.columns = uint64_t{1} << random->Between(1, 6);
  extent.rows = std::min(random->Between(1, 8), kMostElements / extent.columns);
  extent.group = random->Pick(kGroups);
  extent.rank = random->Between(1, kMostRank);
  return extent;
}

Extent ExtentOf(std::span<const uint64_t> shape, Random* random) {
  Extent extent = RandomExtent(random);
  if (shape.size() != 2 || shape[0] > kMostElements ||
      shape[1] > kMostElements || shape[0] * shape[1] > kMostElements ||
      shape[0] * shape[1] == 0) {
    return extent;
  }
  extent.rows = shape[0];
  extent.columns = shape[1];
  return extent;
}

std::string StemOf(const std::string& name) {
  return name.substr(0, std::min(name.rfind('.'), name.size()));
}

Company MakeCompany(const CompanyForm& form, const std::string& stem,
                    const Extent& extent, Random* random) {
  const std::string number = std::to_string(random->Small(4));
  Company company;
  for (const CompanyMember& member : form.members) {
    company.members.push_back({.name = Filled(member.name, stem, number),
                               .dtype = std::string(member.dtype),
                               .shape = ShapeFor(member.shape, extent)});
  }
  for (const CompanyNumber& one : form.numbers) {
    company.numbers.emplace_back(one.key, extent.*one.value);
  }
  if (random->OneIn(4)) {
    std::reverse(company.members.begin(), company.members.end());
  }
  return company;
}

void TearCompany(std::span<const std::string_view> dtypes, Random* random,
                 Company* company) {
  std::vector<Companion>& members = company->members;
  if (members.empty()) return;
  Companion& one = random->Pick(members);
  const uint64_t kind = random->Below(10);
  if (kind < 5) {
    one.shape = NearShape(std::move(one.shape), kMostRank, random);
  } else if (kind < 7) {
    one.dtype = std::string(random->Pick(dtypes));
  } else if (kind == 7) {
    one.name = NearText(one.name, random);
  } else if (kind == 8 && !company->numbers.empty()) {
    uint64_t& number = random->Pick(company->numbers).second;
    number = NearDimension(number, random);
  } else {
    members.erase(members.begin() +
                  static_cast<std::ptrdiff_t>(random->Below(members.size())));
  }
}

std::vector<uint64_t> NearShape(std::vector<uint64_t> shape, size_t most,
                                Random* random) {
  const uint64_t kind = random->Below(8);
  if (shape.empty() || (kind == 0 && shape.size() < most)) {
    const auto at = random->OneIn(2) ? shape.begin() : shape.end();
    shape.insert(at, random->Between(1, 2));
  } else if (kind == 1) {
    shape.erase(shape.begin() +
                static_cast<std::ptrdiff_t>(random->Below(shape.size())));
  } else if (kind == 2) {
    std::swap(shape.front(), random->Pick(shape));
  } else {
    uint64_t& n = random->Pick(shape);
    n = NearDimension(n, random);
  }
  return shape;
}

}  // namespace loadgate::mutator
