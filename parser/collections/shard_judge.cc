#include "collections/shard_judge.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/str_format.h"
#include "loadgate/byte_source.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

std::optional<FileFindings> FindingsIn(const std::string& path,
                                       const FindingSink& sink) {
  FileFindings file = {.path = path,
                       .verdict = sink.verdict(),
                       .findings = sink.Findings(),
                       .omitted = sink.omitted()};
  if (file.findings.empty() && file.omitted == 0) return std::nullopt;
  return file;
}

bool IsToBlame(const Finding& finding) {
  return finding.severity == Severity::kError ||
         RuleOf(finding.code).kind == RuleKind::kUndecided;
}

}  // namespace

std::string_view BaseName(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

absl::Status StatusAt(std::string_view path, const absl::Status& status) {
  return absl::Status(
      status.code(),
      absl::StrFormat("%s: %s", EscapedQuoted(path), status.message()));
}

absl::StatusOr<std::optional<ModelShard>> ShardJudge::Take(
    OpenResult opened, const std::string& path, bool alone) {
  FindingSink sink(options_.limits);
  auto shard = TakeInto(std::move(opened), path, alone, &sink);
  if (auto found = FindingsIn(path, sink)) {
    findings_.push_back(*std::move(found));
  }
  return shard;
}

absl::StatusOr<std::optional<ModelShard>> ShardJudge::TakeInto(
    OpenResult opened, const std::string& path, bool alone, FindingSink* sink) {
  if (auto* finding = std::get_if<Finding>(&opened)) {
    NoteFailure(path, std::move(*finding));
    return std::nullopt;
  }
  auto& input = std::get<OpenedInput>(opened);
  JudgeOptions options = {.limits = options_.limits,
                          .hash_key = options_.hash_key,
                          .name = BaseName(path),
                          .in_set = !alone};
  options.limits.header_bytes -= header_bytes_;
  FileSource source(input.fd.get(), *input.size);
  auto judgement = Judge(source, options, sink);
  if (auto changed = FindChange(input)) {
    NoteFailure(path, *std::move(changed));
    return std::nullopt;
  }
  if (!judgement.ok()) return StatusAt(path, judgement.status());
  if (sink->verdict() != Verdict::kAccept) return std::nullopt;
  header_bytes_ +=
      std::min<uint64_t>(judgement->header.size(), options.limits.header_bytes);
  return ModelShard{.path = path,
                    .fd = std::move(input.fd),
                    .size = *input.size,
                    .judgement = *std::move(judgement)};
}

void ShardJudge::NoteSet(const std::string& path, const FindingSink& sink) {
  if (auto found = FindingsIn(path, sink)) {
    findings_.insert(findings_.begin(), *std::move(found));
  }
}

void ShardJudge::NoteFailure(const std::string& path, Finding finding) {
  const Verdict verdict = finding.severity == Severity::kError
                              ? Verdict::kReject
                              : Verdict::kUndecided;
  findings_.push_back({.path = path, .verdict = verdict, .findings = {}});
  findings_.back().findings.push_back(std::move(finding));
}

Verdict ShardJudge::verdict() const {
  Verdict verdict = Verdict::kAccept;
  for (const FileFindings& file : findings_) {
    if (file.verdict == Verdict::kReject) return Verdict::kReject;
    if (file.verdict == Verdict::kUndecided) verdict = Verdict::kUndecided;
  }
  return verdict;
}

absl::Status ShardJudge::Refusal() const {
  const Verdict wanted = verdict();
  const auto file =
      std::ranges::find(findings_, wanted, &FileFindings::verdict);
  if (wanted == Verdict::kAccept || file == findings_.end()) {
    return absl::OkStatus();
  }
  const auto finding = std::ranges::find_if(file->findings, IsToBlame);
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: %s: %s", EscapedQuoted(file->path), VerdictName(wanted),
      finding == file->findings.end() ? "" : CodeName(finding->code)));
}

}  // namespace loadgate
