#include "harness/progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

#include "loadgate/unique_fd.h"
#include "tests/support/temp_dir.h"
#include "tests/support/terminal.h"

namespace loadgate {
namespace {

using std::chrono::milliseconds;
using testing_support::TempDir;
using testing_support::Terminal;

class ProgressTest : public testing::Test {
 protected:
  std::string Written() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

  TempDir dir_;
  std::string path_ = dir_.PathOf("terminal");
  UniqueFd fd_{::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
  Progress::Clock::time_point start_{};
};

constexpr ProgressCounts kCounts = {
    .done = 412, .total = 1000, .bytes = uint64_t{5} << 28, .rejected = 3};

TEST_F(ProgressTest, NothingIsShownInTheFirstSecond) {
  Progress progress(fd_.get(), true, start_);
  progress.Show(kCounts, start_ + milliseconds(999));
  EXPECT_EQ(Written(), "");
}

TEST_F(ProgressTest, ALongRunIsShownAndTheLineTakenAway) {
  const std::string first =
      "\r412 of 1,000 files, 1.2 GiB, 3 rejected, 412/s\x1b[K";
  const std::string second =
      "\r900 of 1,000 files, 1.2 GiB, 3 rejected, 750/s\x1b[K";
  {
    Progress progress(fd_.get(), true, start_);
    ProgressCounts counts = kCounts;
    progress.Show(counts, start_ + milliseconds(1000));
    EXPECT_EQ(Written(), first);
    counts.done = 900;
    progress.Show(counts, start_ + milliseconds(1199));
    EXPECT_EQ(Written(), first);
    progress.Show(counts, start_ + milliseconds(1200));
    EXPECT_EQ(Written(), first + second);
  }
  EXPECT_EQ(Written(), first + second + "\r\x1b[K");
}

TEST_F(ProgressTest, ItIsSilentWhereThereIsNoTerminal) {
  Progress progress(fd_.get(), false, start_);
  progress.Show(kCounts, start_ + milliseconds(5000));
  EXPECT_EQ(Written(), "");
}

TEST_F(ProgressTest, WhatDoesNotFitIsLeftOut) {
  using Seconds = std::chrono::duration<double>;
  const Seconds time(0.1925);
  EXPECT_EQ(ProgressText(kCounts, time, 48),
            "412 of 1,000 files, 1.2 GiB, 3 rejected, 2,140/s");
  EXPECT_EQ(ProgressText(kCounts, time, 47),
            "412 of 1,000 files, 1.2 GiB, 3 rejected");
  EXPECT_EQ(ProgressText(kCounts, time, 18), "412 of 1,000 files");
  EXPECT_EQ(ProgressText(kCounts, time, 17), "");
}

TEST_F(ProgressTest, SlowRunsAndUndecidedInputsAreShownToo) {
  using Seconds = std::chrono::duration<double>;
  EXPECT_EQ(ProgressText({.done = 3, .total = 9, .bytes = 1, .undecided = 1200},
                         Seconds(2), 79),
            "3 of 9 files, 1 byte, 0 rejected, 1,200 undecided, 1.5/s");
  EXPECT_EQ(ProgressText({.total = 1}, Seconds(0), 79),
            "0 of 1 file, 0 bytes, 0 rejected");
}

TEST_F(ProgressTest, ANarrowTerminalIsNotWrapped) {
  const Terminal terminal(30);
  if (!terminal.is_open()) GTEST_SKIP() << "there is no /dev/pts here";
  const UniqueFd fd(
      ::open(terminal.name().c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  Progress progress(fd.get(), true, start_);
  progress.Show(kCounts, start_ + milliseconds(1000));
  EXPECT_EQ(terminal.Read(), "\r412 of 1,000 files, 1.2 GiB\x1b[K");
}

}  // namespace
}  // namespace loadgate
