// Tensors that belong together: a quantised weight and its scales, an adapter's
// two factors, a weight and its bias, an index and what it points into.
//
// A loader finds one of them by the name of another and takes its dimensions
// for granted. So they are made to agree here, and then one of them is torn:
// too small, of another type or rank, absent, or named for another's. Each
// remains a tensor that the format allows.

#ifndef FUZZ_MUTATOR_COMPANY_H_
#define FUZZ_MUTATOR_COMPANY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// Extent is what the shapes of a company are made of.
struct Extent {
  uint64_t rows = 1;
  uint64_t columns = 1;
  uint64_t group = 1;  // Elements that share a scale.
  uint64_t rank = 1;   // Of an adapter; or experts.
};

// CompanyShape is a shape in terms of an Extent, slowest dimension first, as
// safetensors has it. A quotient is rounded up.
enum class CompanyShape {
  kScalar,       // []
  kOne,          // [1]
  kRows,         // [rows]
  kColumns,      // [columns]
  kHalfColumns,  // [columns/2]
  kRank,         // [rank]
  kTable,        // [16]
  kWeight,       // [rows, columns]
  kTransposed,   // [columns, rows]
  kRowsOne,      // [rows, 1]
  kGroups,       // [rows, columns/group]
  kGroupsFirst,  // [columns/group, rows]
  kBlocks,       // [rows/group, columns/group]
  kFlatGroups,   // [rows*columns/group]
  kHalf,         // [rows, columns/2]
  kHalfFlat,     // [rows*columns/2, 1]
  kPacked,       // [rows, columns/8]
  kPackedIn,     // [columns/8, rows]
  kPackedOut,    // [columns, rows/8]
  kPackedZeros,  // [columns/group, rows/8]
  kDown,         // [rank, columns]
  kUp,           // [rows, rank]
  kRankRows,     // [rank, rows]
  kExperts,      // [rank, rows, columns]
  kExpertsDown,  // [rank, columns, rows]
  kImage,        // [rows, 3, 2, 2]
};

// CompanyMember is one of them. In its name `%s` stands for what all of them
// are named for, and `%n` for a number that all of them have.
struct CompanyMember {
  std::string_view name;
  std::string_view dtype;
  CompanyShape shape;
};

// CompanyNumber is a key whose value is a part of the Extent.
struct CompanyNumber {
  std::string_view key;
  uint64_t Extent::*value;
};

// CompanyForm is a row of a format's table.
struct CompanyForm {
  std::span<const CompanyMember> members;
  std::span<const CompanyNumber> numbers = {};
};

// Companion is a tensor of a company, its dimensions as in CompanyShape.
struct Companion {
  std::string name;
  std::string dtype;
  std::vector<uint64_t> shape;
};

struct Company {
  std::vector<Companion> members = {};
  std::vector<std::pair<std::string, uint64_t>> numbers = {};
};

// RandomExtent returns one of at most 128 elements.
Extent RandomExtent(Random* random);

// ExtentOf returns that of a tensor of `shape`, slowest dimension first, or a
// random one where the shape has no two dimensions or is large.
Extent ExtentOf(std::span<const uint64_t> shape, Random* random);

// StemOf returns `name` without its last part, or all of it if it has one.
std::string StemOf(const std::string& name);

// MakeCompany returns what `form` says, for `stem`: all of it agrees.
Company MakeCompany(const CompanyForm& form, const std::string& stem,
                    const Extent& extent, Random* random);

// TearCompany makes one of the members disagree with the others. A type is
// replaced by one of `dtypes`.
void TearCompany(std::span<const std::string_view> dtypes, Random* random,
                 Company* company);

// NearShape returns a shape that is nearly `shape`: with a dimension that is
// one less or more, halved, doubled or none, with one dimension more or less,
// or with two of them exchanged. It has at most `most` dimensions.
std::vector<uint64_t> NearShape(std::vector<uint64_t> shape, size_t most,
                                Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_COMPANY_H_
