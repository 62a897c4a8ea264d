#include "harness/sandbox/lock_worker.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <functional>
#include <string>
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

// What a locked child came to.
struct Ended {
  int status = 0;
  std::string reply;
  std::string notice;
};

struct Setting {
  Policy policy = kTestPolicy;
  std::vector<int> inputs = {};
  // What the child does before it locks itself, and after.
  std::function<void(WorkerDescriptors*)> before = nullptr;
  std::function<int()> after = [] { return kExitDone; };
};

Ended Lock(const Setting& setting) {
  std::array<int, 2> ends = {-1, -1};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  auto [notices, theirs] = MakeSocketPair();
  const pid_t child = ::fork();
  if (child == 0) {
    WorkerDescriptors own = {.reply = writer.get(),
                             .inputs = setting.inputs,
                             .notices = theirs.get()};
    if (setting.before) setting.before(&own);
    if (LockWorker(own, {}, setting.policy)) ::_exit(kExitSetup);
    ::_exit(setting.after());
  }
  writer = UniqueFd();
  theirs = UniqueFd();
  Ended ended;
  std::array<char, 64> piece = {};
  ssize_t got = 0;
  while ((got = ::read(reader.get(), piece.data(), piece.size())) > 0) {
    ended.reply.append(piece.data(), static_cast<size_t>(got));
  }
  const auto message = ReceiveMessage(notices.get());
  if (message.has_value()) ended.notice = message->bytes;
  EXPECT_EQ(::waitpid(child, &ended.status, 0), child);
  return ended;
}

int ReplyFirstBytes(int inputs) {
  for (int i = 0; i < inputs; ++i) {
    char byte = 0;
    if (::pread(kFirstInput + i, &byte, 1, 0) != 1) return 1;
    if (::write(kReply, &byte, 1) != 1) return 2;
  }
  return kExitDone;
}

TEST(LockWorkerTest, AWorkerReadsItsInputsAndReplies) {
  const UniqueFd a = MakeInput("a");
  const UniqueFd b = MakeInput("b");
  const Ended ended = Lock({.inputs = {b.get(), a.get(), b.get()},
                            .after = [] { return ReplyFirstBytes(3); }});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.reply, "bab");
  EXPECT_EQ(ended.notice, "");
}

// Whatever numbers they had: here the reply has an input's, and the other way
// round.
TEST(LockWorkerTest, DescriptorsMayHaveEachOthersNumbers) {
  const UniqueFd a = MakeInput("a");
  const UniqueFd b = MakeInput("b");
  const auto exchange = [&](WorkerDescriptors* own) {
    const int reply = ::fcntl(own->reply, F_DUPFD, 100);
    const int notices = ::fcntl(own->notices, F_DUPFD, 100);
    const int first = ::fcntl(a.get(), F_DUPFD, 100);
    const int second = ::fcntl(b.get(), F_DUPFD, 100);
    ::dup2(reply, 4);
    ::dup2(notices, 3);
    ::dup2(first, 2);
    ::dup2(second, 1);
    *own = {.reply = 4, .inputs = {2, 1}, .notices = 3};
  };
  const Ended ended =
      Lock({.before = exchange, .after = [] { return ReplyFirstBytes(2); }});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.reply, "ab");
}

TEST(LockWorkerTest, NothingElseIsOpen) {
  if (kTestPolicy == Policy::kSanitizer) return;  // Which may open pipes.
  const UniqueFd a = MakeInput("a");
  const Ended ended =
      Lock({.policy = Policy::kTrace, .inputs = {a.get()}, .after = [] {
              // One that trace lets pass as far as the kernel.
              if (::write(kStandardError, "x", 1) == 1) {
                return 1;
              }
              return errno == EBADF ? 0 : 2;
            }});
  EXPECT_EQ(ended.status, 0);
}

TEST(LockWorkerTest, AForbiddenCallEndsIt) {
  const UniqueFd a = MakeInput("a");
  const Ended ended = Lock({.inputs = {a.get()}, .after = [] {
                              return static_cast<int>(::syscall(SYS_getppid));
                            }});
  EXPECT_TRUE(WIFSIGNALED(ended.status));
  EXPECT_EQ(WTERMSIG(ended.status), SIGSYS);
}

TEST(LockWorkerTest, TooFewDescriptorsAreAFailureOfThatStep) {
  const UniqueFd a = MakeInput("a");
  const Ended ended =
      Lock({.inputs = {a.get()}, .before = [&](WorkerDescriptors* own) {
              const int last = std::max({own->reply, own->notices, a.get()});
              const auto most = static_cast<rlim_t>(last) + 1;
              for (int fd = 0; fd <= last; ++fd) {
                ::dup2(own->notices, fd);
                if (fd < last - 1) continue;
                own->notices = fd;
              }
              const rlimit few = {most, most};
              ::setrlimit(RLIMIT_NOFILE, &few);
            }});
  EXPECT_EQ(WEXITSTATUS(ended.status), kExitSetup);
  const auto notice = DecodeNotice(ended.notice);
  ASSERT_TRUE(notice.has_value());
  EXPECT_EQ(notice->kind, Notice::Kind::kSetupFailed);
  EXPECT_EQ(notice->step, SetupStep::kDescriptors);
  EXPECT_EQ(notice->value, EMFILE);
}

TEST(LockWorkerTest, AnInputThatIsNoneIsAFailureOfThatStep) {
  const Ended ended = Lock({.inputs = {9999}});
  EXPECT_EQ(WEXITSTATUS(ended.status), kExitSetup);
  const auto notice = DecodeNotice(ended.notice);
  ASSERT_TRUE(notice.has_value());
  EXPECT_EQ(notice->step, SetupStep::kDescriptors);
  EXPECT_EQ(notice->value, EBADF);
}

TEST(LockWorkerTest, MessagesGoWhereTheyAreWanted) {
  const UniqueFd a = MakeInput("a");
  const UniqueFd messages = MakeInput("");
  const Policy policy =
      kTestPolicy == Policy::kSanitizer ? kTestPolicy : Policy::kTrace;
  const Ended ended = Lock(
      {.policy = policy,
       .inputs = {a.get()},
       .before =
           [&](WorkerDescriptors* own) { own->messages = messages.get(); },
       .after =
           [] { return ::write(kStandardError, "message", 7) == 7 ? 0 : 1; }});
  EXPECT_EQ(ended.status, 0);
  std::array<char, 8> said = {};
  EXPECT_EQ(::pread(messages.get(), said.data(), 8, 0), 7);
}

}  // namespace
}  // namespace loadgate::sandbox
