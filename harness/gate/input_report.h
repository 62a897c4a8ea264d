// InputReport: all that a report says about one input.
//
// A worker's reply is gathered by an InputCollector, which believes nothing it
// was not told in the right order: a reply without its end, with a record after
// it, or with a verdict that its findings contradict leaves the input
// undecided.

#ifndef HARNESS_GATE_INPUT_REPORT_H_
#define HARNESS_GATE_INPUT_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/record.h"
#include "loadgate/finding.h"

namespace loadgate {

// InputReport is one input with its verdict.
struct InputReport {
  // The path as the user gave it or as it was found, raw.
  std::string path;
  std::string format = "unknown";
  std::optional<uint64_t> size;
  std::optional<uint64_t> expected_size = std::nullopt;
  Verdict verdict = Verdict::kUndecided;
  std::vector<Finding> findings;
  // How many findings there are beyond `findings`.
  uint64_t omitted = 0;
  std::vector<SummaryFact> summary;
  // What the verdict is about, where the worker said it.
  std::optional<HeaderRecord> header = std::nullopt;

  // Number returns the fact `name` at the top of the summary, if it is one and
  // a number.
  std::optional<uint64_t> Number(std::string_view name) const;
};

// MakeFinding returns a finding about the input as a whole. `what` is the first
// sentence of its message; the rule's mend is the rest.
Finding MakeFinding(Code code, std::string_view what);

// FindingWeight returns where a finding stands among others, the lowest first:
// errors, then what left the input undecided, then warnings, then notes. It is
// 0 to kMaxFindingWeight.
inline constexpr int kMaxFindingWeight = 3;
int FindingWeight(const Finding& finding);

// AddFinding adds a finding that came up outside the worker and lowers the
// verdict to what it demands. It goes before those that weigh no more.
void AddFinding(Finding finding, InputReport* report);

// ReportWithout returns a report about an input that no worker has seen, for
// the reason that `finding` gives: rejected if that is an error, else
// undecided.
InputReport ReportWithout(std::string path, Finding finding);

// InputCollector makes an InputReport of a reply. It keeps the records that a
// verdict is made of and lets those of `inspect` pass.
class InputCollector {
 public:
  explicit InputCollector(std::string path) { report_.path = std::move(path); }

  // Add takes the next record of the reply.
  void Add(const Record& record);

  // Take returns the report. It may be called once, after the last record.
  InputReport Take() &&;

 private:
  InputReport report_;
  bool ended_ = false;
  bool out_of_order_ = false;
  bool has_error_ = false;
  bool has_undecided_ = false;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_INPUT_REPORT_H_
