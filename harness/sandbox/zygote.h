// The zygote: a small process that makes a locked worker for every file.
//
// It is exec'd once, from a program of its own that holds the readers, and has
// taken all power from itself before the first order comes: forking it is
// cheap, whatever memory the broker holds, and a worker inherits nothing but
// what it is given. A worker serves one order and ends.
//
// The zygote never looks at an input. It reads orders, which are the broker's,
// and waits for its children.

#ifndef HARNESS_SANDBOX_ZYGOTE_H_
#define HARNESS_SANDBOX_ZYGOTE_H_

#include <string_view>

#include "harness/sandbox/orders.h"

namespace loadgate::sandbox {

// WorkerTask is what a worker does once it is locked: it reads the task and the
// `inputs` descriptors from kFirstInput on, writes the reply to kReply, and
// returns one of exit_status.h. What it needs from outside, such as random
// bytes, `prepare` gets in the same process before the lock. `name` is what the
// program is, whatever it is installed as.
struct WorkerTask {
  void (*prepare)() = nullptr;
  int (*run)(std::string_view task, int inputs) = nullptr;
  std::string_view name = {};
};

// ZygoteOptions is how a zygote is to be.
struct ZygoteOptions {
  // Whether it may do without Landlock where the kernel has none.
  bool without_landlock = false;
  // What workers get unless an order says stream.
  Policy policy = Policy::kRelease;
  std::string_view version;
};

// RunZygote locks the calling process, says so on `control`, and serves orders
// until the broker closes it or sends what is none. It returns the process's
// exit status: 0, or 1 after it has said which step failed.
int RunZygote(int control, const ZygoteOptions& options,
              const WorkerTask& task);

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_ZYGOTE_H_
