// Linked into the test zygote with --wrap: calls by which it locks itself that
// fail, or return success and do nothing. Which, is in the name that the
// program is started by, behind its last slash.

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <string_view>

namespace {

// As the kernel's, at least where this program runs.
constexpr long kCreateRuleset = 444;
constexpr long kRestrictSelf = 446;
constexpr long kCloseRange = 436;

bool Has(std::string_view fault) {
  std::string_view name = ::program_invocation_name;
  name.remove_prefix(name.rfind('/') + 1);
  return name == fault;
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
  if (option == PR_SET_DUMPABLE && Has("dumpable-idle")) return 0;
  if (option == PR_SET_PDEATHSIG && Has("parent-idle")) return 0;
  return __real_prctl(option, a, b, c, d);
}

int __wrap_setrlimit(int resource, const rlimit* limit);
int __wrap_setrlimit(int resource, const rlimit* limit) {
  if (Has("limits-idle")) return 0;
  if (Has("limits-eperm")) return Fail(EPERM);
  return __real_setrlimit(resource, limit);
}

int __wrap_setresuid(uid_t real, uid_t effective, uid_t saved);
int __wrap_setresuid(uid_t real, uid_t effective, uid_t saved) {
  if (Has("ids-idle")) return 0;
  if (Has("ids-eperm")) return Fail(EPERM);
  return __real_setresuid(real, effective, saved);
}

}  // extern "C"
