#include "harness/policy/filter_evaluator.h"

#include <algorithm>
#include <cstddef>

#include "harness/policy/instructions.h"

namespace loadgate::sandbox {
namespace {

// The word of a call at byte `at`, if one begins there.
std::optional<uint32_t> Word(const seccomp_data& call, uint32_t at) {
  if (at == offsetof(seccomp_data, nr)) return static_cast<uint32_t>(call.nr);
  if (at == offsetof(seccomp_data, arch)) return call.arch;
  constexpr uint32_t kPointerAt = offsetof(seccomp_data, instruction_pointer);
  if (at < kPointerAt || at % 4 != 0 || at >= sizeof(seccomp_data)) {
    return std::nullopt;
  }
  const size_t index = (at - kPointerAt) / 8;
  const uint64_t whole = index == 0 ? uint64_t{call.instruction_pointer}
                                    : uint64_t{std::span(call.args)[index - 1]};
  return static_cast<uint32_t>(at % 8 == 0 ? whole : whole >> 32);
}

// Whether a conditional jump is taken, or nullopt if it is none of ours.
std::optional<bool> IsTaken(const sock_filter& jump, uint32_t value) {
  switch (jump.code) {
    case kIfEqual:
      return value == jump.k;
    case kIfAbove:
      return value > jump.k;
    case kIfAtLeast:
      return value >= jump.k;
    case kIfAnyBit:
      return (value & jump.k) != 0;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<uint32_t> EvaluateFilter(std::span<const sock_filter> program,
                                       const seccomp_data& call) {
  uint32_t value = 0;
  while (!program.empty()) {
    const sock_filter& instruction = program.front();
    program = program.subspan(1);
    if (instruction.code == kReturn) return instruction.k;
    if (instruction.code == kLoad) {
      const std::optional<uint32_t> word = Word(call, instruction.k);
      if (!word.has_value()) return std::nullopt;
      value = *word;
      continue;
    }
    const std::optional<bool> taken = IsTaken(instruction, value);
    if (!taken.has_value()) return std::nullopt;
    const size_t distance = *taken ? instruction.jt : instruction.jf;
    program = program.subspan(std::min(distance, program.size()));
  }
  return std::nullopt;
}

bool IsFilter(std::span<const sock_filter> program) {
  if (program.empty() || program.size() > BPF_MAXINSNS) return false;
  if (program.back().code != kReturn) return false;
  while (!program.empty()) {
    const sock_filter& instruction = program.front();
    program = program.subspan(1);
    if (instruction.code == kReturn) continue;
    if (instruction.code == kLoad) {
      if (!Word({}, instruction.k).has_value()) return false;
    } else if (!IsTaken(instruction, 0).has_value() ||
               instruction.jt >= program.size() ||
               instruction.jf >= program.size()) {
      return false;
    }
  }
  return true;
}

}  // namespace loadgate::sandbox
