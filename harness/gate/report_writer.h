// ReportWriter: the one interface of all report formats.
//
// A report is written as it comes: Begin, then each input and each ignored file
// as soon as it is known, then End with the counts. Writers print into a sink
// and do no I/O of their own; they escape every text from outside, once.

#ifndef HARNESS_GATE_REPORT_WRITER_H_
#define HARNESS_GATE_REPORT_WRITER_H_

#include <functional>
#include <string_view>

#include "harness/gate/input_report.h"
#include "harness/gate/verdict.h"

namespace loadgate {

// TextSink takes pieces of output in order. What it is given is ready to print.
using TextSink = std::function<void(std::string_view)>;

// kReportVersion is the version of the JSON report's form.
inline constexpr unsigned kReportVersion = 1;

class ReportWriter {
 public:
  ReportWriter() = default;
  ReportWriter(const ReportWriter&) = delete;
  ReportWriter& operator=(const ReportWriter&) = delete;
  virtual ~ReportWriter() = default;

  // Begin comes first, once.
  virtual void Begin() = 0;

  // Input writes one input. The order of calls is the order of the report.
  virtual void Input(const InputReport& input) = 0;

  // Ignored names a file or directory that was not looked at, by its raw path.
  virtual void Ignored(std::string_view path) = 0;

  // End comes last, once. `tally` counts all inputs, those that --quiet left
  // out of the calls above included.
  virtual void End(const Tally& tally) = 0;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_REPORT_WRITER_H_
