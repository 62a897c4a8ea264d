// Judging without a process of its own, for tests of what stands above.

#ifndef TESTS_HARNESS_IN_PROCESS_JUDGE_H_
#define TESTS_HARNESS_IN_PROCESS_JUDGE_H_

#include "harness/file_judge.h"
#include "harness/judge_input.h"
#include "harness/worker/worker.h"
#include "harness/worker/worker_set.h"
#include "loadgate/random_hash_key.h"

namespace loadgate::testing_support {

class InProcessJudge : public FileJudge {
 public:
  std::optional<Finding> Judge(
      const WorkerRequest& request, int fd, const RecordSink& sink,
      const std::function<bool()>& /*interrupted*/) const override {
    RunWorker(request, fd, RandomHashKey(), sink);
    return std::nullopt;
  }

  std::optional<Finding> JudgeSet(
      const SetRequest& request, std::span<const int> fds,
      const RecordSink& sink,
      const std::function<bool()>& /*interrupted*/) const override {
    RunSetWorker(request, fds, RandomHashKey(), sink);
    return std::nullopt;
  }
};

// InProcessOptions returns options whose judge is that.
inline InputOptions InProcessOptions() {
  static const InProcessJudge* const judge = new InProcessJudge;
  InputOptions options;
  options.judge = judge;
  return options;
}

}  // namespace loadgate::testing_support

#endif  // TESTS_HARNESS_IN_PROCESS_JUDGE_H_
