#include "tests/support/policy_meaning.h"

#include <span>

#include "harness/policy/descriptors.h"

namespace loadgate::sandbox {
namespace {

bool Holds(const Condition& condition, const FilterParameters& parameters,
           uint64_t argument) {
  if (condition.width == Width::kInt) argument &= UINT32_MAX;
  switch (condition.test) {
    case Test::kIs:
      return argument == condition.value;
    case Test::kOnlyBits:
      return (argument | condition.value) == condition.value;
    case Test::kIsInput: {
      const uint64_t inputs = static_cast<uint64_t>(parameters.inputs);
      return argument >= kFirstInput && argument - kFirstInput < inputs;
    }
    case Test::kIsOwnPid:
      return argument == static_cast<uint32_t>(parameters.pid);
  }
  return false;
}

bool Matches(const Grant& grant, Architecture architecture,
             const FilterParameters& parameters, const seccomp_data& call) {
  const auto number = SystemCallNumber(grant.call, architecture);
  if (number != static_cast<uint32_t>(call.nr)) return false;
  for (const Condition& condition : grant.Conditions()) {
    const uint64_t argument = std::span(call.args)[condition.argument];
    if (!Holds(condition, parameters, argument)) return false;
  }
  return true;
}

}  // namespace

uint32_t MeaningOf(Policy policy, Architecture architecture,
                   const FilterParameters& parameters,
                   const seccomp_data& call) {
  if (call.arch != AuditNumber(architecture)) return SECCOMP_RET_KILL_PROCESS;
  for (const Grant& grant : Grants(policy)) {
    if (!Matches(grant, architecture, parameters, call)) continue;
    return grant.error == 0 ? SECCOMP_RET_ALLOW
                            : SECCOMP_RET_ERRNO | grant.error;
  }
  return EndsByTrap(policy) ? SECCOMP_RET_TRAP : SECCOMP_RET_KILL_PROCESS;
}

}  // namespace loadgate::sandbox
