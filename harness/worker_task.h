// A worker's task: what is asked about one input, and its form in an order.

#ifndef HARNESS_WORKER_TASK_H_
#define HARNESS_WORKER_TASK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/gate/reply_format.h"
#include "loadgate/limits.h"

namespace loadgate {

// WorkerRequest is what is asked about one input. What it is read by is not
// part of it: a worker has its descriptor where descriptors.h says.
struct WorkerRequest {
  // The file's size by fstat; nullopt for a stream, which is read forward with
  // read(2) and only as far as it takes to reject it.
  std::optional<uint64_t> size = std::nullopt;
  // The input's name: its extension says what the content ought to be.
  std::string name = {};
  Limits limits = {};
  // Whether the input is an index, the names in which are wanted.
  bool names = false;
  // Whether the records of `inspect` are wanted beside those of `check`.
  bool inspect = false;
  // For `inspect`: whether values are wanted whole instead of their beginning.
  bool all_values = false;
  // For `inspect`: the most frames that a reply may have, and bytes of them.
  uint64_t reply_records = kInspectReply.records;
  uint64_t reply_bytes = kInspectReply.bytes;
};

// LimitsOf returns what the reply to `request` may have.
ReplyLimits LimitsOf(const WorkerRequest& request);

// EncodeTask returns `request` as the text that an order carries. Of the name
// it keeps the file's alone, at most 255 bytes, which is all that is looked at.
std::string EncodeTask(const WorkerRequest& request);

// DecodeTask returns nullopt for what EncodeTask does not make.
std::optional<WorkerRequest> DecodeTask(std::string_view task);

}  // namespace loadgate

#endif  // HARNESS_WORKER_TASK_H_
