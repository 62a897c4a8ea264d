#include "harness/broker/worker_host.h"

#include <variant>

#include "absl/strings/str_cat.h"
#include "harness/gate/input_report.h"

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

// What a worker that ended so may have of what it had too much of, or nothing.
std::string BoundOf(WorkerEnd end, const WorkerSettings& settings) {
  switch (end) {
    case WorkerEnd::kMemory:
      return absl::StrCat(settings.limits.data_bytes, " bytes");
    case WorkerEnd::kCpuTime:
      return absl::StrCat(settings.limits.cpu_seconds, " s");
    case WorkerEnd::kWallTime:
      return absl::StrCat(settings.timeout.count(), " ms");
    default:
      return "";
  }
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

// Whether a zygote that is refused for `why` starts without Landlock. It is
// tried, since what comes behind that layer may be missing too.
bool BestEffortDoes(ZygoteSpec spec, std::string_view why) {
  const std::string_view layer = SetupStepName(sandbox::SetupStep::kLandlock);
  const bool developers = spec.policy == sandbox::Policy::kTrace;
  if (spec.without_landlock || developers || !why.starts_with(layer)) {
    return false;
  }
  spec.without_landlock = true;
  return !std::holds_alternative<std::string>(ZygoteKeeper::Start(spec));
}

}  // namespace

void WorkerHost::Start() {
  auto started = ZygoteKeeper::Start(settings_.zygote);
  if (auto* why = std::get_if<std::string>(&started)) {
    why_not_ = std::move(*why);
    best_effort_would_do_ = BestEffortDoes(settings_.zygote, why_not_);
    return;
  }
  zygote_ = std::get<std::unique_ptr<ZygoteKeeper>>(std::move(started));
  sandbox_ = SandboxText(zygote_->layers());
  if (zygote_->layers().policy == sandbox::Policy::kTrace) {
    warning_ =
        "--sandbox=trace is for developers and no boundary: give it files that "
        "you trust";
  } else if (zygote_->layers().landlock == 0) {
    warning_ = "there is no Landlock here: seccomp alone holds the workers";
  }
}

std::optional<Finding> WorkerHost::Run(
    std::string task, std::span<const int> inputs, bool stream,
    const ReplyReader& reader, const std::function<bool()>& interrupted) const {
  if (zygote_ == nullptr) {
    return MakeFinding(
        Code::kSandboxUnavailable,
        absl::StrCat("There is none: ", why_not_, ".",
                     best_effort_would_do_
                         ? " --sandbox=best-effort would do without it."
                         : ""));
  }
  const sandbox::Order order = {.policy = PolicyFor(settings_.zygote, stream),
                                .limits = settings_.limits,
                                .task = std::move(task)};
  const auto deadline = stream && !settings_.timeout_for_streams
                            ? ZygoteClient::Clock::time_point::max()
                            : ZygoteClient::Clock::now() + settings_.timeout;
  const WorkerOutcome outcome =
      zygote_->Run(order, inputs, reader, deadline, interrupted);
  if (outcome.end == WorkerEnd::kDone || outcome.end == WorkerEnd::kReply) {
    return std::nullopt;
  }
  return FindingOf(outcome, settings_);
}

Finding FindingOf(const WorkerOutcome& outcome,
                  const WorkerSettings& settings) {
  std::string text = OutcomeText(outcome);
  if (const std::string bound = BoundOf(outcome.end, settings);
      !bound.empty()) {
    text.pop_back();
    absl::StrAppend(&text, ": it may have ", bound, ".");
  }
  return MakeFinding(CodeOf(outcome.end), text);
}

std::optional<Finding> FaultOfReply(ReplyState state) {
  if (state == ReplyState::kEnded) return std::nullopt;
  return MakeFinding(Code::kWorkerBadReply,
                     absl::StrCat("The worker's reply has ",
                                  std::string(ReplyStateText(state)), "."));
}

}  // namespace loadgate
