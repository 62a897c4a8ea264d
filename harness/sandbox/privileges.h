// Giving up what a process may do because of who started it.

#ifndef HARNESS_SANDBOX_PRIVILEGES_H_
#define HARNESS_SANDBOX_PRIVILEGES_H_

#include "harness/sandbox/setup_step.h"

namespace loadgate::sandbox {

// DropPrivileges makes the process one without privilege: started by root it
// becomes nobody (65534) without groups; it holds no capability, gains none by
// exec, and no process of its user can read its memory. It is for a process of
// one thread, and there is no way back.
SetupResult DropPrivileges();

// IsRootOrdinary returns whether a map of user ids, a file as
// /proc/self/uid_map, makes an ordinary user root who could become nobody else:
// in a user namespace of their own that has no 65534. Id 0 is a name for their
// own id there, which a program that they start without one keeps too.
bool IsRootOrdinary(const char* map);

// HasPrivileges returns whether the process has user id 0, unless
// IsRootOrdinary, any capability, or could gain one by exec, as far as the
// kernel tells: to see that DropPrivileges bites. (Group 0 alone is no
// privilege: some container platforms run everyone in it.)
bool HasPrivileges();

// DieWithParent has the process killed when the thread that started it ends. It
// fails if `parent` has ended already. Changing ids undoes it, so it comes
// after.
SetupResult DieWithParent(int parent);

// ForbidNewCode forbids memory that is, or was, writable to become executable,
// where the kernel can (Linux 6.3); returns whether it can. It is a help: the
// filter refuses such a call in any case.
bool ForbidNewCode();

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_PRIVILEGES_H_
