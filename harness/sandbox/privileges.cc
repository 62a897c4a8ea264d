#include "harness/sandbox/privileges.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <memory>

namespace loadgate::sandbox {
namespace {

constexpr unsigned kNobody = 65534;

// prctl's PR_SET_MDWE and PR_MDWE_REFUSE_EXEC_GAIN of Linux 6.3.
constexpr int kSetMdwe = 65;
constexpr unsigned long kRefuseExecGain = 1;

using CapabilitySets = std::array<__user_cap_data_struct, 2>;

__user_cap_header_struct OwnHeader() {
  return {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
}

// Whether any of the three user ids is root's.
bool HasRootId() {
  uid_t real = 0;
  uid_t effective = 0;
  uid_t saved = 0;
  if (::getresuid(&real, &effective, &saved) != 0) return true;
  return real == 0 || effective == 0 || saved == 0;
}

// Whether any of the ids is root's and could do what only root may.
bool IsRoot() { return HasRootId() && !IsRootOrdinary("/proc/self/uid_map"); }

// Returns 0 or an errno.
int BecomeNobody() {
  if (!IsRoot()) return 0;
  if (::setgroups(0, nullptr) != 0) return errno;
  if (::setresgid(kNobody, kNobody, kNobody) != 0) return errno;
  if (::setresuid(kNobody, kNobody, kNobody) != 0) return errno;
  return 0;
}

int DropCapabilities() {
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header = OwnHeader();
  const CapabilitySets none = {};
  return ::syscall(SYS_capset, &header, none.data()) == 0 ? 0 : errno;
}

}  // namespace

SetupResult DropPrivileges() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return SetupFailure{SetupStep::kPrivileges, errno};
  }
  const bool was_root = IsRoot();
  if (const int error = BecomeNobody(); error != 0) {
    return SetupFailure{SetupStep::kPrivileges, error};
  }
  if (was_root && (::getgid() == 0 || ::getegid() == 0)) {
    return SetupFailure{SetupStep::kPrivileges, 0};
  }
  if (const int error = DropCapabilities(); error != 0) {
    return SetupFailure{SetupStep::kPrivileges, error};
  }
  if (HasPrivileges()) return SetupFailure{SetupStep::kPrivileges, 0};
  if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) {
    return SetupFailure{SetupStep::kNotDumpable, errno};
  }
  if (::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0) {
    return SetupFailure{SetupStep::kNotDumpable, 0};
  }
  return std::nullopt;
}

bool IsRootOrdinary(const char* map) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(::fopen(map, "re"),
                                                   ::fclose);
  if (file == nullptr) return false;
  bool ordinary = false;
  uint32_t inside = 0;
  uint32_t outside = 0;
  uint32_t count = 0;
  while (std::fscanf(file.get(), "%" SCNu32 " %" SCNu32 " %" SCNu32, &inside,
                     &outside, &count) == 3) {
    if (inside <= kNobody && kNobody - inside < count) return false;
    if (inside == 0) ordinary = outside != 0;
  }
  return ordinary;
}

bool HasPrivileges() {
  if (IsRoot()) return true;
  __user_cap_header_struct header = OwnHeader();
  CapabilitySets sets = {};
  if (::syscall(SYS_capget, &header, sets.data()) != 0) return true;
  for (const auto& set : sets) {
    if ((set.effective | set.permitted | set.inheritable) != 0) return true;
  }
  return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
}

SetupResult DieWithParent(int parent) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
    return SetupFailure{SetupStep::kParent, errno};
  }
  int signal = 0;
  if (::prctl(PR_GET_PDEATHSIG, &signal) != 0 || signal != SIGKILL) {
    return SetupFailure{SetupStep::kParent, 0};
  }
  if (::getppid() != parent) return SetupFailure{SetupStep::kParent, 0};
  return std::nullopt;
}

bool ForbidNewCode() {
  return ::prctl(kSetMdwe, kRefuseExecGain, 0, 0, 0) == 0;
}

}  // namespace loadgate::sandbox
