// A bad set for every rule about sets, and a good one beside it.

#ifndef LOADGATE_TESTS_PARSER_SET_CASES_H_
#define LOADGATE_TESTS_PARSER_SET_CASES_H_

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "loadgate/finding.h"
#include "tests/support/gguf_recipe.h"

namespace loadgate::testing_support {

// SplitCase is about the shards of a GGUF model, or about a file alone: then
// `name` and `good_name` are what it is called, and there is one
// recipe.
struct SplitCase {
  Code code;
  // Tells several cases of one code apart.
  std::string variant;
  std::vector<GgufRecipe> good;
  std::vector<GgufRecipe> bad;
  std::string name = {};
  std::string good_name = {};
  // Where the finding is: in which shard, counted from 0, at which field, of
  // the file's front where there is none.
  size_t shard = 0;
  std::string field = {};
  std::string where = {};
  std::vector<std::string> says = {};
  // Other errors that the bad set cannot be without.
  std::vector<Code> beside = {};
};

// GoodSplit returns two shards of two tensors. Shard returns one of `count`
// shards, with tensors of these names.
std::vector<GgufRecipe> GoodSplit();
GgufRecipe Shard(uint16_t number, uint16_t count, int32_t total,
                 const std::vector<std::string>& tensors);

// SplitCases returns the table. It lives for ever.
const std::vector<SplitCase>& SplitCases();

// CheckpointShard is a shard of a checkpoint: its name and its tensors, of 4
// bytes each.
struct CheckpointShard {
  std::string name;
  std::vector<std::string> tensors;
};

// CheckpointCase is about an index and shards. Without an index the shards are
// one set by their names.
struct CheckpointCase {
  Code code;
  std::string variant;
  std::string index;
  std::vector<CheckpointShard> good;
  std::vector<CheckpointShard> bad;
  // The finding is at the first `at` of the index, or where it is empty, of the
  // shard `shard`, at the name `tensor`.
  std::string at = {};
  size_t shard = 0;
  std::string tensor = {};
  std::string where = {};
  std::vector<std::string> says = {};
  std::vector<Code> beside = {};
};

// CheckpointCases returns the table. It lives for ever.
const std::vector<CheckpointCase>& CheckpointCases();

// NamesCase is about the names of a directory's files: those of an index, if it
// has a name, and of its shards, or of numbered shards without one.
struct NamesCase {
  Code code;
  std::string variant = {};
  std::string index = {};
  std::vector<std::string> shards = {};
  std::vector<std::string> good;
  std::vector<std::string> bad;
  std::string where = {};
  std::vector<std::string> says = {};
  std::vector<Code> beside = {};
};

// NamesCases returns the table. It lives for ever.
const std::vector<NamesCase>& NamesCases();

// CaseName returns a name that a GoogleTest test may have.
std::string CaseName(const SplitCase& split_case);
std::string CaseName(const CheckpointCase& checkpoint_case);
std::string CaseName(const NamesCase& names_case);

inline void PrintTo(const SplitCase& split_case, std::ostream* out) {
  *out << CaseName(split_case);
}
inline void PrintTo(const CheckpointCase& checkpoint_case, std::ostream* out) {
  *out << CaseName(checkpoint_case);
}

inline void PrintTo(const NamesCase& names_case, std::ostream* out) {
  *out << CaseName(names_case);
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_SET_CASES_H_
