// The report for people: a line a file, its findings indented, a count at the
// end.
//
//   accept     model.gguf  (gguf v3, 291 tensors, 4.1 GiB)
//   REJECT     other.gguf  (gguf v3, 416 bytes)
//     error gguf-tensor-data-past-end at 152 (0x98), tensor[1] 'output'
//       Its data ends at byte 448 ...
//   accept     big-00001-of-00003.gguf  (gguf v3, 3 files, 723 tensors, 131
//   GiB)

#ifndef HARNESS_GATE_REPORT_TEXT_H_
#define HARNESS_GATE_REPORT_TEXT_H_

#include <memory>
#include <string>

#include "harness/gate/report_writer.h"

namespace loadgate {

// TextStyle is how text for people looks.
struct TextStyle {
  // Whether verdicts and severities are coloured. Colour never carries meaning
  // that the words do not.
  bool color = false;
  // Whether the count at the end is left out when every input was accepted.
  bool quiet = false;
};

// MakeTextReport returns a writer of this report.
std::unique_ptr<ReportWriter> MakeTextReport(TextStyle style, TextSink sink);

// VerdictLine returns the first line about an input, newline included.
std::string VerdictLine(const InputReport& input, const TextStyle& style);

// FindingLines returns the findings of an input, those that explain others
// first, and the count of those left out, as indented lines.
std::string FindingLines(const InputReport& input, const TextStyle& style);

// IgnoredWords returns how many files and folders were not looked at, such as
// "2 other files and 1 folder not looked at"; "" if none.
std::string IgnoredWords(const Tally& tally);

}  // namespace loadgate

#endif  // HARNESS_GATE_REPORT_TEXT_H_
