// What the worker sends of a safetensors file.

#ifndef LOADGATE_HARNESS_WORKER_WORKER_SAFETENSORS_H_
#define LOADGATE_HARNESS_WORKER_WORKER_SAFETENSORS_H_

#include <cstdint>
#include <optional>

#include "harness/worker/worker.h"
#include "loadgate/safetensors_file.h"

namespace loadgate {

// SendSafetensors sends the facts of `file`, whose size is `size` if that is
// known, and, where the request is to inspect it, its metadata, tensors and
// layout.
void SendSafetensors(const SafetensorsFile& file,
                     const std::optional<uint64_t>& size,
                     const WorkerRequest& request, const RecordSink& sink);

}  // namespace loadgate

#endif  // LOADGATE_HARNESS_WORKER_WORKER_SAFETENSORS_H_
