// Workers: what the verbs ask for a judgement.
//
// Each input goes to a worker of its own. What comes back counts only if the
// reply is one, came in time, and the process ended well; otherwise the input
// is undecided, with a finding that says what happened.

#ifndef HARNESS_BROKER_WORKERS_H_
#define HARNESS_BROKER_WORKERS_H_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness/broker/zygote_keeper.h"
#include "harness/file_judge.h"
#include "harness/gate/record.h"
#include "harness/gate/reply_format.h"
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

class Workers : public FileJudge {
 public:
  explicit Workers(WorkerSettings settings) : settings_(std::move(settings)) {}

  // Start starts the zygote. Without it, or after it failed, each judgement is
  // the finding that says so. It is for the program's main thread.
  void Start();

  // sandbox returns what separates workers from the rest, as reports name it:
  // "seccomp+landlock", "seccomp", or "none" where there are none.
  std::string_view sandbox() const { return sandbox_; }

  // warning returns a sentence about a layer that is missing and may be, or
  // nothing.
  std::string_view warning() const { return warning_; }

  std::optional<Finding> Judge(
      const WorkerRequest& request, int fd, const RecordSink& sink,
      const std::function<bool()>& interrupted) const override;

 private:
  WorkerSettings settings_;
  std::unique_ptr<ZygoteKeeper> zygote_;
  std::string why_not_ = "It was not started";
  std::string sandbox_ = "none";
  std::string warning_;
};

// FindingOf returns the finding about an outcome that is not kDone.
Finding FindingOf(const WorkerOutcome& outcome);

}  // namespace loadgate

#endif  // HARNESS_BROKER_WORKERS_H_
