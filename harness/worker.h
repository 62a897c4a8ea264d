// The worker: the one function behind which all parsing stands.
//
// It takes a descriptor that is open for reading and answers with records. It
// opens nothing, prints nothing and decides nothing but the verdict on these
// bytes. Today it runs in the program's own process ("sandbox": "none"); as all
// that passes the line is a descriptor, a request and records, it can be moved
// behind a process boundary without a change to its callers.
//
// worker.cc is the only file of harness/ that knows the library's readers.

#ifndef HARNESS_WORKER_H_
#define HARNESS_WORKER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "harness/gate/record.h"
#include "loadgate/limits.h"

namespace loadgate {

// WorkerRequest is what is asked about one input.
struct WorkerRequest {
  // Open for reading; borrowed.
  int fd = -1;
  // The file's size by fstat; nullopt for a stream, which is read forward with
  // read(2) and only as far as it takes to reject it.
  std::optional<uint64_t> size = std::nullopt;
  // The input's name: its extension says what the content ought to be.
  std::string name = {};
  Limits limits = {};
  // Whether the records of `inspect` are wanted beside those of `check`.
  bool inspect = false;
  // For `inspect`: whether values are wanted whole instead of their beginning.
  bool all_values = false;
};

// RunWorker judges the input and sends the reply described in record.h into
// `sink`. Whatever goes wrong is in the reply: an input whose bytes could not
// be had is undecided.
void RunWorker(const WorkerRequest& request, const RecordSink& sink);

}  // namespace loadgate

#endif  // HARNESS_WORKER_H_
