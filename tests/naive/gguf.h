#ifndef LOADGATE_TESTS_NAIVE_GGUF_H_
#define LOADGATE_TESTS_NAIVE_GGUF_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/naive/wide.h"

// The naive reader of GGUF: a second opinion on the container's rules, for the
// real parser to be tested and fuzzed against. It wants the whole file in
// memory, goes through it once from front to back, stops at the first error and
// shares no source with the parser, so that one misreading cannot be in both.
//
// It judges the container only: what keys mean (architectures, tokenizers,
// hyperparameters, splits) is not its matter.

namespace naive {

struct Tensor {
  std::string name;
  std::vector<uint64_t> ne;  // empty for a scalar
  uint32_t type = 0;
  uint64_t offset = 0;  // as the file says it
  Wide bytes = 0;       // without padding
  uint64_t begin = 0;   // of its data, from the start of the file
  uint64_t end = 0;
};

struct KeyValue {
  std::string key;
  uint32_t type = 0;
  uint32_t array_type = 0;  // of the elements, where `type` is array
  uint64_t count = 1;       // of the elements, where `type` is array
  uint64_t offset = 0;      // of the first byte after the types and the count
};

// Judgement is what the stance table says about a file. `accept` means that no
// row of severity error applies; `reason` and `offset` tell of the first that
// does, and then `keys` and `tensors` hold what was read until there. Each kind
// of warning is listed once.
struct Judgement {
  bool accept = false;
  std::string reason;
  uint64_t offset = 0;
  std::vector<std::string> warnings;
  bool big_endian = false;
  uint32_t version = 0;
  uint64_t alignment = 32;
  std::vector<KeyValue> keys;
  std::vector<Tensor> tensors;
  uint64_t data_start = 0;
};

// Two reasons are given only where the file has no other error, so that a
// caller who leaves these rules to another layer can tell such files.
inline constexpr char kValueTextReason[] =
    "a value that must be clean text holds a NUL or is not UTF-8";
inline constexpr char kBigEndianReason[] = "the file is big-endian";

// JudgeGguf reads all of `file`. It takes time and memory in proportion to it,
// but for the sorting of names, and allocates nothing for what is not there.
Judgement JudgeGguf(const std::vector<uint8_t>& file);

}  // namespace naive

#endif  // LOADGATE_TESTS_NAIVE_GGUF_H_
