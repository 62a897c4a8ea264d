#include "harness/broker/workers.h"

#include "absl/strings/str_format.h"
#include "harness/gate/input_report.h"
#include "harness/gate/record_decoder.h"

namespace loadgate {
namespace {

// What is wrong with a reply. Of `inspect`, an honest one can be too much.
std::optional<Finding> FaultOf(ReplyState state, const ReplyLimits& limits) {
  if (limits.verb == ReplyVerb::kInspect) {
    constexpr auto kWhat = "The worker's reply has more than %u %s.";
    if (state == ReplyState::kTooManyRecords) {
      return MakeFinding(Code::kLimitReplyRecords,
                         absl::StrFormat(kWhat, limits.records, "records"));
    }
    if (state == ReplyState::kTooManyBytes) {
      return MakeFinding(Code::kLimitReplyBytes,
                         absl::StrFormat(kWhat, limits.bytes, "bytes"));
    }
  }
  return FaultOfReply(state);
}

}  // namespace

std::optional<Finding> Workers::Run(
    std::string task, std::span<const int> fds, bool stream,
    const ReplyLimits& limits, const RecordSink& sink,
    const std::function<bool()>& interrupted) const {
  ReplyDecoder decoder(limits, sink);
  const auto wrong = host_.Run(
      std::move(task), fds, stream,
      [&decoder](ByteSpan piece) { return !IsFault(decoder.Feed(piece)); },
      interrupted);
  return wrong.has_value() ? wrong : FaultOf(decoder.Finish(), limits);
}

std::optional<Finding> Workers::Judge(
    const WorkerRequest& request, int fd, const RecordSink& sink,
    const std::function<bool()>& interrupted) const {
  return Run(EncodeTask(request), std::span(&fd, 1), !request.size.has_value(),
             LimitsOf(request), sink, interrupted);
}

std::optional<Finding> Workers::JudgeSet(
    const SetRequest& request, std::span<const int> fds, const RecordSink& sink,
    const std::function<bool()>& interrupted) const {
  return Run(EncodeSetTask(request), fds, false, LimitsOf(request), sink,
             interrupted);
}

}  // namespace loadgate
