#include "harness/policy/policy_text.h"

#include <cstring>
#include <set>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "harness/policy/filter.h"

namespace loadgate::sandbox {
namespace {

std::string ConditionsText(const Grant& grant) {
  if (grant.condition_count == 0) return "any";
  return absl::StrJoin(grant.Conditions(), "; ",
                       [](std::string* out, const Condition& condition) {
                         out->append(condition.text);
                       });
}

std::string AnswerText(const Grant& grant) {
  if (grant.error == 0) return "yes";
  return ::strerrorname_np(grant.error);
}

}  // namespace

std::string PolicyText(Policy policy, Architecture architecture) {
  std::string rows;
  std::set<SystemCall> calls;
  for (const Grant& grant : Grants(policy)) {
    const auto number = SystemCallNumber(grant.call, architecture);
    if (!number.has_value()) continue;
    calls.insert(grant.call);
    const std::string name(SystemCallName(grant.call));
    const std::string reason(grant.reason);
    absl::StrAppendFormat(&rows, "%-15s %3d  %-6s  %s\n", name, *number,
                          AnswerText(grant), reason);
    if (grant.condition_count > 0) {
      absl::StrAppendFormat(&rows, "%29s if %s\n", "", ConditionsText(grant));
    }
  }
  const size_t instructions = BuildFilter(policy, architecture, {}).size();
  const std::string head = absl::StrFormat(
      "# %s on %s: %d system calls, %d instructions\n"
      "# Anything else, and any other architecture: %s.\n"
      "# %s\n\n",
      std::string(PolicyName(policy)),
      std::string(ArchitectureName(architecture)), calls.size(), instructions,
      EndsByTrap(policy) ? "a trap (the architecture: death)"
                         : "the process is killed",
      IsBoundary(policy) ? "A boundary." : "For developers: no boundary.");
  return head + rows;
}

}  // namespace loadgate::sandbox
