#include "harness/broker/workers.h"

#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "harness/gate/input_report.h"
#include "harness/gate/record_decoder.h"

namespace loadgate {
namespace {

Code CodeOf(WorkerEnd end) {
  switch (end) {
    case WorkerEnd::kSetupFailed:
      return Code::kSandboxUnavailable;
    case WorkerEnd::kViolation:
      return Code::kWorkerForbiddenCall;
    case WorkerEnd::kMemory:
      return Code::kLimitMemory;
    case WorkerEnd::kCpuTime:
      return Code::kLimitCpuTime;
    case WorkerEnd::kWallTime:
      return Code::kLimitWallTime;
    case WorkerEnd::kReply:
      return Code::kWorkerBadReply;
    case WorkerEnd::kInterrupted:
      return Code::kInputInterrupted;
    case WorkerEnd::kNotStarted:
    case WorkerEnd::kZygoteGone:
      return Code::kWorkerNotStarted;
    case WorkerEnd::kDone:
    case WorkerEnd::kCrash:
    case WorkerEnd::kExit:
      break;
  }
  return Code::kWorkerCrash;
}

sandbox::Policy PolicyFor(const ZygoteSpec& spec, bool stream) {
  const bool release = spec.policy == sandbox::Policy::kRelease;
  return release && stream ? sandbox::Policy::kStream : spec.policy;
}

std::string SandboxText(const sandbox::Layers& layers) {
  std::string text = layers.landlock > 0 ? "seccomp+landlock" : "seccomp";
  if (!sandbox::IsBoundary(layers.policy)) {
    absl::StrAppend(&text, " (", std::string(PolicyName(layers.policy)),
                    ": no boundary)");
  }
  return text;
}

ReplyLimits LimitsOf(const WorkerRequest& request) {
  const ReplyLimits check = CheckReply(request.limits.findings);
  if (!request.inspect) return check;
  ReplyLimits limits = kInspectReply;
  limits.findings = check.findings;
  return limits;
}

}  // namespace

void Workers::Start() {
  auto started = ZygoteKeeper::Start(settings_.zygote);
  if (auto* why = std::get_if<std::string>(&started)) {
    why_not_ = std::move(*why);
    return;
  }
  zygote_ = std::get<std::unique_ptr<ZygoteKeeper>>(std::move(started));
  sandbox_ = SandboxText(zygote_->layers());
  if (zygote_->layers().landlock == 0) {
    warning_ = "there is no Landlock here: seccomp alone holds the workers";
  }
}

std::optional<Finding> Workers::Judge(
    const WorkerRequest& request, int fd, const RecordSink& sink,
    const std::function<bool()>& interrupted) const {
  if (zygote_ == nullptr) {
    return MakeFinding(Code::kSandboxUnavailable,
                       absl::StrCat("There is none: ", why_not_, "."));
  }
  const bool stream = !request.size.has_value();
  const sandbox::Order order = {.policy = PolicyFor(settings_.zygote, stream),
                                .limits = settings_.limits,
                                .task = EncodeTask(request)};
  const auto deadline = stream && !settings_.timeout_for_streams
                            ? ZygoteClient::Clock::time_point::max()
                            : ZygoteClient::Clock::now() + settings_.timeout;
  ReplyDecoder decoder(LimitsOf(request), sink);
  const WorkerOutcome outcome = zygote_->Run(
      order, std::span(&fd, 1),
      [&decoder](ByteSpan piece) { return !IsFault(decoder.Feed(piece)); },
      deadline, interrupted);
  if (outcome.end != WorkerEnd::kDone && outcome.end != WorkerEnd::kReply) {
    return FindingOf(outcome);
  }
  if (decoder.Finish() == ReplyState::kEnded) return std::nullopt;
  return MakeFinding(
      Code::kWorkerBadReply,
      absl::StrCat("The worker's reply has ",
                   std::string(ReplyStateText(decoder.state())), "."));
}

Finding FindingOf(const WorkerOutcome& outcome) {
  return MakeFinding(CodeOf(outcome.end), OutcomeText(outcome));
}

}  // namespace loadgate
