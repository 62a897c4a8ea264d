#include "loadgate/finding.h"

#include <algorithm>
#include <numeric>

#include "loadgate/check.h"

namespace loadgate {
namespace {

constexpr auto kRules = std::to_array<Rule>({
#define LG_FINDING(symbol, code, severity, kind, title, why, mend) \
  {Code::symbol, code, Severity::severity, RuleKind::kind, title, why, mend},
#include "loadgate/finding_codes.def"
#undef LG_FINDING
});

constexpr size_t Index(Code code) { return static_cast<size_t>(code); }

// What kept an input from being decided comes before its warnings, with room
// of its own: a file full of warnings must not crowd out the reason.
constexpr size_t Rank(const Rule& rule) {
  if (rule.severity == Severity::kError) return 0;
  if (rule.kind == RuleKind::kUndecided) return 1;
  return rule.severity == Severity::kWarning ? 2 : 3;
}

}  // namespace

std::span<const Rule> AllRules() { return kRules; }

const Rule& RuleOf(Code code) {
  LG_CHECK(Index(code) < AllRules().size());
  return AllRules()[Index(code)];
}

const Rule* FindRule(std::string_view name) {
  for (const Rule& rule : AllRules()) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

std::string_view CodeName(Code code) { return RuleOf(code).name; }

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  LG_CHECK(false);
}

std::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAccept:
      return "accept";
    case Verdict::kReject:
      return "reject";
    case Verdict::kUndecided:
      return "undecided";
  }
  LG_CHECK(false);
}

Finding MakeFinding(Code code, std::string_view what) {
  const Rule& rule = RuleOf(code);
  std::string message(what);
  message += ' ';
  message += rule.mend;
  return Finding{.code = code,
                 .severity = rule.severity,
                 .offset = 0,
                 .where = {},
                 .message = std::move(message)};
}

FindingSink::FindingSink(const Limits& limits)
    : max_findings_(limits.findings),
      max_per_code_(limits.findings_per_code),
      count_of_code_(AllRules().size(), 0) {}

bool FindingSink::Count(Code code) {
  const Rule& rule = RuleOf(code);
  const uint64_t before = count_of_code_[Index(code)]++;
  ++count_of_rank_[Rank(rule)];
  return before < max_per_code_ && kept_[Rank(rule)].size() < max_findings_;
}

void FindingSink::Keep(Code code, uint64_t offset, FindingText text) {
  Finding finding = MakeFinding(code, text.what);
  finding.offset = offset;
  finding.where = std::move(text.where);
  kept_[Rank(RuleOf(code))].push_back(std::move(finding));
}

void FindingSink::Absorb(const FindingSink& other, std::string_view front) {
  for (size_t rank = 0; rank < kept_.size(); ++rank) {
    std::vector<Finding>& kept = kept_[rank];
    for (const Finding& finding : other.kept_[rank]) {
      const auto of_code =
          std::ranges::count(kept, finding.code, &Finding::code);
      const bool has_room = static_cast<size_t>(of_code) < max_per_code_ &&
                            kept.size() < max_findings_;
      if (!has_room) continue;
      Finding& own = kept.emplace_back(finding);
      own.where = std::string(front);
      if (!finding.where.empty()) own.where += ", " + finding.where;
    }
    count_of_rank_[rank] += other.count_of_rank_[rank];
  }
  for (size_t code = 0; code < count_of_code_.size(); ++code) {
    count_of_code_[code] += other.count_of_code_[code];
  }
}

uint64_t FindingSink::count_of(Code code) const {
  return count_of_code_[Index(RuleOf(code).code)];
}

Verdict FindingSink::verdict() const {
  if (errors() > 0) return Verdict::kReject;
  return count_of_rank_[1] > 0 ? Verdict::kUndecided : Verdict::kAccept;
}

std::vector<Finding> FindingSink::Findings() const {
  std::vector<Finding> out;
  for (const std::vector<Finding>& kept : kept_) {
    for (const Finding& finding : kept) {
      if (out.size() == max_findings_) return out;
      out.push_back(finding);
    }
  }
  return out;
}

uint64_t FindingSink::omitted() const {
  const uint64_t reported = std::accumulate(count_of_rank_.begin(),
                                            count_of_rank_.end(), uint64_t{0});
  return reported - Findings().size();
}

}  // namespace loadgate
