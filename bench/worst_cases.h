// Worst cases: files of a given size, each full of one thing that might be
// slow, or that might take memory.
//
// Most of them are bad files: what a gate is given on purpose.

#ifndef LOADGATE_BENCH_WORST_CASES_H_
#define LOADGATE_BENCH_WORST_CASES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace loadgate::bench {

// WorstCase builds a file of almost `bytes` bytes, never more.
struct WorstCase {
  std::string name;
  std::function<std::vector<std::byte>(uint64_t bytes)> build;
};

// AllWorstCases returns the cases of the three functions below.
std::vector<WorstCase> AllWorstCases();

// WorstStrings are about text and arrays, WorstKeys about metadata, and
// WorstTensors about tensor infos, the layout and what follows it.
std::vector<WorstCase> WorstStrings();
std::vector<WorstCase> WorstKeys();
std::vector<WorstCase> WorstTensors();

// UniqueName returns name number `i`: `length` bytes, at least 4, of which only
// the last 4 differ from those of other names. It is spelt as a key should be.
std::string UniqueName(uint64_t i, uint64_t length);

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_WORST_CASES_H_
