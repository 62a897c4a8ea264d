#include "harness/gate/input_report.h"

#include <algorithm>
#include <utility>

namespace loadgate {
namespace {

bool IsUndecided(const Finding& finding) {
  return RuleOf(finding.code).kind == RuleKind::kUndecided;
}

}  // namespace

int FindingWeight(const Finding& finding) {
  if (finding.severity == Severity::kError) return 0;
  if (IsUndecided(finding)) return 1;
  return finding.severity == Severity::kWarning ? 2 : kMaxFindingWeight;
}

std::optional<uint64_t> InputReport::Number(std::string_view name) const {
  for (const SummaryFact& fact : summary) {
    if (!fact.group.empty() || fact.name != name) continue;
    if (const auto* number = std::get_if<uint64_t>(&fact.value)) return *number;
  }
  return std::nullopt;
}

std::vector<ReportedFile> NamedFiles(std::vector<std::string> names) {
  std::vector<ReportedFile> files;
  files.reserve(names.size());
  for (std::string& name : names) files.push_back({.name = std::move(name)});
  return files;
}

bool TellFile(const FileRecord& record, std::vector<ReportedFile>* files) {
  if (record.number >= files->size()) return false;
  ReportedFile& file = (*files)[record.number];
  file.size = record.size;
  file.header = HeaderRecord{.bytes = record.bytes, .sha256 = record.sha256};
  return true;
}

void AddFinding(Finding finding, InputReport* report) {
  // An input that changed or could not be read has no verdict, whatever was
  // seen of it: undecided wins over reject here.
  if (IsUndecided(finding)) {
    report->verdict = Verdict::kUndecided;
  } else if (finding.severity == Severity::kError &&
             report->verdict == Verdict::kAccept) {
    report->verdict = Verdict::kReject;
  }
  const auto place = std::find_if(
      report->findings.begin(), report->findings.end(), [&](const Finding& f) {
        return FindingWeight(f) >= FindingWeight(finding);
      });
  report->findings.insert(place, std::move(finding));
}

InputReport ReportWithout(std::string path, Finding finding) {
  InputReport report;
  report.path = std::move(path);
  report.verdict = finding.severity == Severity::kError ? Verdict::kReject
                                                        : Verdict::kUndecided;
  report.findings.push_back(std::move(finding));
  return report;
}

void InputCollector::Add(const Record& record) {
  if (ended_) out_of_order_ = true;
  if (const auto* format = std::get_if<FormatRecord>(&record)) {
    report_.format = format->format;
    report_.size = format->size;
    report_.expected_size = format->expected_size;
  } else if (const auto* header = std::get_if<HeaderRecord>(&record)) {
    report_.header = *header;
  } else if (const auto* file = std::get_if<FileRecord>(&record)) {
    out_of_order_ |= !TellFile(*file, &report_.files);
  } else if (const auto* shard = std::get_if<ShardNameRecord>(&record)) {
    shard_names_.push_back(shard->name);
  } else if (const auto* fact = std::get_if<SummaryFact>(&record)) {
    report_.summary.push_back(*fact);
  } else if (const auto* finding = std::get_if<Finding>(&record)) {
    has_error_ |= finding->severity == Severity::kError;
    has_undecided_ |= IsUndecided(*finding);
    report_.findings.push_back(*finding);
  } else if (const auto* end = std::get_if<EndRecord>(&record)) {
    ended_ = true;
    report_.verdict = end->verdict;
    report_.omitted = end->omitted;
  }
}

InputReport InputCollector::Take() && {
  const bool contradicted =
      report_.verdict == Verdict::kAccept && (has_error_ || has_undecided_);
  if (!ended_ || out_of_order_ || contradicted) {
    AddFinding(MakeFinding(Code::kInputNotReadable,
                           "The judgement of this input broke off."),
               &report_);
  }
  return std::move(report_);
}

}  // namespace loadgate
