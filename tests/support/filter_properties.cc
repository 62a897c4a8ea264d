#include "tests/support/filter_properties.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "harness/policy/descriptors.h"
#include "harness/policy/filter.h"
#include "harness/policy/filter_evaluator.h"
#include "loadgate/cursor.h"
#include "tests/support/policy_meaning.h"

namespace loadgate::testing_support {
namespace {

using sandbox::FilterParameters;

// The next number, or 0 where there is none.
template <typename T>
T Next(Cursor* in) {
  T number = 0;
  if (!in->Read(&number)) return 0;
  return number;
}

template <typename Range>
auto PickOf(const Range& all, size_t index) {
  return all[index % std::size(all)];
}

std::vector<sock_filter> Instructions(Cursor in) {
  std::vector<sock_filter> program;
  while (in.remaining() >= 8) {
    sock_filter instruction = {};
    instruction.code = Next<uint16_t>(&in);
    instruction.jt = Next<uint8_t>(&in);
    instruction.jf = Next<uint8_t>(&in);
    instruction.k = Next<uint32_t>(&in);
    program.push_back(instruction);
  }
  return program;
}

bool Returns(std::span<const sock_filter> program, uint32_t answer) {
  return std::any_of(
      program.begin(), program.end(), [answer](const sock_filter& instruction) {
        return instruction.code == (BPF_RET | BPF_K) && instruction.k == answer;
      });
}

}  // namespace

std::string BrokenFilterProperty(ByteSpan bytes) {
  Cursor in(bytes);
  const auto policy = PickOf(sandbox::kPolicies, Next<uint8_t>(&in));
  const auto architecture = PickOf(sandbox::kArchitectures, Next<uint8_t>(&in));
  FilterParameters parameters;
  parameters.inputs = 1 + Next<uint16_t>(&in) % sandbox::kMostInputs;
  parameters.pid = Next<int32_t>(&in);
  seccomp_data call = {};
  call.nr = Next<int32_t>(&in);
  call.arch = Next<uint32_t>(&in);
  if (call.arch == 0) call.arch = sandbox::AuditNumber(architecture);
  for (auto& argument : std::span(call.args)) argument = Next<uint64_t>(&in);

  const auto filter = sandbox::BuildFilter(policy, architecture, parameters);
  if (!sandbox::IsFilter(filter)) return "the policy's filter is none";
  if (sandbox::EvaluateFilter(filter, call) !=
      sandbox::MeaningOf(policy, architecture, parameters, call)) {
    return "the filter does not answer as the policy's rows say";
  }
  const std::vector<sock_filter> program = Instructions(in);
  const auto answer = sandbox::EvaluateFilter(program, call);
  if (answer.has_value() && !Returns(program, *answer)) {
    return "an answer that no instruction returns";
  }
  if (sandbox::IsFilter(program) && !answer.has_value()) {
    return "a filter that the kernel would take has no answer";
  }
  return "";
}

}  // namespace loadgate::testing_support
