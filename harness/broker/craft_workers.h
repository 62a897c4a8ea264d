// CraftWorkers: what the verbs ask for a recipe or for files.
//
// As Workers: each request goes to a worker of its own, and what comes back
// counts only if the reply is whole, came in time, and the process ended well.

#ifndef HARNESS_BROKER_CRAFT_WORKERS_H_
#define HARNESS_BROKER_CRAFT_WORKERS_H_

#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "harness/broker/worker_host.h"
#include "harness/craft_task.h"
#include "harness/gate/craft_reply.h"
#include "loadgate/finding.h"

namespace loadgate {

class CraftWorkers {
 public:
  explicit CraftWorkers(WorkerSettings settings) : host_(std::move(settings)) {}

  // Start and warning are those of the host.
  void Start() { host_.Start(); }
  std::string_view warning() const { return host_.warning(); }

  // Run has a worker carry out `request`, whose inputs are behind the
  // descriptors `inputs`, which are borrowed. It returns what the worker made,
  // which can be a failure, or the finding about what went wrong with it. It
  // gives up when `interrupted` returns true.
  std::variant<CraftResult, Finding> Run(
      const CraftRequest& request, std::span<const int> inputs,
      const std::function<bool()>& interrupted) const;

 private:
  WorkerHost host_;
};

}  // namespace loadgate

#endif  // HARNESS_BROKER_CRAFT_WORKERS_H_
