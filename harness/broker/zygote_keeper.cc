#include "harness/broker/zygote_keeper.h"

namespace loadgate {

std::variant<std::unique_ptr<ZygoteKeeper>, std::string> ZygoteKeeper::Start(
    const ZygoteSpec& spec) {
  auto started = ZygoteClient::Start(spec);
  if (auto* error = std::get_if<std::string>(&started)) {
    return std::move(*error);
  }
  auto& client = std::get<std::unique_ptr<ZygoteClient>>(started);
  return std::unique_ptr<ZygoteKeeper>(
      new ZygoteKeeper(spec, std::move(client)));
}

WorkerOutcome ZygoteKeeper::Run(const sandbox::Order& order,
                                std::span<const int> inputs,
                                const ReplyReader& reader,
                                ZygoteClient::Clock::time_point deadline,
                                const std::function<bool()>& interrupted) {
  const std::shared_ptr<ZygoteClient> client = Current();
  if (client == nullptr) return {WorkerEnd::kZygoteGone};
  const WorkerOutcome outcome =
      client->Run(order, inputs, reader, deadline, interrupted);
  if (outcome.end == WorkerEnd::kZygoteGone) Forget(client);
  return outcome;
}

int ZygoteKeeper::restarts() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return restarts_;
}

std::shared_ptr<ZygoteClient> ZygoteKeeper::Current() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (current_ != nullptr || restarts_ == kMostRestarts) return current_;
  ++restarts_;
  auto started = ZygoteClient::Start(spec_);
  auto* client = std::get_if<std::unique_ptr<ZygoteClient>>(&started);
  // One that holds less would make the report's word for the first one false.
  if (client != nullptr && (*client)->layers() == layers_) {
    current_ = std::move(*client);
  }
  return current_;
}

void ZygoteKeeper::Forget(const std::shared_ptr<ZygoteClient>& gone) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (current_ == gone) current_ = nullptr;
}

}  // namespace loadgate
