// What becomes of workers, zygotes and brokers when another of them ends.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "harness/broker/zygote_keeper.h"
#include "tests/sandbox/processes.h"
#include "tests/sandbox/run_zygote.h"

namespace loadgate::testing_support {
namespace {

using std::chrono::milliseconds;

// How many orders a leak would be seen by: more in a slow test, which runs the
// same with another number.
size_t ManyOrders() {
  const char* const number = std::getenv("LG_MANY_ORDERS");
  if (number != nullptr) return std::stoul(number);
  return kSanitized ? 100 : 2'000;
}

// A pipe, the writing end of which is given to a worker as an input: when
// nothing can be written any more, the worker is gone.
class Tether {
 public:
  Tether() {
    std::array<int, 2> ends = {-1, -1};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    reader_ = UniqueFd(ends[0]);
    writer_ = UniqueFd(ends[1]);
  }
  int writer() const { return writer_.get(); }
  void LetGo() { writer_ = UniqueFd(); }

  // Waits for a minute until nobody holds the other end.
  bool IsCut() const {
    pollfd polled = {reader_.get(), 0, 0};
    return ::poll(&polled, 1, 60'000) == 1 && (polled.revents & POLLHUP) != 0;
  }

  // Waits for a minute until something has been written.
  bool Speaks() const {
    pollfd polled = {reader_.get(), POLLIN, 0};
    return ::poll(&polled, 1, 60'000) == 1 && (polled.revents & POLLIN) != 0;
  }

  // Whether somebody holds it now.
  bool Holds() const {
    pollfd polled = {reader_.get(), 0, 0};
    return ::poll(&polled, 1, 0) == 0;
  }

 private:
  UniqueFd reader_;
  UniqueFd writer_;
};

pid_t ZygoteOf(pid_t broker) {
  const std::vector<pid_t> children = ChildrenOf(broker);
  EXPECT_EQ(children.size(), 1u);
  return children.empty() ? -1 : children.front();
}

TEST(LifeTest, NoWorkerOutlivesAKilledBroker) {
  Tether tether;
  Tether begun;
  const pid_t broker = ::fork();
  if (broker == 0) {
    const UniqueFd file = MakeInput("x");
    const auto zygote = StartZygote();
    const auto tell = [&](std::string_view) {
      if (::write(begun.writer(), "b", 1) != 1) ::_exit(1);
    };
    RunTask(zygote.get(), "reply-then-spin",
            {.inputs = {file.get(), tether.writer()}, .on_reply = tell});
    ::_exit(2);
  }
  tether.LetGo();
  // Until the worker has replied, which the broker passes on.
  EXPECT_TRUE(begun.Speaks());
  EXPECT_TRUE(tether.Holds());
  EXPECT_EQ(ChildrenOf(broker).size(), 1u);
  EXPECT_EQ(ChildrenOf(ChildrenOf(broker).front()).size(), 1u);
  ::kill(broker, SIGKILL);
  EXPECT_TRUE(tether.IsCut());
  int status = 0;
  EXPECT_EQ(::waitpid(broker, &status, 0), broker);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

// Starts a worker that goes on for ever, and does `what` to the zygote once it
// has begun.
Told Disturb(ZygoteClient* zygote, Tether* tether, int signal,
             milliseconds time) {
  const UniqueFd file = MakeInput("x");
  return RunTask(zygote, "reply-then-spin",
                 {.time = time,
                  .inputs = {file.get(), tether->writer()},
                  .on_reply = [signal](std::string_view) {
                    ::kill(ZygoteOf(::getpid()), signal);
                  }});
}

TEST(LifeTest, AKilledZygoteIsSaidToBeGoneAndTakesItsWorkersAlong) {
  const auto zygote = StartZygote();
  ASSERT_NE(zygote, nullptr);
  Tether tether;
  const Told told =
      Disturb(zygote.get(), &tether, SIGKILL, std::chrono::minutes(5));
  EXPECT_EQ(told.outcome.end, WorkerEnd::kZygoteGone);
  tether.LetGo();
  EXPECT_TRUE(tether.IsCut());
  EXPECT_EQ(RunTask(zygote.get(), "read").outcome.end, WorkerEnd::kZygoteGone);
}

// One whose answers are not waited for so long.
std::unique_ptr<ZygoteClient> StartImpatiently() {
  ZygoteSpec spec = SpecOf(ActZygote());
  spec.answer_time = std::chrono::seconds(5);
  auto started = ZygoteClient::Start(spec);
  if (const auto* error = std::get_if<std::string>(&started)) {
    ADD_FAILURE() << *error;
    return nullptr;
  }
  return std::move(std::get<std::unique_ptr<ZygoteClient>>(started));
}

TEST(LifeTest, AStoppedZygoteIsAsGoodAsGone) {
  auto zygote = StartImpatiently();
  ASSERT_NE(zygote, nullptr);
  Tether tether;
  const Told told = Disturb(zygote.get(), &tether, SIGSTOP, milliseconds(100));
  EXPECT_EQ(told.outcome.end, WorkerEnd::kZygoteGone);
  // To end it takes no answer.
  zygote = nullptr;
  tether.LetGo();
  EXPECT_TRUE(tether.IsCut());
}

TEST(LifeTest, OrdersToAStoppedZygoteDoNotWaitForEver) {
  const auto zygote = StartImpatiently();
  ASSERT_NE(zygote, nullptr);
  ::kill(ZygoteOf(::getpid()), SIGSTOP);
  // More than fit into the socket.
  const std::string task(sandbox::kMostTaskBytes, 't');
  const auto at_once = [] { return true; };
  for (int i = 0; i < 30; ++i) {
    const Told told = RunTask(zygote.get(), task, {.interrupted = at_once});
    EXPECT_EQ(told.outcome.end, WorkerEnd::kInterrupted);
  }
  const Told told = RunTask(zygote.get(), task, {.time = milliseconds(100)});
  EXPECT_EQ(told.outcome.end, WorkerEnd::kZygoteGone);
}

TEST(LifeTest, ManyOrdersLeaveNoDescriptorOpen) {
  const auto zygote = StartZygote();
  ASSERT_NE(zygote, nullptr);
  ASSERT_EQ(RunTask(zygote.get(), "read").reply, "12345678");
  const size_t before = OpenDescriptors();
  const size_t many = ManyOrders();
  constexpr std::array<std::string_view, 5> kTasks = {
      "read", "act:Getppid", "abort", "nothing", "whole-reply"};
  size_t carried_out = 0;
  for (size_t i = 0; i < many; ++i) {
    const Told told = RunTask(zygote.get(), kTasks[i % kTasks.size()],
                              {.most_bytes = i % 3 == 0 ? 2u : 100u});
    ASSERT_NE(told.outcome.end, WorkerEnd::kZygoteGone);
    ASSERT_NE(told.outcome.end, WorkerEnd::kNotStarted);
    ++carried_out;
  }
  EXPECT_EQ(carried_out, many);
  EXPECT_EQ(OpenDescriptors(), before);
}

// The zygote's own are not to be looked into, but with twelve to spare a leak
// of one an order would end it soon.
TEST(LifeTest, ManyOrdersLeaveNoDescriptorOpenInTheZygote) {
  if (kSanitized) return;  // Its runtime has descriptors of its own.
  EXPECT_EQ(InChild([] {
              for (int fd = 3; fd < 1024; ++fd) ::close(fd);
              const rlimit few = {24, 24};
              if (::setrlimit(RLIMIT_NOFILE, &few) != 0) return 100;
              const auto zygote = StartZygote();
              for (int i = 0; i < 100; ++i) {
                if (RunTask(zygote.get(), "read").reply != "12345678") {
                  return 1;
                }
              }
              return 0;
            }),
            0);
}

TEST(LifeTest, SeveralThreadsMayGiveOrders) {
  const auto zygote = StartZygote();
  ASSERT_NE(zygote, nullptr);
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&zygote, &right, i] {
      const UniqueFd file = MakeInput(std::to_string(1000 + i));
      for (int k = 0; k < 25; ++k) {
        const bool dies = k % 5 == 4;
        const Told told = RunTask(zygote.get(), dies ? "act:Getppid" : "read",
                                  {.inputs = {file.get()}});
        if (dies ? told.outcome.end == WorkerEnd::kViolation
                 : told.reply == std::to_string(1000 + i)) {
          ++right;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 100);
}

TEST(LifeTest, AWorkerEndingInAHurryLosesNothingOfItsReply) {
  const auto zygote = StartZygote();
  ASSERT_NE(zygote, nullptr);
  for (int i = 0; i < 50; ++i) {
    const Told told = RunTask(zygote.get(), "reply-then-crash");
    EXPECT_EQ(told.reply, "whole");
  }
}

}  // namespace
}  // namespace loadgate::testing_support
