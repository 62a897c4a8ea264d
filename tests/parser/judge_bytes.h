// Judge() on bytes in memory.

#ifndef LOADGATE_TESTS_PARSER_JUDGE_BYTES_H_
#define LOADGATE_TESTS_PARSER_JUDGE_BYTES_H_

#include <cstdint>
#include <vector>

#include "loadgate/byte_source.h"
#include "loadgate/bytes.h"
#include "loadgate/check.h"
#include "loadgate/finding.h"
#include "loadgate/judge.h"
#include "loadgate/limits.h"

namespace loadgate::testing_support {

// Judged is what Judge() had to say of a file.
struct Judged {
  Verdict verdict = Verdict::kUndecided;
  std::vector<Finding> findings;
  uint64_t omitted = 0;
};

// JudgeBytes judges a file whose name says that it is of format `named`.
inline Judged JudgeBytes(ByteSpan bytes, const Limits& limits = {},
                         Format named = Format::kGguf) {
  MemorySource source(bytes);
  FindingSink sink(limits);
  const JudgeOptions options = {
      .limits = limits, .hash_key = {}, .expected = named};
  LG_CHECK(Judge(source, options, &sink).ok());
  return {sink.verdict(), sink.Findings(), sink.omitted()};
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_JUDGE_BYTES_H_
