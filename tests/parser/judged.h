// What a judge had to say.

#ifndef LOADGATE_TESTS_PARSER_JUDGED_H_
#define LOADGATE_TESTS_PARSER_JUDGED_H_

#include <cstdint>
#include <vector>

#include "loadgate/finding.h"

namespace loadgate::testing_support {

// Judged is the verdict on an input, and why.
struct Judged {
  Verdict verdict = Verdict::kUndecided;
  std::vector<Finding> findings;
  uint64_t omitted = 0;
};

// JudgedOf returns what went into `sink`.
inline Judged JudgedOf(const FindingSink& sink) {
  return {sink.verdict(), sink.Findings(), sink.omitted()};
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_JUDGED_H_
