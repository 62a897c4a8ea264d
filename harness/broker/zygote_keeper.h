// A zygote that is there again after it has ended.
//
// Nothing a file does should end a zygote, but the system can: the killer of
// whoever takes too much memory, an administrator. The order that ran then is
// undecided; the next one gets a new zygote. Not for ever: one that keeps
// ending is no sandbox.

#ifndef HARNESS_BROKER_ZYGOTE_KEEPER_H_
#define HARNESS_BROKER_ZYGOTE_KEEPER_H_

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "harness/broker/worker_outcome.h"
#include "harness/broker/zygote_client.h"
#include "harness/sandbox/orders.h"

namespace loadgate {

// How many times a zygote is started in the place of one that is gone.
inline constexpr int kMostRestarts = 3;

class ZygoteKeeper {
 public:
  // Start starts the first zygote, as ZygoteClient::Start does.
  static std::variant<std::unique_ptr<ZygoteKeeper>, std::string> Start(
      const ZygoteSpec& spec);

  // layers returns what the first zygote said that holds. A later one that says
  // otherwise is not used.
  const sandbox::Layers& layers() const { return layers_; }

  // Run is ZygoteClient::Run, with a new zygote if the last order's is gone. It
  // is kZygoteGone when it ends during this order, cannot be started, or has
  // been started too often. Several threads may call it; each lives as long as
  // the keeper, since a zygote ends with the thread that started it.
  WorkerOutcome Run(const sandbox::Order& order, std::span<const int> inputs,
                    const ReplyReader& reader,
                    ZygoteClient::Clock::time_point deadline,
                    const std::function<bool()>& interrupted);

  // restarts returns how many zygotes have been started after the first.
  int restarts() const;

 private:
  ZygoteKeeper(ZygoteSpec spec, std::shared_ptr<ZygoteClient> first)
      : spec_(std::move(spec)),
        layers_(first->layers()),
        current_(std::move(first)) {}

  std::shared_ptr<ZygoteClient> Current();
  void Forget(const std::shared_ptr<ZygoteClient>& gone);

  const ZygoteSpec spec_;
  const sandbox::Layers layers_;
  mutable std::mutex mutex_;
  std::shared_ptr<ZygoteClient> current_;  // Guarded by mutex_, as the next.
  int restarts_ = 0;
};

}  // namespace loadgate

#endif  // HARNESS_BROKER_ZYGOTE_KEEPER_H_
