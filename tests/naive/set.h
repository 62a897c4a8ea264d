#ifndef LOADGATE_TESTS_NAIVE_SET_H_
#define LOADGATE_TESTS_NAIVE_SET_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/naive/gguf.h"
#include "tests/naive/index.h"
#include "tests/naive/safetensors.h"

// The naive judge of sets: a second opinion on whether files that are accepted,
// each by itself, agree with each other. It keeps everything in maps and says
// which rules are broken, by the names that reports have for them.

namespace naive::set {

// A shard of a split, with the bytes it was judged by.
struct SplitShard {
  Judgement file;
  std::vector<uint8_t> bytes;
};

// JudgeSplit judges the shards of a model that is split into `count`, by their
// numbers in their names, 1 to `count`; some may be missing.
std::set<std::string> JudgeSplit(uint32_t count,
                                 const std::map<uint32_t, SplitShard>& shards);

// JudgeCheckpoint judges shards, by their names, of which the index names some
// or all; others are no part of the set.
std::set<std::string> JudgeCheckpoint(
    const index::Judgement& index,
    const std::map<std::string, safetensors::Judgement>& shards);

}  // namespace naive::set

#endif  // LOADGATE_TESTS_NAIVE_SET_H_
