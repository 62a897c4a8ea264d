// The report for pipelines: JSON Lines, one input object a line.
//
// A line is whole when it is there: the objects are those of the "inputs" list
// of the JSON report. Ignored files and counts have no line.

#ifndef HARNESS_GATE_REPORT_JSONL_H_
#define HARNESS_GATE_REPORT_JSONL_H_

#include <memory>

#include "harness/gate/report_writer.h"

namespace loadgate {

// MakeJsonLinesReport returns a writer of this report into `sink`, which it
// calls once a line.
std::unique_ptr<ReportWriter> MakeJsonLinesReport(TextSink sink);

}  // namespace loadgate

#endif  // HARNESS_GATE_REPORT_JSONL_H_
