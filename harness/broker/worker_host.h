// WorkerHost: workers of one program, for whoever knows what they are asked and
// what they answer.
//
// Each order goes to a worker of its own. What comes back counts only if it
// came in time and the process ended well; otherwise there is a finding that
// says what happened.

#ifndef HARNESS_BROKER_WORKER_HOST_H_
#define HARNESS_BROKER_WORKER_HOST_H_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "harness/broker/zygote_keeper.h"
#include "harness/gate/reply_state.h"
#include "harness/sandbox/worker_limits.h"
#include "loadgate/finding.h"

namespace loadgate {

// WorkerSettings is how workers are made.
struct WorkerSettings {
  ZygoteSpec zygote;
  sandbox::WorkerLimits limits;
  // How long one may take. A stream may take as long as it likes, unless this
  // was asked for: it waits for whoever feeds it.
  std::chrono::milliseconds timeout = std::chrono::seconds(60);
  bool timeout_for_streams = false;
};

class WorkerHost {
 public:
  explicit WorkerHost(WorkerSettings settings)
      : settings_(std::move(settings)) {}

  // Start starts the zygote. Without it, or after it failed, each run is the
  // finding that says so. It is for the program's main thread.
  void Start();

  // sandbox returns what separates workers from the rest, as reports name it:
  // "seccomp+landlock", "seccomp", or "none" where there are none.
  std::string_view sandbox() const { return sandbox_; }

  // why_not returns what keeps workers from being made, beginning with the
  // layer that is missing where one is: a sentence without its end.
  std::string_view why_not() const { return why_not_; }

  // best_effort_would_do returns whether they could be made without Landlock,
  // which was then tried.
  bool best_effort_would_do() const { return best_effort_would_do_; }

  // warning returns a sentence about a layer that is missing and may be, or
  // nothing.
  std::string_view warning() const { return warning_; }

  // Run has a worker carry out `task` on `inputs`, the only one of which may be
  // a `stream`, and hands its reply to `reader`. It returns what went wrong, or
  // nothing where the worker ended well or `reader` refused its reply: whether
  // that is whole is the caller's to ask.
  std::optional<Finding> Run(std::string task, std::span<const int> inputs,
                             bool stream, const ReplyReader& reader,
                             const std::function<bool()>& interrupted) const;

 private:
  WorkerSettings settings_;
  std::unique_ptr<ZygoteKeeper> zygote_;
  std::string why_not_ = "It was not started";
  bool best_effort_would_do_ = false;
  std::string sandbox_ = "none";
  std::string warning_;
};

// FindingOf returns the finding about an outcome that is not kDone. Of a limit
// it names what `settings` had it at.
Finding FindingOf(const WorkerOutcome& outcome, const WorkerSettings& settings);

// FaultOfReply returns the finding about a reply whose last state is `state`,
// or nothing where that is kEnded.
std::optional<Finding> FaultOfReply(ReplyState state);

}  // namespace loadgate

#endif  // HARNESS_BROKER_WORKER_HOST_H_
