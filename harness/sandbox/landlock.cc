#include "harness/sandbox/landlock.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "loadgate/unique_fd.h"

namespace loadgate::sandbox {
namespace {

// The same on every architecture.
constexpr long kCreateRuleset = 444;
constexpr long kRestrictSelf = 446;

constexpr uint32_t kAskVersion = 1;  // LANDLOCK_CREATE_RULESET_VERSION.

// The last version whose rights are known here.
constexpr int kLastVersion = 6;

uint64_t LowBits(int count) { return (uint64_t{1} << count) - 1; }

}  // namespace

int LandlockVersion() {
  const long version = ::syscall(kCreateRuleset, nullptr, 0, kAskVersion);
  return version < 0 ? -errno : static_cast<int>(version);
}

bool IsLandlockMissing(int version) {
  return version == -ENOSYS || version == -EOPNOTSUPP || version == -EPERM;
}

LandlockAttributes AllRights(int version) {
  LandlockAttributes all;
  // Version 1 has thirteen rights on files; REFER, TRUNCATE and IOCTL_DEV came
  // with 2, 3 and 5.
  all.handled_access_fs = LowBits(13);
  if (version >= 2) all.handled_access_fs = LowBits(14);
  if (version >= 3) all.handled_access_fs = LowBits(15);
  if (version >= 5) all.handled_access_fs = LowBits(16);
  // Binding and connecting TCP sockets; abstract sockets and signals.
  if (version >= 4) all.handled_access_net = LowBits(2);
  if (version >= 6) all.scoped = LowBits(2);
  return all;
}

size_t AttributeBytes(int version) {
  if (version >= 6) return sizeof(LandlockAttributes);
  if (version >= 4) return offsetof(LandlockAttributes, scoped);
  return offsetof(LandlockAttributes, handled_access_net);
}

int DenyAllByLandlock() {
  const int version = std::min(LandlockVersion(), kLastVersion);
  if (version < 0) return -version;
  const LandlockAttributes all = AllRights(version);
  const long ruleset =
      ::syscall(kCreateRuleset, &all, AttributeBytes(version), 0);
  if (ruleset < 0) return errno;
  const UniqueFd closer(static_cast<int>(ruleset));
  return ::syscall(kRestrictSelf, ruleset, 0) == 0 ? 0 : errno;
}

}  // namespace loadgate::sandbox
