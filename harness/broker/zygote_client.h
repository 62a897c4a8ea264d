// The broker's end of a zygote: starts it, gives it orders, and takes replies.
//
// It hands bytes on and looks into none of them. Several threads may give
// orders at once: each has a pipe and a socket of its own.

#ifndef HARNESS_BROKER_ZYGOTE_CLIENT_H_
#define HARNESS_BROKER_ZYGOTE_CLIENT_H_

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>

#include "harness/broker/worker_outcome.h"
#include "harness/sandbox/orders.h"
#include "loadgate/bytes.h"
#include "loadgate/unique_fd.h"

namespace loadgate {

// ZygoteSpec is which zygote is started, and how.
struct ZygoteSpec {
  std::string program;  // An absolute path, or "" where none is known.
  // Which worker it has to say that it makes. Tests that bring their own leave
  // it empty.
  std::string worker = {};
  // Whether it may do without Landlock where there is none.
  bool without_landlock = false;
  // What its workers get; release, or for developers another.
  sandbox::Policy policy = sandbox::Policy::kRelease;
  // How long it may take to lock itself, and to say that it has killed a worker
  // whose time is over.
  std::chrono::milliseconds answer_time = std::chrono::seconds(10);
};

// ReplyReader is given the reply, piece by piece. It returns false for what is
// no reply: the worker is then killed.
using ReplyReader = std::function<bool(ByteSpan piece)>;

class ZygoteClient {
 public:
  using Clock = std::chrono::steady_clock;

  // Start starts a zygote and waits until it is locked. It returns the client,
  // or a sentence that says why there is none. The zygote is killed when the
  // thread that started it ends.
  static std::variant<std::unique_ptr<ZygoteClient>, std::string> Start(
      const ZygoteSpec& spec);

  // ~ZygoteClient ends the zygote, and its workers with it.
  ~ZygoteClient();
  ZygoteClient(const ZygoteClient&) = delete;
  ZygoteClient& operator=(const ZygoteClient&) = delete;

  // layers returns what the zygote says that holds.
  const sandbox::Layers& layers() const { return layers_; }

  // Run has one worker carry out `order` on `inputs`, which stay the caller's,
  // and hands its reply to `reader`. It returns when the worker has ended, when
  // `deadline` is past, or soon after `interrupted` would return true: then the
  // worker is killed, and may take a moment to be gone. A zygote that does not
  // answer is given its time beyond the deadline, and is then as good as gone.
  // More than kMostOrderInputs inputs, none, and a task of more than
  // kMostTaskBytes are kNotStarted.
  WorkerOutcome Run(const sandbox::Order& order, std::span<const int> inputs,
                    const ReplyReader& reader, Clock::time_point deadline,
                    const std::function<bool()>& interrupted);

 private:
  ZygoteClient(pid_t pid, UniqueFd handle, UniqueFd control,
               std::chrono::milliseconds answer_time)
      : pid_(pid),
        handle_(std::move(handle)),
        control_(std::move(control)),
        answer_time_(answer_time) {}

  pid_t pid_;
  UniqueFd handle_;
  UniqueFd control_;
  std::chrono::milliseconds answer_time_;
  sandbox::Layers layers_;
};

}  // namespace loadgate

#endif  // HARNESS_BROKER_ZYGOTE_CLIENT_H_
