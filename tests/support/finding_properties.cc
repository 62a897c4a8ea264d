#include "tests/support/finding_properties.h"

namespace loadgate::testing_support {

std::string BrokenFindings(std::span<const Finding> findings, Verdict verdict,
                           uint64_t file_size) {
  for (const Finding& finding : findings) {
    const std::string code(CodeName(finding.code));
    if (finding.offset > file_size) return code + " lies outside the file";
    if (finding.where.empty()) return code + " does not say where";
    if (!finding.message.ends_with(RuleOf(finding.code).mend)) {
      return code + " does not say how to mend the file";
    }
  }
  if (verdict == Verdict::kAccept) return "";
  // What decides comes first in the list.
  const bool has_reason =
      !findings.empty() &&
      (findings[0].severity == Severity::kError ||
       RuleOf(findings[0].code).kind == RuleKind::kUndecided);
  return has_reason ? "" : "there is no finding that says why";
}

}  // namespace loadgate::testing_support
