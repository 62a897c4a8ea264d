#include "harness/policy/filter.h"

#include <linux/seccomp.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "harness/policy/descriptors.h"
#include "harness/policy/instructions.h"
#include "loadgate/check.h"

namespace loadgate::sandbox {
namespace {

// Where a call's parts lie in what the filter may load. Both architectures are
// little-endian: an argument's low half comes first.
constexpr uint32_t kNumberAt = offsetof(seccomp_data, nr);
constexpr uint32_t kArchitectureAt = offsetof(seccomp_data, arch);
constexpr uint32_t kArgumentsAt = offsetof(seccomp_data, args);

uint32_t LowHalf(uint64_t value) { return static_cast<uint32_t>(value); }
uint32_t HighHalf(uint64_t value) { return static_cast<uint32_t>(value >> 32); }

// Writes one policy's program.
class FilterBuilder {
 public:
  FilterBuilder(Policy policy, Architecture architecture,
                const FilterParameters& parameters)
      : architecture_(architecture),
        parameters_(parameters),
        otherwise_(EndsByTrap(policy) ? SECCOMP_RET_TRAP
                                      : SECCOMP_RET_KILL_PROCESS) {
    LG_CHECK(parameters.inputs >= 1 && parameters.inputs <= kMostInputs);
  }

  std::vector<sock_filter> Build(std::span<const Grant> grants) && {
    Load(kArchitectureAt);
    Add(kIfEqual, AuditNumber(architecture_), 1, 0);
    Return(SECCOMP_RET_KILL_PROCESS);
    Load(kNumberAt);
    while (!grants.empty()) {
      const SystemCall call = grants.front().call;
      const auto end = std::find_if(
          grants.begin(), grants.end(),
          [call](const Grant& grant) { return grant.call != call; });
      const auto rows = static_cast<size_t>(end - grants.begin());
      AddCall(call, grants.first(rows));
      grants = grants.subspan(rows);
    }
    Return(otherwise_);
    return std::move(program_);
  }

 private:
  void Add(uint16_t code, uint32_t k, uint8_t if_true = 0,
           uint8_t if_false = 0) {
    program_.push_back({code, if_true, if_false, k});
  }
  void Load(uint32_t at) { Add(kLoad, at); }
  void Return(uint32_t action) { Add(kReturn, action); }

  // All rows of one call. Whoever comes in here does not come out.
  void AddCall(SystemCall call, std::span<const Grant> rows) {
    const std::optional<uint32_t> number =
        SystemCallNumber(call, architecture_);
    if (!number.has_value()) return;
    const size_t at = program_.size();
    Add(kIfEqual, *number);
    for (const Grant& row : rows) AddRow(row);
    if (rows.back().condition_count > 0) Return(otherwise_);
    program_[at].jf = Distance(at);
  }

  void AddRow(const Grant& row) {
    refusals_.clear();
    for (const Condition& condition : row.Conditions()) AddCondition(condition);
    Return(row.error == 0 ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | row.error);
    for (const Refusal& refusal : refusals_) {
      sock_filter& jump = program_[refusal.at];
      (refusal.if_true ? jump.jt : jump.jf) = Distance(refusal.at);
    }
  }

  void AddCondition(const Condition& condition) {
    const uint32_t low = kArgumentsAt + 8 * condition.argument;
    const uint64_t value = condition.value;
    const bool is_long = condition.width == Width::kLong;
    switch (condition.test) {
      case Test::kIs:
        Load(low);
        RefuseUnless(kIfEqual, LowHalf(value));
        if (!is_long) return;
        Load(low + 4);
        RefuseUnless(kIfEqual, HighHalf(value));
        return;
      case Test::kOnlyBits:
        Load(low);
        RefuseIf(kIfAnyBit, ~LowHalf(value));
        if (!is_long) return;
        Load(low + 4);
        RefuseIf(kIfAnyBit, ~HighHalf(value));
        return;
      case Test::kIsInput:
        Load(low);
        RefuseUnless(kIfAtLeast, kFirstInput);
        RefuseIf(kIfAbove,
                 static_cast<uint32_t>(kFirstInput + parameters_.inputs - 1));
        return;
      case Test::kIsOwnPid:
        Load(low);
        RefuseUnless(kIfEqual, static_cast<uint32_t>(parameters_.pid));
        return;
    }
  }

  // A jump to the next row, whose place is not known yet.
  void RefuseUnless(uint16_t code, uint32_t k) {
    refusals_.push_back({program_.size(), false});
    Add(code, k);
  }
  void RefuseIf(uint16_t code, uint32_t k) {
    refusals_.push_back({program_.size(), true});
    Add(code, k);
  }

  // From behind the jump at `at` to what is added next.
  uint8_t Distance(size_t at) const {
    const size_t distance = program_.size() - at - 1;
    LG_CHECK(distance <= UINT8_MAX);
    return static_cast<uint8_t>(distance);
  }

  struct Refusal {
    size_t at = 0;
    bool if_true = false;
  };

  Architecture architecture_;
  FilterParameters parameters_;
  uint32_t otherwise_;
  std::vector<sock_filter> program_;
  std::vector<Refusal> refusals_;
};

}  // namespace

std::vector<sock_filter> BuildFilter(Policy policy, Architecture architecture,
                                     const FilterParameters& parameters) {
  return FilterBuilder(policy, architecture, parameters).Build(Grants(policy));
}

}  // namespace loadgate::sandbox
