// What the worker sends of a safetensors file.

#ifndef LOADGATE_HARNESS_WORKER_WORKER_SAFETENSORS_H_
#define LOADGATE_HARNESS_WORKER_WORKER_SAFETENSORS_H_

#include <cstdint>
#include <optional>

#include "harness/worker/type_bytes.h"
#include "harness/worker/worker.h"
#include "loadgate/safetensors_file.h"

namespace loadgate {

// SendSafetensors sends the facts of `file`, whose size is `size` if that is
// known, and, where the request is to inspect it, its metadata, tensors and
// layout.
void SendSafetensors(const SafetensorsFile& file,
                     const std::optional<uint64_t>& size,
                     const WorkerRequest& request, const RecordSink& sink);

// AddTypes, SendMetadata and SendTensors do parts of that for the file of a set
// that has this `number`; for `all` values or the beginning of each.
void AddTypes(const SafetensorsFile& file, TypeBytes* bytes_of_type);
void SendMetadata(const SafetensorsFile& file, bool all, FileNumber number,
                  const RecordSink& sink);
void SendTensors(const SafetensorsFile& file, FileNumber number,
                 const RecordSink& sink);

}  // namespace loadgate

#endif  // LOADGATE_HARNESS_WORKER_WORKER_SAFETENSORS_H_
