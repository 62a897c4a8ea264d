// Landlock: no file of the system can be opened any more.
//
// Descriptors that are open keep what they can do; with all rights handled and
// none granted, nothing new can be reached by a path, and from version 4 and 6
// of the interface on neither TCP ports nor processes and abstract sockets
// outside. It is the second layer: seccomp already leaves no call for any of
// that.
//
// Source: landlock(7); Documentation/userspace-api/landlock.rst of Linux. The
// structure is our own, since Debian 12's header ends at version 2.

#ifndef HARNESS_SANDBOX_LANDLOCK_H_
#define HARNESS_SANDBOX_LANDLOCK_H_

#include <cstddef>
#include <cstdint>

namespace loadgate::sandbox {

// LandlockAttributes is struct landlock_ruleset_attr as of version 6.
struct LandlockAttributes {
  uint64_t handled_access_fs = 0;
  uint64_t handled_access_net = 0;
  uint64_t scoped = 0;
};

// LandlockVersion returns the version of the kernel's interface, at least 1, or
// the negative errno where there is none: -ENOSYS, or -EOPNOTSUPP where it is
// compiled in and not turned on.
int LandlockVersion();

// IsLandlockMissing returns whether `version`, from LandlockVersion, says that
// there is no Landlock to be had: not in the kernel, not turned on, or refused
// with EPERM by the filter of a container that does not know it.
bool IsLandlockMissing(int version);

// AllRights returns every right that version `version` knows; a later one than
// 6 is taken for 6.
LandlockAttributes AllRights(int version);

// AttributeBytes returns how much of LandlockAttributes version `version`
// knows.
size_t AttributeBytes(int version);

// DenyAll takes all rights from the calling thread and its children, for good.
// It needs no_new_privs, and returns 0 or an errno.
int DenyAllByLandlock();

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_LANDLOCK_H_
