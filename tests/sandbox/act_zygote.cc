// A zygote whose workers do what a test names, and, alone, a process with some
// locks only.
//
//   act_zygote [--without-landlock] [--policy=NAME]
//       is a zygote on descriptor 3
//   act_zygote --alone none|landlock|seccomp ACT
//       carries the act out with this layer alone, on descriptor 3 as input and
//       standard output as reply, where it says what the act came to
//
// It is for the tests: only here can a layer be left out.

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/policy/policy.h"
#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/landlock.h"
#include "harness/sandbox/lock_worker.h"
#include "harness/sandbox/zygote.h"
#include "loadgate/version.h"
#include "tests/sandbox/acts.h"
#include "tests/sandbox/tasks.h"

// The environment is empty, so options of sanitizers stand here. A symbolizer
// is a program that would be looked for.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "exitcode=86:symbolize=0:detect_leaks=0";
}

namespace loadgate::testing_support {
namespace {

using sandbox::Policy;
using sandbox::ZygoteOptions;

constexpr int kControl = 3;
constexpr int kBadUsage = 98;

// A process that acts against others are directed at: of the same user and,
// since it was there before, outside of any lock.
void MakeVictim() {
  // It ends when this process does: the writing end is closed then. (The signal
  // for a parent's end would be one from within Landlock, which stops it.)
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) ::_exit(kBadUsage);
  const pid_t child = ::fork();
  if (child == 0) {
    // Whoever waits for the reply's end does not wait for this one.
    ::close(STDOUT_FILENO);
    ::close(ends[1]);
    char byte = 0;
    ::_exit(::read(ends[0], &byte, 1) == 0 ? 0 : 1);
  }
  // Out of the way of the numbers that acts are about.
  if (::fcntl(ends[1], F_DUPFD_CLOEXEC, 70) < 0) ::_exit(kBadUsage);
  ::close(ends[0]);
  ::close(ends[1]);
  SetVictim(child);
}

// Ordinary, as a process that nobody has locked: not root, for the tests may
// run as root, and an act must not succeed by that.
void BecomeOrdinary() {
  constexpr unsigned kNobody = 65534;
  if (::getuid() == 0) {
    if (::setgroups(0, nullptr) != 0 ||
        ::setresgid(kNobody, kNobody, kNobody) != 0 ||
        ::setresuid(kNobody, kNobody, kNobody) != 0) {
      ::_exit(kBadUsage);
    }
  }
  // Changed ids take that away, and with it a process's own files in /proc.
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

bool Lock(std::string_view layer) {
  if (layer == "none") return true;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (layer == "landlock") return sandbox::DenyAllByLandlock() == 0;
  if (layer != "seccomp") return false;
  sandbox::WorkerDescriptors own;
  own.reply = STDOUT_FILENO;
  own.inputs = {kControl};
  return !sandbox::LockWorker(own, {}, Policy::kRelease);
}

int BeAlone(std::string_view layer, std::string_view act) {
  BecomeOrdinary();
  MakeVictim();
  if (!Lock(layer)) return kBadUsage;
  return RunTask("act:" + std::string(act), 1);
}

std::optional<Policy> PolicyOf(std::string_view name) {
  for (const Policy policy : sandbox::kPolicies) {
    if (sandbox::PolicyName(policy) == name) return policy;
  }
  return std::nullopt;
}

int Main(std::span<char*> arguments) {
  if (arguments.size() == 4 && std::string_view(arguments[1]) == "--alone") {
    return BeAlone(arguments[2], arguments[3]);
  }
  ZygoteOptions options;
  options.version = Version();
  for (const std::string_view argument : arguments.subspan(1)) {
    constexpr std::string_view kPolicy = "--policy=";
    if (argument == "--without-landlock") {
      options.without_landlock = true;
    } else if (argument.starts_with(kPolicy) &&
               PolicyOf(argument.substr(kPolicy.size()))) {
      options.policy = *PolicyOf(argument.substr(kPolicy.size()));
    } else {
      return kBadUsage;
    }
  }
  return sandbox::RunZygote(kControl, options, {.run = RunTask});
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  return loadgate::testing_support::Main({argv, static_cast<size_t>(argc)});
}
