// OrderedWork: the same work on many things at once, with results in order.

#ifndef HARNESS_ORDERED_WORK_H_
#define HARNESS_ORDERED_WORK_H_

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "loadgate/check.h"

namespace loadgate {

// OrderedWork calls work(0) to work(count - 1), up to `jobs` at a time in
// threads of its own; with one job, in the caller's. Of results that are not
// taken yet it keeps a few a job, so that a slow one does not let memory grow.
// Its threads live as long as it does: what one of them has started, and what
// the kernel ends with it, is of use to the others.
template <typename Result>
class OrderedWork {
 public:
  using Work = std::function<Result(size_t)>;

  OrderedWork(size_t count, size_t jobs, Work work)
      : work_(std::move(work)), count_(count), ahead_(kAhead * jobs) {
    LG_CHECK(jobs > 0);
    if (jobs == 1) return;
    results_.resize(std::min(count, ahead_));
    for (size_t i = 0; i < std::min(jobs, count); ++i) {
      threads_.emplace_back([this] { RunThread(); });
    }
  }

  // ~OrderedWork waits for the work that has begun; no more is begun.
  ~OrderedWork() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;

  // Take returns the next result, waiting for it; it may be called as often as
  // there are results.
  Result Take() {
    LG_CHECK(taken_ < count_);
    if (threads_.empty()) return work_(taken_++);
    std::unique_lock lock(mutex_);
    std::optional<Result>& slot = results_[taken_ % results_.size()];
    changed_.wait(lock, [&slot] { return slot.has_value(); });
    Result result = std::move(*slot);
    slot.reset();
    ++taken_;
    lock.unlock();
    changed_.notify_all();
    return result;
  }

 private:
  static constexpr size_t kAhead = 16;

  void RunThread() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] {
        return stopped_ ||
               (begun_ < count_ && begun_ - taken_ < results_.size());
      });
      if (stopped_) return;
      const size_t mine = begun_++;
      lock.unlock();
      Result result = work_(mine);
      lock.lock();
      results_[mine % results_.size()] = std::move(result);
      changed_.notify_all();
    }
  }

  Work work_;
  size_t count_;
  size_t ahead_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::optional<Result>> results_;  // By number, modulo their room.
  size_t begun_ = 0;
  size_t taken_ = 0;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace loadgate

#endif  // HARNESS_ORDERED_WORK_H_
