// Reports and records made by hand, for the tests of those who print them.

#ifndef TESTS_HARNESS_SAMPLE_REPORTS_H_
#define TESTS_HARNESS_SAMPLE_REPORTS_H_

#include <string>

#include "harness/gate/input_report.h"
#include "harness/gate/report_writer.h"

namespace loadgate::testing_support {

// AcceptedReport is about a good file.
inline InputReport AcceptedReport() {
  InputReport report;
  report.path = "good.gguf";
  report.format = "gguf";
  report.size = 4402341478;
  report.verdict = Verdict::kAccept;
  report.summary = {{"", "version", uint64_t{3}},
                    {"", "byte_order", "little"},
                    {"", "tensors", uint64_t{291}},
                    {"types", "f32", uint64_t{64}},
                    {"types", "q4_k", uint64_t{144}}};
  return report;
}

// SetReport is about a set of three files, of which the last was not read.
inline InputReport SetReport() {
  InputReport report = AcceptedReport();
  report.path = "big.gguf";
  report.files = {{.name = "a.gguf"}, {.name = "b.gguf"}, {.name = "c\n.gguf"}};
  for (ReportedFile* file : {&report.files[0], &report.files[1]}) {
    file->size = 416;
    file->header = HeaderRecord{.bytes = 224, .sha256 = {}};
    file->header->sha256.fill(0xab);
  }
  return report;
}

// RejectedReport is about a file with one error.
inline InputReport RejectedReport() {
  InputReport report;
  report.path = "bad.gguf";
  report.format = "gguf";
  report.size = 416;
  report.verdict = Verdict::kReject;
  report.findings = {Finding{.code = Code::kGgufTensorDataPastEnd,
                             .severity = Severity::kError,
                             .offset = 152,
                             .where = "tensor[1] 'output'",
                             .message = "Its data ends at 448."}};
  report.summary = {{"", "version", uint64_t{3}}, {"", "tensors", uint64_t{2}}};
  return report;
}

// HostileReport is about a file whose names try to write to the terminal.
inline InputReport HostileReport() {
  InputReport report = RejectedReport();
  report.path = "a\x1b[2J\xe2\x80\xae.gguf";
  report.findings[0].where = "tensor[0] 'x\ny\xff'";
  report.findings[0].message = "A \x07 bell, a \"quote\" and a \\.";
  return report;
}

// Collected gathers what a writer prints.
class Collected {
 public:
  TextSink Sink() {
    return [this](std::string_view text) { text_ += text; };
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace loadgate::testing_support

#endif  // TESTS_HARNESS_SAMPLE_REPORTS_H_
