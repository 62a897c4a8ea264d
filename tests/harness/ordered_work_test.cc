#include "harness/ordered_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>

namespace loadgate {
namespace {

TEST(OrderedWorkTest, ResultsComeInOrderHoweverManyWorkAtOnce) {
  for (const size_t jobs : {1u, 2u, 7u}) {
    for (const size_t count : {0u, 1u, 5u, 1000u}) {
      OrderedWork<size_t> work(count, jobs, [](size_t i) {
        if (i % 3 == 0) std::this_thread::yield();
        return i * i;
      });
      for (size_t i = 0; i < count; ++i) ASSERT_EQ(work.Take(), i * i);
    }
  }
}

TEST(OrderedWorkTest, WithOneJobEachIsDoneWhenItIsAskedFor) {
  size_t done = 0;
  OrderedWork<int> work(3, 1, [&done](size_t) { return ++done, 0; });
  EXPECT_EQ(done, 0u);
  work.Take();
  EXPECT_EQ(done, 1u);
}

TEST(OrderedWorkTest, WhatNobodyTakesIsNotDoneFarAhead) {
  std::atomic<size_t> begun = 0;
  {
    OrderedWork<int> work(1000, 2, [&begun](size_t) { return ++begun, 0; });
    work.Take();
  }
  EXPECT_LE(begun, 33u);
}

TEST(OrderedWorkTest, ItEndsWhenNobodyTakesAnything) {
  OrderedWork<int> work(10, 3, [](size_t) { return 0; });
}

// Says when the thread that it belongs to ends.
class EndOfThread {
 public:
  explicit EndOfThread(std::promise<void>* ended) : ended_(ended) {}
  ~EndOfThread() { ended_->set_value(); }
  EndOfThread(const EndOfThread&) = delete;
  EndOfThread& operator=(const EndOfThread&) = delete;

 private:
  std::promise<void>* ended_;
};

TEST(OrderedWorkTest, AThreadWithoutWorkDoesNotEndBeforeTheOthers) {
  std::promise<void> begun;
  std::promise<void> ended;
  OrderedWork<bool> work(2, 2, [&](size_t i) {
    if (i == 0) {
      begun.get_future().wait();
      thread_local const EndOfThread end(&ended);
      return false;
    }
    begun.set_value();
    return ended.get_future().wait_for(std::chrono::milliseconds(300)) ==
           std::future_status::ready;
  });
  EXPECT_FALSE(work.Take());
  EXPECT_FALSE(work.Take());
}

TEST(OrderedWorkTest, ResultsMayBeMovedOnly) {
  OrderedWork<std::unique_ptr<size_t>> work(
      20, 2, [](size_t i) { return std::make_unique<size_t>(i); });
  for (size_t i = 0; i < 20; ++i) EXPECT_EQ(*work.Take(), i);
}

TEST(OrderedWorkDeathTest, MoreThanThereIsIsNotToBeHad) {
  OrderedWork<int> work(0, 1, [](size_t) { return 0; });
  EXPECT_DEATH(work.Take(), "check failed");
}

}  // namespace
}  // namespace loadgate
