#include "harness/policy/filter_evaluator.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace loadgate::sandbox {
namespace {

using Program = std::vector<sock_filter>;

constexpr sock_filter kReturnSeven = {BPF_RET | BPF_K, 0, 0, 7};
constexpr sock_filter kReturnEight = {BPF_RET | BPF_K, 0, 0, 8};

sock_filter LoadAt(uint32_t at) { return {BPF_LD | BPF_W | BPF_ABS, 0, 0, at}; }

sock_filter Jump(uint16_t test, uint32_t k, uint8_t if_true, uint8_t if_false) {
  return {static_cast<uint16_t>(BPF_JMP | test | BPF_K), if_true, if_false, k};
}

// What follows a jump by `test` with 7 on one way and 8 on the other.
std::optional<uint32_t> Tested(uint16_t test, uint32_t k, uint64_t argument) {
  seccomp_data call = {};
  call.args[0] = argument;
  return EvaluateFilter(
      Program{LoadAt(offsetof(seccomp_data, args)), Jump(test, k, 0, 1),
              kReturnSeven, kReturnEight},
      call);
}

TEST(FilterEvaluatorTest, JumpsCompareWithoutASign) {
  EXPECT_EQ(Tested(BPF_JEQ, 5, 5), 7u);
  EXPECT_EQ(Tested(BPF_JEQ, 5, 6), 8u);
  EXPECT_EQ(Tested(BPF_JGT, 5, 6), 7u);
  EXPECT_EQ(Tested(BPF_JGT, 5, 5), 8u);
  EXPECT_EQ(Tested(BPF_JGT, 5, 0xffffffff), 7u);
  EXPECT_EQ(Tested(BPF_JGE, 5, 5), 7u);
  EXPECT_EQ(Tested(BPF_JGE, 5, 4), 8u);
  EXPECT_EQ(Tested(BPF_JSET, 6, 2), 7u);
  EXPECT_EQ(Tested(BPF_JSET, 6, 9), 8u);
}

TEST(FilterEvaluatorTest, EveryPartOfACallIsLoadedFromItsPlace) {
  seccomp_data call = {};
  call.nr = -2;
  call.arch = 11;
  call.instruction_pointer = 0x0000000d0000000c;
  for (uint64_t i = 0; i < 6; ++i) {
    std::span(call.args)[i] = (2 * i + 15) << 32 | (2 * i + 14);
  }
  const auto loaded = [&](uint32_t at) {
    Program program = {LoadAt(at)};
    for (uint32_t value = 11; value < 26; ++value) {
      program.push_back(Jump(BPF_JEQ, value, 0, 1));
      program.push_back({BPF_RET | BPF_K, 0, 0, value});
    }
    program.push_back(kReturnSeven);
    return EvaluateFilter(program, call);
  };
  EXPECT_EQ(loaded(0), 7u);
  for (uint32_t word = 1; word < 16; ++word) {
    EXPECT_EQ(loaded(4 * word), word + 10) << word;
  }
}

TEST(FilterEvaluatorTest, WhatIsNotOursHasNoAnswer) {
  const seccomp_data call = {};
  EXPECT_EQ(EvaluateFilter({}, call), std::nullopt);
  EXPECT_EQ(EvaluateFilter(Program{LoadAt(0)}, call), std::nullopt);
  EXPECT_EQ(EvaluateFilter(Program{LoadAt(2), kReturnSeven}, call),
            std::nullopt);
  EXPECT_EQ(EvaluateFilter(Program{LoadAt(64), kReturnSeven}, call),
            std::nullopt);
  EXPECT_EQ(
      EvaluateFilter(
          Program{{BPF_ALU | BPF_ADD | BPF_K, 0, 0, 1}, kReturnSeven}, call),
      std::nullopt);
  EXPECT_EQ(EvaluateFilter(Program{Jump(BPF_JEQ, 0, 9, 0), kReturnSeven}, call),
            std::nullopt);
}

TEST(FilterEvaluatorTest, AFilterLandsInItselfAndEndsWithAReturn) {
  EXPECT_TRUE(IsFilter(Program{kReturnSeven}));
  EXPECT_TRUE(
      IsFilter(Program{Jump(BPF_JEQ, 0, 1, 0), kReturnSeven, kReturnEight}));
  EXPECT_FALSE(IsFilter({}));
  EXPECT_FALSE(IsFilter(Program{LoadAt(0)}));
  EXPECT_FALSE(IsFilter(Program{LoadAt(66), kReturnSeven}));
  EXPECT_FALSE(
      IsFilter(Program{Jump(BPF_JEQ, 0, 2, 0), kReturnSeven, kReturnEight}));
  EXPECT_FALSE(
      IsFilter(Program{Jump(BPF_JEQ, 0, 0, 2), kReturnSeven, kReturnEight}));
  EXPECT_FALSE(IsFilter(Program{{BPF_RET | BPF_A, 0, 0, 0}, kReturnSeven}));
  EXPECT_FALSE(IsFilter(Program(BPF_MAXINSNS + 1, kReturnSeven)));
}

}  // namespace
}  // namespace loadgate::sandbox
