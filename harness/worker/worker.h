// The worker: the one function behind which all parsing stands.
//
// It takes a descriptor that is open for reading and answers with records. It
// opens nothing, prints nothing and decides nothing but the verdict on these
// bytes. In the program it runs in a locked process of its own
// (main.cc); the program itself links no reader.
//
// harness/worker/ is the only part of harness/ that knows the library's
// readers.

#ifndef HARNESS_WORKER_WORKER_H_
#define HARNESS_WORKER_WORKER_H_

#include "harness/gate/record.h"
#include "harness/worker_task.h"
#include "loadgate/name_index.h"

namespace loadgate {

// RunWorker judges the input behind `fd`, which is borrowed, and sends the
// reply described in record.h into `sink`. Whatever goes wrong is in the reply:
// an input whose bytes could not be had is undecided. `key` is a secret of the
// process, see RandomHashKey.
void RunWorker(const WorkerRequest& request, int fd, const HashKey& key,
               const RecordSink& sink);

}  // namespace loadgate

#endif  // HARNESS_WORKER_WORKER_H_
