#include "harness/worker/worker.h"

#include <string>

#include "absl/status/statusor.h"
#include "harness/worker/digesting_source.h"
#include "harness/worker/read_failure.h"
#include "harness/worker/worker_gguf.h"
#include "harness/worker/worker_safetensors.h"
#include "loadgate/byte_source.h"
#include "loadgate/judge.h"

namespace loadgate {
namespace {

void SendJudgement(const WorkerRequest& request, const Judgement& judgement,
                   const DigestingSource& source, const RecordSink& sink) {
  sink(FormatRecord{.format = std::string(FormatName(judgement.format)),
                    .size = judgement.size,
                    .expected_size = judgement.expected_size});
  // How much of a stream was taken before it was rejected is chance.
  if (judgement.size.has_value()) {
    sink(HeaderRecord{.bytes = source.bytes(), .sha256 = source.Digest()});
  }
  if (judgement.safetensors.has_value()) {
    SendSafetensors(*judgement.safetensors, judgement.size, request, sink);
  }
  if (judgement.gguf.has_value()) {
    SendGguf(*judgement.gguf, judgement.size, request, sink);
  }
}

// The files that an accepted index names, each by its place.
void SendShardNames(const SafetensorsIndex& index, const RecordSink& sink) {
  for (size_t i = 0; i < index.shard_count(); ++i) {
    sink(ShardNameRecord{.name = std::string(index.shard(i))});
  }
}

}  // namespace

void RunWorker(const WorkerRequest& request, int fd, const HashKey& key,
               const RecordSink& sink) {
  FindingSink found(request.limits);
  const JudgeOptions options = {.limits = request.limits,
                                .hash_key = key,
                                .name = request.name,
                                .in_set = request.names};
  FileSource file(fd, request.size.value_or(0));
  StreamSource stream(fd);
  DigestingSource source(request.size.has_value()
                             ? static_cast<ByteSource&>(file)
                             : static_cast<ByteSource&>(stream));
  const absl::StatusOr<Judgement> judgement = Judge(source, options, &found);
  if (!judgement.ok()) {
    SendReadFailure(request.size, judgement.status(), sink);
    return;
  }
  SendJudgement(request, *judgement, source, sink);
  if (request.names && judgement->index.has_value() &&
      found.verdict() == Verdict::kAccept) {
    SendShardNames(*judgement->index, sink);
  }
  for (const Finding& finding : found.Findings()) sink(finding);
  sink(EndRecord{.verdict = found.verdict(), .omitted = found.omitted()});
}

}  // namespace loadgate
