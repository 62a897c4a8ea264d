#include "harness/signals.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <limits>
#include <new>

namespace loadgate {
namespace {

// Each runs in a process of its own: handlers are for a whole process.

TEST(SignalsDeathTest, OneSignalAsksAndASecondOneEnds) {
  EXPECT_EXIT(
      {
        InstallHandlers();
        std::raise(SIGINT);
        if (!Interrupted()) ::_exit(9);
        std::raise(SIGINT);
        ::_exit(8);
      },
      testing::KilledBySignal(SIGINT), "");
}

TEST(SignalsDeathTest, AClosedPipeAndAFileThatMayNotGrowAreNoSignals) {
  EXPECT_EXIT(
      {
        InstallHandlers();
        std::raise(SIGPIPE);
        std::raise(SIGXFSZ);
        ::_exit(Interrupted() ? 9 : 7);
      },
      testing::ExitedWithCode(7), "");
}

TEST(SignalsDeathTest, TheEndOfMemoryIsExitCodeTwo) {
  EXPECT_EXIT(
      {
        InstallHandlers();
        std::get_new_handler()();
      },
      testing::ExitedWithCode(2), "out of memory");
}

TEST(SignalsDeathTest, MissingStreamsAreReplacedAndOutputIsMissed) {
  EXPECT_EXIT(
      {
        ::close(STDIN_FILENO);
        ::close(STDOUT_FILENO);
        const bool ok = EnsureStandardStreams();
        const bool open = ::dup(STDIN_FILENO) > 2 && ::dup(STDOUT_FILENO) > 2;
        ::_exit(!ok && open ? 7 : 9);
      },
      testing::ExitedWithCode(7), "");
}

TEST(SignalsDeathTest, AClosedStandardInputIsNotFoundEmpty) {
  EXPECT_EXIT(
      {
        ::close(STDIN_FILENO);
        char byte = 0;
        const bool ok = EnsureStandardStreams();
        ::_exit(ok && ::read(STDIN_FILENO, &byte, 1) < 0 ? 7 : 9);
      },
      testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace loadgate
