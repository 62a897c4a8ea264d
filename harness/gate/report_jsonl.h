// The report for pipelines: JSON Lines, one input object a line.
//
// A line is whole when it is there: the objects are those of the "inputs" list
// of the JSON report, and each ends with that report's "loadgate" object: a
// line that is taken out of its run still says what it was judged in. Ignored
// files and counts have no line.

#ifndef HARNESS_GATE_REPORT_JSONL_H_
#define HARNESS_GATE_REPORT_JSONL_H_

#include <memory>
#include <string>

#include "harness/gate/report_writer.h"

namespace loadgate {

// MakeJsonLinesReport returns a writer of this report into `sink`, which it
// calls once a line, on inputs that were parsed in `sandbox`.
std::unique_ptr<ReportWriter> MakeJsonLinesReport(TextSink sink,
                                                  std::string sandbox = "none");

}  // namespace loadgate

#endif  // HARNESS_GATE_REPORT_JSONL_H_
