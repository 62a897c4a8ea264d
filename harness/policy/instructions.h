// The instructions that our filters are made of: filter.cc writes these and
// filter_evaluator.cc reads them, and there is no other.

#ifndef HARNESS_POLICY_INSTRUCTIONS_H_
#define HARNESS_POLICY_INSTRUCTIONS_H_

#include <linux/filter.h>

#include <cstdint>

namespace loadgate::sandbox {

inline constexpr uint16_t kLoad = BPF_LD | BPF_W | BPF_ABS;
inline constexpr uint16_t kReturn = BPF_RET | BPF_K;
inline constexpr uint16_t kIfEqual = BPF_JMP | BPF_JEQ | BPF_K;
inline constexpr uint16_t kIfAbove = BPF_JMP | BPF_JGT | BPF_K;
inline constexpr uint16_t kIfAtLeast = BPF_JMP | BPF_JGE | BPF_K;
inline constexpr uint16_t kIfAnyBit = BPF_JMP | BPF_JSET | BPF_K;

}  // namespace loadgate::sandbox

#endif  // HARNESS_POLICY_INSTRUCTIONS_H_
