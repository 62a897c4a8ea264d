// Workers: what the verbs ask for a judgement.
//
// Each input goes to a worker of its own. What comes back counts only if the
// reply is one, came in time, and the process ended well; otherwise the input
// is undecided, with a finding that says what happened.

#ifndef HARNESS_BROKER_WORKERS_H_
#define HARNESS_BROKER_WORKERS_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "harness/broker/worker_host.h"
#include "harness/file_judge.h"
#include "harness/gate/record.h"
#include "harness/gate/reply_format.h"
#include "loadgate/finding.h"

namespace loadgate {

class Workers : public FileJudge {
 public:
  explicit Workers(WorkerSettings settings) : host_(std::move(settings)) {}

  // Start and what follows are those of the host.
  void Start() { host_.Start(); }
  std::string_view sandbox() const { return host_.sandbox(); }
  std::string_view warning() const { return host_.warning(); }
  std::string_view why_not() const { return host_.why_not(); }
  bool best_effort_would_do() const { return host_.best_effort_would_do(); }

  std::optional<Finding> Judge(
      const WorkerRequest& request, int fd, const RecordSink& sink,
      const std::function<bool()>& interrupted) const override;

  std::optional<Finding> JudgeSet(
      const SetRequest& request, std::span<const int> fds,
      const RecordSink& sink,
      const std::function<bool()>& interrupted) const override;

 private:
  std::optional<Finding> Run(std::string task, std::span<const int> fds,
                             bool stream, const ReplyLimits& limits,
                             const RecordSink& sink,
                             const std::function<bool()>& interrupted) const;

  WorkerHost host_;
};

}  // namespace loadgate

#endif  // HARNESS_BROKER_WORKERS_H_
