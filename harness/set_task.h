// A set's task: what is asked about several files together, and its form in an
// order.

#ifndef HARNESS_SET_TASK_H_
#define HARNESS_SET_TASK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/reply_format.h"
#include "harness/worker_task.h"
#include "loadgate/set_names.h"

namespace loadgate {

// SetShard is a shard that could be opened. `number` is its place in the index,
// from 0, or what its name says, from 1.
struct SetShard {
  uint32_t number = 0;
  uint64_t size = 0;

  bool operator==(const SetShard&) const = default;
};

// SetRequest is what is asked about one set. The worker has the descriptors of
// the index, if there is one, and of the shards, in this order.
struct SetRequest {
  // How the set is judged. Of a set by an index, its `size` and `name` are
  // those of the index; else there is no size.
  WorkerRequest options;
  // The names of a set without an index; its `numbers` are not looked at.
  std::optional<NumberedSet> names;
  // Rising by their numbers.
  std::vector<SetShard> shards;

  // file_count returns how many descriptors come with the request.
  size_t file_count() const {
    return shards.size() + (names.has_value() ? 0 : 1);
  }
};

// LimitsOf returns what the reply to `request` may have.
ReplyLimits LimitsOf(const SetRequest& request);

// EncodeSetTask returns `request` as the text that an order carries. No text
// is one of these and one of EncodeTask's.
std::string EncodeSetTask(const SetRequest& request);

// DecodeSetTask returns nullopt for what EncodeSetTask does not make.
std::optional<SetRequest> DecodeSetTask(std::string_view task);

}  // namespace loadgate

#endif  // HARNESS_SET_TASK_H_
