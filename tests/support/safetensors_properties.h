// What must hold for every safetensors file whatever its bytes are.
//
// Asserted by tests on files that are known, and by the fuzz target on files
// that are not. Needs the reader and the naive reader alone.

#ifndef LOADGATE_TESTS_SUPPORT_SAFETENSORS_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_SAFETENSORS_PROPERTIES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/limits.h"
#include "loadgate/read_result.h"
#include "loadgate/safetensors_file.h"
#include "tests/naive/safetensors.h"

namespace loadgate::testing_support {

// SafetensorsFeeding is how a file arrives: `step` bytes at a time, read by
// Read or ReadInPlace. While the size is not known it becomes known when the
// reader asks for it, or when the bytes are at their end.
struct SafetensorsFeeding {
  uint64_t step = UINT64_MAX;
  bool size_known = true;
  bool in_place = false;
  Limits limits = {};
};

// SafetensorsOutcome is what came of feeding one file to the reader. Its file
// may view its header: move an outcome, do not copy it.
struct SafetensorsOutcome {
  ReadStatus status = ReadStatus::kNeedBytes;
  Verdict verdict = Verdict::kUndecided;
  std::vector<Finding> findings;
  uint64_t omitted = 0;
  // What the reader did between two pieces that it must not, or empty.
  std::string fault;
  std::optional<SafetensorsFile> file;  // As far as it was read.
  std::vector<std::byte> header;
};

// FeedSafetensors gives `file` to the reader as it arrives. At every step the
// header lies in memory of its own; the memory of the step before is
// overwritten and freed.
SafetensorsOutcome FeedSafetensors(ByteSpan file,
                                   const SafetensorsFeeding& feeding = {});

// OutcomeText returns all that was found as text: two outcomes are the same if
// their texts are.
std::string OutcomeText(const SafetensorsOutcome& outcome);

// JudgeSafetensorsNaively returns what the naive reader says of `file`.
naive::safetensors::Judgement JudgeSafetensorsNaively(ByteSpan file);

// BrokenSafetensorsProperty reads `file` whole, in pieces, in place and with an
// unknown size, and has the naive reader judge it. It returns what is not as it
// must be, in words, or an empty text:
//
//   accepted   sizes recomputed in 128 bits agree; names, metadata and tensors
//              are the naive reader's, and are found by name
//   otherwise  there is a finding that says why
//   always     findings lie in the file and say how to mend it; each view can
//              be read to its last byte; every way of feeding gives the same;
//              the verdict is the naive reader's; no tensor data is written
std::string BrokenSafetensorsProperty(ByteSpan file, const Limits& limits = {});

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SAFETENSORS_PROPERTIES_H_
