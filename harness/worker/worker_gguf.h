// What the worker sends of a GGUF file.

#ifndef HARNESS_WORKER_WORKER_GGUF_H_
#define HARNESS_WORKER_WORKER_GGUF_H_

#include <cstdint>
#include <optional>

#include "harness/gate/record.h"
#include "harness/worker/type_bytes.h"
#include "harness/worker_task.h"
#include "loadgate/gguf_file.h"

namespace loadgate {

// SendGguf sends the facts of `file`, whose size is `size` if that is known,
// and, where the request is to inspect it, its metadata, tensors and layout.
void SendGguf(const GgufFile& file, const std::optional<uint64_t>& size,
              const WorkerRequest& request, const RecordSink& sink);

// AddTypes, SendMetadata and SendTensors do parts of that for the file of a set
// that has this `number`; for `all` values or the beginning of each.
void AddTypes(const GgufFile& file, TypeBytes* bytes_of_type);
void SendMetadata(const GgufFile& file, bool all, FileNumber number,
                  const RecordSink& sink);
void SendTensors(const GgufFile& file, FileNumber number,
                 const RecordSink& sink);

}  // namespace loadgate

#endif  // HARNESS_WORKER_WORKER_GGUF_H_
