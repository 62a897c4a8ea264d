#include "harness/broker/workers.h"

#include "harness/gate/record_decoder.h"

namespace loadgate {
namespace {

ReplyLimits LimitsOf(const WorkerRequest& request) {
  const ReplyLimits check = CheckReply(request.limits.findings);
  if (!request.inspect) return check;
  ReplyLimits limits = kInspectReply;
  limits.findings = check.findings;
  return limits;
}

}  // namespace

std::optional<Finding> Workers::Judge(
    const WorkerRequest& request, int fd, const RecordSink& sink,
    const std::function<bool()>& interrupted) const {
  ReplyDecoder decoder(LimitsOf(request), sink);
  const auto wrong = host_.Run(
      EncodeTask(request), std::span(&fd, 1), !request.size.has_value(),
      [&decoder](ByteSpan piece) { return !IsFault(decoder.Feed(piece)); },
      interrupted);
  return wrong.has_value() ? wrong : FaultOfReply(decoder.Finish());
}

}  // namespace loadgate
