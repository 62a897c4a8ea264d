#include "harness/judge_set.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "harness/gate/human.h"
#include "harness/reread.h"
#include "harness/sandbox/orders.h"
#include "harness/set_task.h"
#include "harness/signals.h"
#include "loadgate/judge.h"

namespace loadgate {
namespace {

Finding InFile(Finding finding, std::string_view name) {
  const bool is_index = FormatOfName(name) == Format::kSafetensorsIndex;
  const std::string shard =
      is_index ? "index" : absl::StrCat("shard ", QuotedName(name));
  finding.where =
      finding.where.empty() ? shard : absl::StrCat(shard, ", ", finding.where);
  return finding;
}

// Findings of the names, of opening and of the worker come together: what is
// over the caps is counted.
void KeepWhatIsWanted(const Limits& limits, InputReport* report) {
  std::map<Code, size_t> of_code;
  size_t kept = 0;
  const size_t before = report->findings.size();
  std::erase_if(report->findings, [&](const Finding& finding) {
    const bool keeps = kept < limits.findings &&
                       of_code[finding.code] < limits.findings_per_code;
    if (keeps) {
      ++of_code[finding.code];
      ++kept;
    }
    return !keeps;
  });
  report->omitted += before - report->findings.size();
}

// A set on its way from its names to a request. What is found on the way joins
// the report at its end.
class SetInput {
 public:
  SetInput(const SetFolder& folder, const InputOptions& options)
      : folder_(folder), options_(options), found_(options.limits) {
    request_.options = {.size = std::nullopt,
                        .name = {},
                        .limits = options.limits,
                        .inspect = options.inspect,
                        .all_values = options.all_values,
                        .reply_records = options.reply.records,
                        .reply_bytes = options.reply.bytes};
  }

  FindingSink* sink() { return &found_; }
  SetRequest* request() { return &request_; }

  // Takes a file of the set, as it was opened.
  void Take(OpenedInput file, std::string_view name) {
    files_.push_back(std::move(file));
    names_.emplace_back(name);
  }

  // Opens a shard that is there. Of more than a worker is given none is.
  void OpenShard(std::string_view name, uint32_t number) {
    if (!folder_.listing().Has(name)) return;
    if (files_.size() + unopened_.size() >= sandbox::kMostOrderInputs) {
      ++too_many_;
      return;
    }
    OpenResult opened = folder_.Open(name);
    if (auto* finding = std::get_if<Finding>(&opened)) {
      unopened_.push_back(InFile(std::move(*finding), name));
      return;
    }
    auto& file = std::get<OpenedInput>(opened);
    request_.shards.push_back({.number = number, .size = file.size.value()});
    Take(std::move(file), name);
  }

  InputReport Judge(std::string path, std::string_view format) {
    InputReport report = JudgeFiles(std::move(path));
    // What no worker saw through to its end is of this format all the same.
    report.format = format;
    for (Finding& finding : unopened_) {
      AddFinding(std::move(finding), &report);
    }
    const std::vector<Finding> named = found_.Findings();
    for (auto finding = named.rbegin(); finding != named.rend(); ++finding) {
      AddFinding(*finding, &report);
    }
    report.omitted += found_.omitted();
    KeepWhatIsWanted(options_.limits, &report);
    return report;
  }

 private:
  InputReport JudgeFiles(std::string path) {
    if (too_many_ > 0) {
      return ReportWithout(
          std::move(path),
          MakeFinding(Code::kLimitShards,
                      absl::StrFormat("A worker is given up to %u files, and "
                                      "the set has %u more.",
                                      sandbox::kMostOrderInputs, too_many_)));
    }
    if (files_.empty()) {
      InputReport nothing;
      nothing.path = std::move(path);
      return nothing;
    }
    std::vector<int> descriptors;
    for (const OpenedInput& file : files_) {
      descriptors.push_back(file.fd.get());
    }
    if (options_.on_files) options_.on_files(path, names_);
    InputCollector collector(path, names_);
    std::optional<Finding> wrong = options_.judge->JudgeSet(
        request_, descriptors,
        [&](const Record& record) {
          collector.Add(record);
          if (options_.on_record) options_.on_record(record);
        },
        Interrupted);
    if (wrong.has_value()) {
      return ReportWithout(std::move(path), *std::move(wrong));
    }
    InputReport report = std::move(collector).Take();
    Compare(&report);
    return report;
  }

  // Whether each file is as it was, and has the bytes that the worker read.
  void Compare(InputReport* report) {
    for (size_t i = 0; i < files_.size(); ++i) {
      std::optional<Finding> wrong = FindChange(files_[i]);
      const std::optional<HeaderRecord>& header = report->files[i].header;
      if (!wrong.has_value()) {
        wrong = FindOtherBytes(files_[i], options_.limits, header);
      }
      if (!wrong.has_value() && report->verdict == Verdict::kAccept &&
          !header.has_value()) {
        wrong = WithoutDigest();
      }
      if (wrong.has_value()) {
        AddFinding(InFile(*std::move(wrong), names_[i]), report);
      }
    }
  }

  const SetFolder& folder_;
  const InputOptions& options_;
  FindingSink found_;  // What the names say.
  std::vector<Finding> unopened_;
  SetRequest request_;
  std::vector<OpenedInput> files_;
  std::vector<std::string> names_;
  uint64_t too_many_ = 0;
};

}  // namespace

InputReport JudgeIndexed(const SetFolder& folder, IndexNames& index,
                         std::span<const std::string> strays,
                         const InputOptions& options) {
  if (index.shards.empty()) return index.report;
  SetInput set(folder, options);
  CheckIndexNames(index.index, index.shards, folder.listing(), strays,
                  set.sink());
  std::string path = folder.PathOf(index.index);
  set.request()->options.name = index.index;
  set.request()->options.size = index.file->size;
  set.Take(*std::move(index.file), index.index);
  for (size_t i = 0; i < index.shards.size(); ++i) {
    set.OpenShard(index.shards[i], static_cast<uint32_t>(i));
  }
  InputReport report = set.Judge(std::move(path), "safetensors-index");
  // The names are those of the first reading, the rest of the second.
  if (report.verdict == Verdict::kAccept && !report.files.empty() &&
      report.files[0].header != index.report.header) {
    AddFinding(MakeFinding(Code::kInputChanged,
                           "The index has other bytes than when its names were "
                           "read."),
               &report);
  }
  return report;
}

InputReport JudgeNumbered(const SetFolder& folder, const NumberedSet& set,
                          std::span<const std::string> strays,
                          const InputOptions& options) {
  SetInput input(folder, options);
  CheckNumberedNames(set, folder.listing(), strays, input.sink());
  input.request()->names = set;
  for (const uint32_t number : set.numbers) {
    input.OpenShard(set.NameOf(number), number);
  }
  return input.Judge(folder.PathOf(set.NameOf(set.numbers.front())),
                     set.is_gguf() ? "gguf-split" : "safetensors");
}

}  // namespace loadgate
