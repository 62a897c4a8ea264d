#ifndef LOADGATE_TESTS_NAIVE_SAFETENSORS_H_
#define LOADGATE_TESTS_NAIVE_SAFETENSORS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// The naive reader of safetensors: a second opinion on the container's rules,
// for the real parser to be tested and fuzzed against. It wants the whole file
// in memory, makes a tree of the header, stops at the first error and shares no
// source with the parser, so that one misreading cannot be in both.

namespace naive::safetensors {

struct Tensor {
  std::string name;
  std::string dtype;
  std::vector<uint64_t> shape;
  uint64_t begin = 0;  // as the file says it, from the header's end
  uint64_t end = 0;
};

// Judgement is what the stance table says about a file. `accept` means that no
// row of severity error applies; `reason` and `offset` tell of the first that
// does, and then `tensors` and `metadata` hold what was read until there. Both
// are in the order of the header.
struct Judgement {
  bool accept = false;
  std::string reason;
  uint64_t offset = 0;
  std::vector<Tensor> tensors;
  std::vector<std::pair<std::string, std::string>> metadata;
};

// JudgeSafetensors reads all of `file`. It takes time and memory in proportion
// to it, but for the sorting of keys and tensors.
Judgement JudgeSafetensors(const std::vector<uint8_t>& file);

// BitsOfDtype returns how many bits an element takes, or 0 for no dtype.
uint64_t BitsOfDtype(const std::string& dtype);

}  // namespace naive::safetensors

#endif  // LOADGATE_TESTS_NAIVE_SAFETENSORS_H_
