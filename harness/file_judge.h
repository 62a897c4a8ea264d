// FileJudge: who judges what is behind a descriptor.
//
// In the program a locked worker does (broker/workers.h). It is an interface so
// that tests of what stands above it need no process.

#ifndef HARNESS_FILE_JUDGE_H_
#define HARNESS_FILE_JUDGE_H_

#include <functional>
#include <optional>
#include <span>

#include "harness/gate/record.h"
#include "harness/set_task.h"
#include "harness/worker_task.h"
#include "loadgate/finding.h"

namespace loadgate {

class FileJudge {
 public:
  FileJudge() = default;
  FileJudge(const FileJudge&) = delete;
  FileJudge& operator=(const FileJudge&) = delete;
  virtual ~FileJudge() = default;

  // Judge judges the input behind `fd`, which is borrowed, and hands its
  // records to `sink`; records may have come before something goes wrong. It
  // returns what went wrong, or nothing: then the last record was the end. It
  // gives up when `interrupted` returns true. Threads may call it at once.
  virtual std::optional<Finding> Judge(
      const WorkerRequest& request, int fd, const RecordSink& sink,
      const std::function<bool()>& interrupted) const = 0;

  // JudgeSet does the same of a set, all files of which are open for reading:
  // `fds` are as many as the request has files, in its order.
  virtual std::optional<Finding> JudgeSet(
      const SetRequest& request, std::span<const int> fds,
      const RecordSink& sink,
      const std::function<bool()>& interrupted) const = 0;
};

}  // namespace loadgate

#endif  // HARNESS_FILE_JUDGE_H_
