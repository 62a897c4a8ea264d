#include "harness/sandbox/zygote.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "harness/policy/descriptors.h"
#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/message_socket.h"
#include "harness/sandbox/orders.h"
#include "tests/sandbox/run_zygote.h"

namespace loadgate::sandbox {
namespace {

using testing_support::kTestPolicy;
using testing_support::MakeInput;

char prepared = '-';

[[noreturn]] void Spin() {
  volatile int round = 0;
  while (true) round = 1 - round;
}

int EchoTask(std::string_view task, int inputs) {
  if (task == "spin") Spin();
  if (task == "full") {
    // Into a pipe that nobody reads.
    return ::write(kReply, "x", 1) < 0 ? kExitNoReader : 1;
  }
  std::string reply(1, prepared);
  reply += static_cast<char>('0' + inputs);
  reply += task;
  return ::write(kReply, reply.data(), reply.size()) < 0 ? kExitNoReader
                                                         : kExitDone;
}

// A zygote in a forked child of the test, spoken to as the broker speaks to it.
class ZygoteTest : public testing::Test {
 protected:
  void Start(rlim_t descriptors = 0) {
    auto [ours, theirs] = MakeSocketPair();
    control_ = std::move(ours);
    pid_ = ::fork();
    if (pid_ == 0) {
      control_ = UniqueFd();
      if (descriptors != 0) {
        // Clear of what the test has open.
        const int control = ::dup2(theirs.get(), 3);
        for (int fd = 4; fd < 1024; ++fd) ::close(fd);
        const rlimit few = {descriptors, descriptors};
        ::setrlimit(RLIMIT_NOFILE, &few);
        theirs.Release();
        theirs = UniqueFd(control);
      }
      ::_exit(RunZygote(theirs.get(), {.policy = kTestPolicy, .version = "v"},
                        {[] { prepared = 'p'; }, EchoTask, "w"}));
    }
    theirs = UniqueFd();
    const auto message = ReceiveMessage(control_.get());
    ASSERT_TRUE(message.has_value());
    const auto hello = DecodeHello(message->bytes);
    ASSERT_TRUE(hello.has_value());
    EXPECT_EQ(hello->version, "v");
    EXPECT_EQ(hello->worker, "w");
    ASSERT_TRUE(std::holds_alternative<Layers>(hello->state));
    EXPECT_EQ(std::get<Layers>(hello->state).policy, kTestPolicy);
  }

  void TearDown() override {
    control_ = UniqueFd();
    if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
  }

