// Other processes, looked at through /proc and signalled with care.

#ifndef TESTS_SANDBOX_PROCESSES_H_
#define TESTS_SANDBOX_PROCESSES_H_

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace loadgate::testing_support {

// ProcessStat is what /proc says of a process. One that is gone has the state
// '\0' and no parent.
struct ProcessStat {
  std::string name;  // At most 15 bytes of its program's.
  char state = '\0';
  pid_t parent = 0;
};

// StatOf returns that of `pid`.
ProcessStat StatOf(pid_t pid);

// ChildrenOf returns the processes whose parent is `parent`, zombies left out.
std::vector<pid_t> ChildrenOf(pid_t parent);

// GlimpseChildrenOf is many times faster and may miss some, or all of them
// where the kernel keeps no list of children.
std::vector<pid_t> GlimpseChildrenOf(pid_t parent);

// SignalChild sends a signal to `child` if it is a child of `parent`, and to
// nobody else, even if its number is given away meanwhile. Returns whether it
// was sent.
bool SignalChild(pid_t parent, pid_t child, int signal);

// WaitUntil asks `done` again and again, for a minute, whether it is so.
// Returns whether it was.
bool WaitUntil(const std::function<bool()>& done);

}  // namespace loadgate::testing_support

#endif  // TESTS_SANDBOX_PROCESSES_H_
