// Files as the writers lay them out, with data, and what a reader says of them.

#ifndef LOADGATE_TESTS_SUPPORT_WRITTEN_FILE_H_
#define LOADGATE_TESTS_SUPPORT_WRITTEN_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/judge.h"
#include "loadgate/tensor_stream.h"

namespace loadgate::testing_support {

// PatternBytes returns `count` bytes, none of them 0, that differ by `seed`.
std::vector<std::byte> PatternBytes(uint64_t count, size_t seed);

// WriteWithPattern writes the file to memory. The data of a tensor is the
// pattern of its number in the order of adding, in pieces of `piece` bytes.
// What fails aborts the test.
std::vector<std::byte> WriteWithPattern(const FileLayout& layout,
                                        uint64_t piece = 7);

// JudgedFile is a file's judgement with its findings.
struct JudgedFile {
  Judgement judgement;
  std::vector<Finding> findings;
  Verdict verdict = Verdict::kUndecided;
};

// JudgeBytes judges `file`, which is called `name`, by itself or as one of
// several.
JudgedFile JudgeBytes(ByteSpan file, const std::string& name = "",
                      bool in_set = false);

// FindingTexts returns the findings as text, empty if there is none.
std::string FindingTexts(const JudgedFile& judged);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_WRITTEN_FILE_H_
