// The report for programs: one JSON object for the whole run.
//
// {"loadgate": {...}, "inputs": [...], "ignored": [...], "counts": {...}}
//
// The object is written as the inputs come, so a run that is killed leaves an
// unfinished object behind: what does not parse is no report.

#ifndef HARNESS_GATE_REPORT_JSON_H_
#define HARNESS_GATE_REPORT_JSON_H_

#include <memory>
#include <string>

#include "harness/gate/report_writer.h"

namespace loadgate {

// MakeJsonReport returns a writer of this report into `sink`, whose inputs were
// parsed in `sandbox`. The paths of ignored files are kept until the end, where
// they stand.
std::unique_ptr<ReportWriter> MakeJsonReport(TextSink sink,
                                             std::string sandbox = "none");

}  // namespace loadgate

#endif  // HARNESS_GATE_REPORT_JSON_H_
