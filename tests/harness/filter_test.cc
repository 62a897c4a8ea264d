#include "harness/policy/filter.h"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <sys/mman.h>

#include <array>
#include <csignal>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/policy/descriptors.h"
#include "harness/policy/filter_evaluator.h"
#include "tests/support/policy_meaning.h"

namespace loadgate::sandbox {
namespace {

constexpr int32_t kPid = 4711;
constexpr std::array kInputCounts = {1, 2, kMostInputs};

// 0 to 511 holds every number that either architecture has.
constexpr uint32_t kNumbers = 512;
constexpr uint32_t kX32 = 0x40000000;

std::string NameOf(Policy policy, Architecture architecture, int inputs) {
  return std::string(PolicyName(policy)) + " on " +
         std::string(ArchitectureName(architecture)) + " for " +
         std::to_string(inputs);
}

// Calls `visit` with each filter that there is, and what it was made of.
template <typename Visit>
void ForEachFilter(Visit visit) {
  for (const Policy policy : kPolicies) {
    for (const Architecture architecture : kArchitectures) {
      for (const int inputs : kInputCounts) {
        SCOPED_TRACE(NameOf(policy, architecture, inputs));
        const FilterParameters parameters = {.inputs = inputs, .pid = kPid};
        visit(policy, architecture, parameters,
              BuildFilter(policy, architecture, parameters));
      }
    }
  }
}

seccomp_data CallOf(uint32_t number, uint32_t architecture) {
  seccomp_data call = {};
  call.nr = static_cast<int>(number);
  call.arch = architecture;
  return call;
}

// What an argument is set to: what conditions ask for, its neighbours, and the
// same with something in the half that an int does not have.
const std::vector<uint64_t>& Interesting() {
  static const auto& values = *new std::vector<uint64_t>([] {
    std::set<uint64_t> all = {0,
                              PROT_READ | PROT_WRITE,
                              PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS,
                              MAP_SHARED | MAP_ANONYMOUS,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                              MADV_DONTNEED,
                              SIGABRT,
                              SIGKILL,
                              129,
                              kPid,
                              kFirstInput + 1,
                              kFirstInput + kMostInputs - 1,
                              kFirstInput + kMostInputs};
    for (const uint64_t value : {uint64_t{1}, uint64_t{kFirstInput}}) {
      all.insert(value | uint64_t{1} << 32);
      all.insert(value | uint64_t{1} << 63);
    }
    for (uint64_t small = 1; small < 6; ++small) all.insert(small);
    all.insert(UINT32_MAX);
    all.insert(UINT64_MAX);
    return std::vector<uint64_t>(all.begin(), all.end());
  }());
  return values;
}

// The arguments that some row of `policy` asks about for the call of `number`.
std::set<uint8_t> AskedArguments(Policy policy, Architecture architecture,
                                 uint32_t number) {
  std::set<uint8_t> asked;
  for (const Grant& grant : Grants(policy)) {
    if (SystemCallNumber(grant.call, architecture) != number) continue;
    for (const Condition& condition : grant.Conditions()) {
      asked.insert(condition.argument);
    }
  }
  return asked;
}

// Calls `visit` with `call` under every choice of interesting values for the
// arguments `asked`.
template <typename Visit>
void ForEachArguments(seccomp_data call, const std::set<uint8_t>& asked,
                      Visit visit) {
  std::vector<size_t> chosen(asked.size(), 0);
  while (true) {
    size_t place = 0;
    for (const uint8_t argument : asked) {
      std::span(call.args)[argument] = Interesting()[chosen[place++]];
    }
    visit(call);
    place = 0;
    while (place < chosen.size() && ++chosen[place] == Interesting().size()) {
      chosen[place++] = 0;
    }
    if (place == chosen.size()) return;
  }
}

TEST(FilterTest, TheKernelTakesEveryFilter) {
  ForEachFilter([](Policy, Architecture, const FilterParameters&,
                   const std::vector<sock_filter>& filter) {
    EXPECT_TRUE(IsFilter(filter));
    EXPECT_LT(filter.size(), 150u);
  });
}

TEST(FilterTest, EveryGrantedCallIsAnsweredAsItsRowsSay) {
  ForEachFilter([](Policy policy, Architecture architecture,
                   const FilterParameters& parameters,
                   const std::vector<sock_filter>& filter) {
    for (const SystemCallRow& row : SystemCalls()) {
      const auto number = SystemCallNumber(row.call, architecture);
      if (!number.has_value()) continue;
      size_t wrong = 0;
      ForEachArguments(CallOf(*number, AuditNumber(architecture)),
                       AskedArguments(policy, architecture, *number),
                       [&](const seccomp_data& call) {
                         const auto meant =
                             MeaningOf(policy, architecture, parameters, call);
                         if (EvaluateFilter(filter, call) != meant) ++wrong;
                       });
      EXPECT_EQ(wrong, 0u) << row.name;
    }
  });
}

// Any number at all, with any arguments: also as x32, and with the sign bit.
TEST(FilterTest, EveryNumberIsAnsweredAsTheTableSays) {
  ForEachFilter([](Policy policy, Architecture architecture,
                   const FilterParameters& parameters,
                   const std::vector<sock_filter>& filter) {
    std::mt19937_64 random(1);
    size_t wrong = 0;
    for (uint32_t low = 0; low < kNumbers; ++low) {
      for (const uint32_t high : {0u, kX32, 0x80000000u, 0x10000u}) {
        seccomp_data call = CallOf(high | low, AuditNumber(architecture));
        for (auto& argument : std::span(call.args)) {
          argument = Interesting()[random() % Interesting().size()];
        }
        const auto meant = MeaningOf(policy, architecture, parameters, call);
        if (EvaluateFilter(filter, call) != meant) ++wrong;
      }
    }
    EXPECT_EQ(wrong, 0u);
  });
}

TEST(FilterTest, AnotherArchitectureReachesNothing) {
  ForEachFilter([](Policy, Architecture architecture, const FilterParameters&,
                   const std::vector<sock_filter>& filter) {
    for (const uint32_t other :
         {uint32_t{AUDIT_ARCH_X86_64}, uint32_t{AUDIT_ARCH_AARCH64},
          uint32_t{AUDIT_ARCH_I386}, uint32_t{AUDIT_ARCH_ARM},
          uint32_t{AUDIT_ARCH_RISCV64}, 0u, UINT32_MAX,
          AuditNumber(architecture) ^ 1u}) {
      if (other == AuditNumber(architecture)) continue;
      for (uint32_t number = 0; number < kNumbers; ++number) {
        ASSERT_EQ(EvaluateFilter(filter, CallOf(number, other)),
                  SECCOMP_RET_KILL_PROCESS)
            << other << ": " << number;
      }
    }
  });
}

// The numbers for which some arguments do not end the worker.
std::set<uint32_t> Reachable(Policy policy, Architecture architecture) {
  const FilterParameters parameters = {.inputs = 1, .pid = kPid};
  const auto filter = BuildFilter(policy, architecture, parameters);
  std::set<uint32_t> reachable;
  for (uint32_t number = 0; number < kNumbers; ++number) {
    ForEachArguments(CallOf(number, AuditNumber(architecture)),
                     AskedArguments(policy, architecture, number),
                     [&](const seccomp_data& call) {
                       const auto answer = EvaluateFilter(filter, call);
                       if (answer != SECCOMP_RET_KILL_PROCESS &&
                           answer != SECCOMP_RET_TRAP) {
                         reachable.insert(number);
                       }
                     });
  }
  return reachable;
}

// Written out, so that a row more is seen here too.
TEST(FilterTest, AReleaseWorkerReachesTheseFourteenCallsAndNoOther) {
  EXPECT_EQ(Reachable(Policy::kRelease, Architecture::kX86_64),
            (std::set<uint32_t>{1, 9, 11, 12, 14, 17, 20, 25, 28, 39, 186, 202,
                                231, 234}));
  EXPECT_EQ(Reachable(Policy::kRelease, Architecture::kAarch64),
            (std::set<uint32_t>{64, 66, 67, 94, 98, 131, 135, 172, 178, 214,
                                215, 216, 222, 233}));
}

TEST(FilterTest, AStreamIsReadWhereAFileIsReadAtOffsets) {
  auto calls = Reachable(Policy::kRelease, Architecture::kX86_64);
  calls.erase(17);
  calls.insert(0);
  EXPECT_EQ(Reachable(Policy::kStream, Architecture::kX86_64), calls);
}

TEST(FilterTest, TracingReachesNoOtherCallThanRelease) {
  EXPECT_EQ(Reachable(Policy::kTrace, Architecture::kX86_64),
            Reachable(Policy::kRelease, Architecture::kX86_64));
}

TEST(FilterTest, AnInputIsReadByItsDescriptorAlone) {
  const auto answer = [](int inputs, uint64_t fd) {
    const auto filter = BuildFilter(Policy::kRelease, Architecture::kX86_64,
                                    {.inputs = inputs, .pid = kPid});
    seccomp_data call = CallOf(17, AUDIT_ARCH_X86_64);
    call.args[0] = fd;
    return EvaluateFilter(filter, call) == SECCOMP_RET_ALLOW;
  };
  EXPECT_FALSE(answer(1, 0));
  EXPECT_FALSE(answer(1, 2));
  EXPECT_TRUE(answer(1, 3));
  EXPECT_FALSE(answer(1, 4));
  EXPECT_TRUE(answer(2, 4));
  EXPECT_FALSE(answer(2, 5));
  EXPECT_FALSE(answer(2, UINT64_MAX));
}

TEST(FilterTest, AWorkerSignalsNobodyButItself) {
  const auto filter = BuildFilter(Policy::kRelease, Architecture::kX86_64,
                                  {.inputs = 1, .pid = kPid});
  const auto answer = [&](uint64_t group, uint64_t thread, uint64_t signal) {
    seccomp_data call = CallOf(234, AUDIT_ARCH_X86_64);
    call.args[0] = group;
    call.args[1] = thread;
    call.args[2] = signal;
    return EvaluateFilter(filter, call);
  };
  EXPECT_EQ(answer(kPid, kPid, SIGABRT), SECCOMP_RET_ALLOW);
  EXPECT_EQ(answer(kPid, kPid, SIGKILL), SECCOMP_RET_KILL_PROCESS);
  EXPECT_EQ(answer(kPid, kPid + 1, SIGABRT), SECCOMP_RET_KILL_PROCESS);
  EXPECT_EQ(answer(1, kPid, SIGABRT), SECCOMP_RET_KILL_PROCESS);
}

}  // namespace
}  // namespace loadgate::sandbox
