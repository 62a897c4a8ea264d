#ifndef LOADGATE_TESTS_NAIVE_INDEX_H_
#define LOADGATE_TESTS_NAIVE_INDEX_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The naive reader of a checkpoint's index: a second opinion, written from the
// stance table alone. It makes a tree of the text and stops at the first error.

namespace naive::index {

// Judgement is what the stance table says of an index by itself. `accept` means
// that no row of severity error applies. Then `tensors` are the pairs of
// weight_map, in their order, with the plain names of the shards.
struct Judgement {
  bool accept = false;
  std::string reason;
  std::vector<std::pair<std::string, std::string>> tensors;
  std::optional<uint64_t> total_size;
};

Judgement JudgeIndex(const std::string& text);

}  // namespace naive::index

#endif  // LOADGATE_TESTS_NAIVE_INDEX_H_
