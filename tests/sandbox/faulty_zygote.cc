// Linked into the test zygote with --wrap: calls by which it locks itself that
// fail, or return success and do nothing, or are those of an older kernel.
// Which, is in the name that the program is started by, behind its last slash,
// with a + between several.

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace {

// As the kernel's, at least where this program runs.
constexpr long kCreateRuleset = 444;
constexpr long kRestrictSelf = 446;
constexpr long kCloseRange = 436;
constexpr int kSetMdwe = 65;

bool Has(std::string_view fault) {
  std::string_view name = ::program_invocation_name;
  name.remove_prefix(name.rfind('/') + 1);
  while (!name.empty()) {
    const size_t end = std::min(name.find('+'), name.size());
    if (name.substr(0, end) == fault) return true;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return false;
}

// The version of Landlock that a name says, as in "landlock-1", or 0.
int OldVersion() {
  constexpr std::string_view kNames[] = {"landlock-1", "landlock-2",
                                         "landlock-3", "landlock-4",
                                         "landlock-5", "landlock-6"};
  for (int i = 0; i < 6; ++i) {
    if (Has(kNames[i])) return i + 1;
  }
  return 0;
}

struct Ruleset {
  uint64_t files = 0;
  uint64_t net = 0;
  uint64_t scoped = 0;
};

// What a kernel of that version does not take, by landlock(7): rights on files
// from REFER, TRUNCATE and IOCTL_DEV on, then the ports, then the scopes.
int ErrorOfOld(int version, const Ruleset& wanted, size_t bytes) {
  constexpr int kRights[] = {13, 14, 15, 15, 16, 16};
  const size_t known = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  if (bytes > known) return E2BIG;
  if (wanted.files >> kRights[version - 1] != 0) return EINVAL;
  if (wanted.net >> (version >= 4 ? 2 : 0) != 0) return EINVAL;
  return wanted.scoped >> (version >= 6 ? 2 : 0) != 0 ? EINVAL : 0;
}

Ruleset RulesetAt(long address, size_t bytes) {
  Ruleset ruleset;
  std::memcpy(&ruleset, reinterpret_cast<const void*>(address),
              std::min(bytes, sizeof(ruleset)));
  return ruleset;
}

int Fail(int error) {
  errno = error;
  return -1;
}

}  // namespace

extern "C" {

long __real_syscall(long number, long, long, long, long, long, long);
int __real_prctl(int option, unsigned long, unsigned long, unsigned long,
                 unsigned long);
int __real_setrlimit(int resource, const rlimit* limit);
int __real_setresuid(uid_t real, uid_t effective, uid_t saved);

long __wrap_syscall(long number, long a, long b, long c, long d, long e,
                    long f);
long __wrap_syscall(long number, long a, long b, long c, long d, long e,
                    long f) {
  if (number == kRestrictSelf && Has("landlock-idle")) return 0;
  if (number == kRestrictSelf && Has("landlock-e2big")) return Fail(E2BIG);
  if (number == kCreateRuleset && Has("landlock-enosys")) return Fail(ENOSYS);
  if (number == kCreateRuleset && Has("landlock-eopnotsupp")) {
    return Fail(EOPNOTSUPP);
  }
  if (number == kCreateRuleset && Has("landlock-eperm")) return Fail(EPERM);
  if (number == kCreateRuleset && OldVersion() > 0) {
    if (c != 0) return OldVersion();
    const auto bytes = static_cast<size_t>(b);
    const int error = ErrorOfOld(OldVersion(), RulesetAt(a, bytes), bytes);
    if (error != 0) return Fail(error);
  }
  if (number == SYS_capset && Has("capset-idle")) return 0;
  if (number == kCloseRange && Has("close-range-enosys")) return Fail(ENOSYS);
  return __real_syscall(number, a, b, c, d, e, f);
}

int __wrap_prctl(int option, unsigned long a, unsigned long b, unsigned long c,
                 unsigned long d);
int __wrap_prctl(int option, unsigned long a, unsigned long b, unsigned long c,
                 unsigned long d) {
  if (option == PR_SET_SECCOMP) {
    if (Has("seccomp-idle")) return 0;
    // Even where it tells a filter that is none.
    if (Has("seccomp-idle-late") && b != 0) return 0;
    if (Has("seccomp-einval")) return Fail(EINVAL);
    if (Has("seccomp-einval-late") && b != 0) return Fail(EINVAL);
  }
  if (option == PR_SET_NO_NEW_PRIVS && Has("new-privileges-idle")) return 0;
  if (option == PR_SET_NO_NEW_PRIVS && Has("new-privileges-einval")) {
    return Fail(EINVAL);
  }
  if (option == kSetMdwe && Has("mdwe-einval")) return Fail(EINVAL);
  if (option == PR_SET_DUMPABLE && Has("dumpable-idle")) return 0;
  if (option == PR_SET_PDEATHSIG && Has("parent-idle")) return 0;
  return __real_prctl(option, a, b, c, d);
}

int __wrap_setrlimit(int resource, const rlimit* limit);
int __wrap_setrlimit(int resource, const rlimit* limit) {
  if (Has("limits-idle")) return 0;
  if (Has("limits-eperm")) return Fail(EPERM);
  if (Has("probe-stops")) std::raise(SIGSTOP);
  return __real_setrlimit(resource, limit);
}

int __wrap_setresuid(uid_t real, uid_t effective, uid_t saved);
int __wrap_setresuid(uid_t real, uid_t effective, uid_t saved) {
  if (Has("ids-idle")) return 0;
  if (Has("ids-eperm")) return Fail(EPERM);
  return __real_setresuid(real, effective, saved);
}

}  // extern "C"
