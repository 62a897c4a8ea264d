// ReplyPipe: from the worker's records to the pipe.

#ifndef HARNESS_WORKER_REPLY_PIPE_H_
#define HARNESS_WORKER_REPLY_PIPE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "harness/gate/record.h"
#include "harness/gate/reply_format.h"
#include "loadgate/finding.h"

namespace loadgate {

// ReplyPipe writes a reply to a descriptor, which it borrows. Findings wait for
// the end: of those, as many are sent as the reply has room for.
class ReplyPipe {
 public:
  ReplyPipe(int fd, const ReplyLimits& limits) : fd_(fd), limits_(limits) {}

  // Send takes the next record of a reply, in the order of record.h.
  void Send(const Record& record);

  // Finish writes what is left and returns whether all was written: the
  // broker may have turned away.
  bool Finish();

 private:
  void Flush();

  int fd_;
  ReplyLimits limits_;
  std::string buffer_;
  std::vector<Finding> findings_;
  uint64_t sent_ = 0;
  bool failed_ = false;
};

}  // namespace loadgate

#endif  // HARNESS_WORKER_REPLY_PIPE_H_
