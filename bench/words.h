// Words: a stream of made-up tokens and merges, always the same.

#ifndef LOADGATE_BENCH_WORDS_H_
#define LOADGATE_BENCH_WORDS_H_

#include <cstdint>
#include <string>

#include "bench/model_files.h"

namespace loadgate::bench {

// Random draws numbers, always the same ones (splitmix64).
class Random {
 public:
  // Below returns a number below `n`, which is not 0.
  uint64_t Below(uint64_t n);

 private:
  uint64_t state_ = 0;
};

class Words {
 public:
  explicit Words(Text text) : text_(text) {}

  // Token returns a token of a byte-level vocabulary: half begin with a blank,
  // one in eight is in another script.
  std::string Token();

  // Merge returns two shorter tokens with a blank between.
  std::string Merge();

 private:
  std::string Blank();
  std::string Piece(uint64_t shortest, uint64_t lengths);

  Text text_;
  Random random_;
};

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_WORDS_H_
