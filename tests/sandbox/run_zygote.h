// Test zygotes, and what is needed to give them orders.

#ifndef TESTS_SANDBOX_RUN_ZYGOTE_H_
#define TESTS_SANDBOX_RUN_ZYGOTE_H_

#include <chrono>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/broker/worker_outcome.h"
#include "harness/broker/zygote_client.h"
#include "harness/policy/policy.h"
#include "harness/sandbox/orders.h"
#include "loadgate/unique_fd.h"
#include "tests/support/sanitizers.h"

namespace loadgate {

// How GoogleTest prints outcomes.
void PrintTo(const WorkerOutcome& outcome, std::ostream* out);

}  // namespace loadgate

namespace loadgate::testing_support {

// The policy of workers in this build.
inline constexpr sandbox::Policy kTestPolicy =
    kSanitized ? sandbox::Policy::kSanitizer : sandbox::Policy::kRelease;

// How a zygote is started. The machine may be busy with other tests: only a
// test of that comes to the end of the time.
ZygoteSpec SpecOf(const std::string& program,
                  sandbox::Policy policy = kTestPolicy);

// ActZygote returns the path of the test zygote: statically linked where the
// build allows that. DynamicActZygote is the other one.
std::string ActZygote();
std::string DynamicActZygote();

// Locked is a program whose workers carry out the tasks of tasks.h, and how it
// is asked: with its own limits, and a task in the words that it takes.
struct Locked {
  std::string_view name;
  std::string program;
  sandbox::WorkerLimits limits;
  std::string (*words)(std::string_view task);
};

// LockedPrograms returns the test zygote, with the limits of loadgate-worker,
// and loadgate-craft-worker with the tasks in the place of what makes recipes.
const std::vector<Locked>& LockedPrograms();

// StartZygote starts the test zygote, or that at `program`. A failure to do so
// fails the test, and is nullptr.
std::unique_ptr<ZygoteClient> StartZygote(
    sandbox::Policy policy = kTestPolicy,
    const std::string& program = ActZygote());

// WhyNoZygote returns what keeps the zygote at `program` from serving; "" if it
// does serve.
std::string WhyNoZygote(const std::string& program,
                        bool without_landlock = false);

// MakeInput returns a file in memory with these bytes, open for reading and
// writing.
UniqueFd MakeInput(std::string_view bytes);

// TaskSetting is how a task is run. Time limits are far out: only those tests
// come to them that say so.
struct TaskSetting {
  sandbox::Policy policy = kTestPolicy;
  sandbox::WorkerLimits limits = {.data_bytes = uint64_t{64} << 20};
  std::chrono::milliseconds time = std::chrono::minutes(5);
  std::vector<int> inputs = {};         // One of a few bytes, if there is none.
  size_t most_bytes = size_t{1} << 20;  // Of the reply.
  // Called with what has come of the reply so far.
  std::function<void(std::string_view)> on_reply = nullptr;
  std::function<bool()> interrupted = nullptr;
};

// Told is how a task ended and what it replied.
struct Told {
  WorkerOutcome outcome;
  std::string reply;
};

// RunTask has a worker of `zygote`, a ZygoteClient or a ZygoteKeeper, carry out
// a task of tasks.h.
template <typename Zygote>
Told RunTask(Zygote* zygote, std::string_view task,
             const TaskSetting& setting = {});

// OpenDescriptors returns how many descriptors this process has.
size_t OpenDescriptors();

// InChild runs `body` in a forked child and returns what it returned, 0 to 127,
// or -1 if the child ended otherwise. The child does not run the test on.
int InChild(const std::function<int()>& body);

}  // namespace loadgate::testing_support

#endif  // TESTS_SANDBOX_RUN_ZYGOTE_H_