  // The zygote's exit status.
  int End() {
    const pid_t pid = std::exchange(pid_, -1);
    int status = 0;
    EXPECT_EQ(::waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // An order on its way.
  struct Sent {
    UniqueFd reply;
    UniqueFd notices;
  };

  Sent Send(std::string_view bytes, size_t inputs) {
    Sent sent;
    std::array<int, 2> ends = {-1, -1};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    sent.reply = UniqueFd(ends[0]);
    const UniqueFd writer(ends[1]);
    auto [ours, theirs] = MakeSocketPair();
    sent.notices = std::move(ours);
    const UniqueFd input = MakeInput("input");
    std::vector<int> descriptors = {writer.get(), theirs.get()};
    descriptors.insert(descriptors.end(), inputs, input.get());
    EXPECT_EQ(SendMessage(control_.get(), bytes, descriptors), 0);
    return sent;
  }

  Sent SendTask(std::string_view task, size_t inputs = 1,
                Policy policy = kTestPolicy) {
    return Send(EncodeOrder({.policy = policy, .task = std::string(task)}),
                inputs);
  }

  static std::string ReplyOf(const Sent& sent) {
    std::string reply;
    std::array<char, 64> piece = {};
    ssize_t got = 0;
    while ((got = ::read(sent.reply.get(), piece.data(), piece.size())) > 0) {
      reply.append(piece.data(), static_cast<size_t>(got));
    }
    return reply;
  }

  // nullopt once there are no more.
  static std::optional<Notice> NoticeOf(const Sent& sent) {
    const auto message = ReceiveMessage(sent.notices.get());
    if (!message.has_value() || message->bytes.empty()) return std::nullopt;
    return DecodeNotice(message->bytes);
  }

  static void ExpectEnded(const Sent& sent, int status) {
    const auto notice = NoticeOf(sent);
    ASSERT_TRUE(notice.has_value());
    EXPECT_EQ(notice->kind, Notice::Kind::kEnded);
    EXPECT_EQ(notice->value, status);
    EXPECT_FALSE(NoticeOf(sent).has_value());
  }

  pid_t pid_ = -1;
  UniqueFd control_;
};

TEST_F(ZygoteTest, ServesOrdersUntilItsControlIsClosed) {
  Start();
  for (const size_t inputs : {1u, 2u, 7u}) {
    const Sent sent = SendTask("task", inputs);
    EXPECT_EQ(ReplyOf(sent), "p" + std::to_string(inputs) + "task");
    ExpectEnded(sent, 0);
  }
  control_ = UniqueFd();
  EXPECT_EQ(End(), 0);
}

TEST_F(ZygoteTest, KillsAWorkerWhoseBrokerTurnsAway) {
  Start();
  const Sent sent = SendTask("spin");
  ::shutdown(sent.notices.get(), SHUT_WR);
  const auto killed = NoticeOf(sent);
  ASSERT_TRUE(killed.has_value());
  EXPECT_EQ(killed->kind, Notice::Kind::kKilled);
  ExpectEnded(sent, SIGKILL);
  EXPECT_EQ(ReplyOf(sent), "");
}

TEST_F(ZygoteTest, KillsItsWorkersWhenItEnds) {
  Start();
  const Sent first = SendTask("spin");
  const Sent second = SendTask("spin");
  control_ = UniqueFd();
  EXPECT_EQ(ReplyOf(first), "");
  EXPECT_EQ(ReplyOf(second), "");
  EXPECT_EQ(End(), 0);
}

TEST_F(ZygoteTest, AWorkerWithoutAReaderIsToldSoWithoutASignal) {
  Start();
  Sent sent = SendTask("spin");
  // The pipe of the next one has no reader from the beginning.
  std::array<int, 2> ends = {-1, -1};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  ::close(ends[0]);
  const UniqueFd writer(ends[1]);
  auto [notices, theirs] = MakeSocketPair();
  const UniqueFd input = MakeInput("input");
  const std::array<int, 3> descriptors = {writer.get(), theirs.get(),
                                          input.get()};
  ASSERT_EQ(SendMessage(control_.get(),
                        EncodeOrder({.policy = kTestPolicy, .task = "full"}),
                        descriptors),
            0);
  theirs = UniqueFd();
  const auto message = ReceiveMessage(notices.get());
  ASSERT_TRUE(message.has_value());
  const auto notice = DecodeNotice(message->bytes);
  ASSERT_TRUE(notice.has_value());
  EXPECT_EQ(notice->value, W_EXITCODE(kExitNoReader, 0));
}

TEST_F(ZygoteTest, AMalformedOrderEndsTheConversation) {
  const std::string good = EncodeOrder({.policy = kTestPolicy, .task = "task"});
  const std::string other_policy =
      EncodeOrder({.policy = kTestPolicy == Policy::kTrace ? Policy::kRelease
                                                           : Policy::kTrace,
                   .task = "task"});
  const std::pair<std::string, size_t> orders[] = {
      {good.substr(1), 1},        {good + "x", 1}, {"x", 1},
      {std::string(16384, 0), 1}, {good, 0},  // Without an input.
      {other_policy, 1},                      // Which has not been tried.
  };
  for (const auto& [bytes, inputs] : orders) {
    Start();
    const Sent running = SendTask("spin");
    const Sent sent = Send(bytes, inputs);
    EXPECT_FALSE(NoticeOf(sent).has_value());
    EXPECT_EQ(ReplyOf(sent), "");
    EXPECT_EQ(ReplyOf(running), "");
    EXPECT_EQ(End(), 0);
  }
}

TEST_F(ZygoteTest, AMessageWithoutDescriptorsEndsIt) {
  Start();
  EXPECT_EQ(SendMessage(control_.get(),
                        EncodeOrder({.policy = kTestPolicy, .task = "task"})),
            0);
  EXPECT_EQ(End(), 0);
}

TEST_F(ZygoteTest, AnOrderWithMoreThanItCanHoldIsNotStartedAndTheNextIs) {
  if (kTestPolicy == Policy::kSanitizer) return;
  Start(24);
  const Sent sent = SendTask("task", 100);
  const auto notice = NoticeOf(sent);
  ASSERT_TRUE(notice.has_value());
  EXPECT_EQ(notice->kind, Notice::Kind::kNotStarted);
  EXPECT_EQ(notice->value, EMFILE);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(ReplyOf(SendTask("task", 5)), "p5task");
  }
}

TEST_F(ZygoteTest, HandlersAndMasksOfWhoStartedItDoNotReachWorkers) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, &before);
  const auto handler = ::signal(SIGXCPU, SIG_IGN);
  Start();
  ::signal(SIGXCPU, handler);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  const Sent sent = Send(EncodeOrder({.policy = kTestPolicy,
                                      .limits = {.cpu_seconds = 1},
                                      .task = "spin"}),
                         1);
  ExpectEnded(sent, SIGXCPU);
}

}  // namespace
}  // namespace loadgate::sandbox
