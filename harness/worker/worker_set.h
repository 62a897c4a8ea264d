// The worker's judgement of a set: every file of it, then all together.

#ifndef HARNESS_WORKER_WORKER_SET_H_
#define HARNESS_WORKER_WORKER_SET_H_

#include <span>

#include "harness/gate/record.h"
#include "harness/set_task.h"
#include "loadgate/name_index.h"

namespace loadgate {

// RunSetWorker judges the set behind `inputs`, as many borrowed descriptors as
// the request has files, in its order, and sends the reply described in
// record.h into `sink`. Headers are in memory one at a time, except for
// `inspect`. Whatever goes wrong is in the reply. What the names of a
// directory's files say is not looked at: whoever opened them knows them.
void RunSetWorker(const SetRequest& request, std::span<const int> inputs,
                  const HashKey& key, const RecordSink& sink);

}  // namespace loadgate

#endif  // HARNESS_WORKER_WORKER_SET_H_
