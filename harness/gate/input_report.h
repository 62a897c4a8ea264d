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
#include <utility>
#include <vector>

#include "harness/gate/record.h"
#include "loadgate/finding.h"

namespace loadgate {

// ReportedFile is one file of an input that is a set.
struct ReportedFile {
  // As the set has it, raw.
  std::string name;
  // Its size, and what the verdict is about in it, where the worker said it.
  std::optional<uint64_t> size = std::nullopt;
  std::optional<HeaderRecord> header = std::nullopt;

  friend bool operator==(const ReportedFile&, const ReportedFile&) = default;
};

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
  // The files of a set, by their numbers; none for a file that stands alone.
  std::vector<ReportedFile> files = {};

  // Number returns the fact `name` at the top of the summary, if it is one and
  // a number.
  std::optional<uint64_t> Number(std::string_view name) const;
};

// FindingWeight returns where a finding stands among others, the lowest first:
// errors, then what left the input undecided, then warnings, then notes. It is
// 0 to kMaxFindingWeight.
inline constexpr int kMaxFindingWeight = 3;
int FindingWeight(const Finding& finding);

// NamedFiles returns files of these names of which nothing else is known.
std::vector<ReportedFile> NamedFiles(std::vector<std::string> names);

// TellFile puts what `record` says into the file of its number, and returns
// whether there is one.
bool TellFile(const FileRecord& record, std::vector<ReportedFile>* files);

// AddFinding adds a finding that came up outside the worker and lowers the
// verdict to what it demands. It goes before those that weigh no more.
void AddFinding(Finding finding, InputReport* report);

// ReportWithout returns a report about an input that no worker has seen, for
// the reason that `finding` gives: rejected if that is an error, else
// undecided.
InputReport ReportWithout(std::string path, Finding finding);

// InputCollector makes an InputReport of a reply. It keeps the records that a
// verdict is made of, and names of shards, and lets those of `inspect` pass.
class InputCollector {
 public:
  explicit InputCollector(std::string path) { report_.path = std::move(path); }

  // For a set: `names` are those of its files, by their numbers.
  InputCollector(std::string path, std::vector<std::string> names)
      : InputCollector(std::move(path)) {
    report_.files = NamedFiles(std::move(names));
  }

  // Add takes the next record of the reply.
  void Add(const Record& record);

  // shard_names returns the names that an index lists, as far as they came.
  // They are of no use unless the report's verdict is to accept.
  const std::vector<std::string>& shard_names() const { return shard_names_; }

  // Take returns the report. It may be called once, after the last record. The
  // names of shards stay.
  InputReport Take() &&;

 private:
  InputReport report_;
  std::vector<std::string> shard_names_;
  bool ended_ = false;
  bool out_of_order_ = false;
  bool has_error_ = false;
  bool has_undecided_ = false;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_INPUT_REPORT_H_
