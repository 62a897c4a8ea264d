#include "harness/progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

#include "harness/unique_fd.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using std::chrono::milliseconds;
using testing_support::TempDir;

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

TEST_F(ProgressTest, NothingIsShownInTheFirstSecond) {
  Progress progress(fd_.get(), true, start_);
  progress.Show(1, 9, "a", start_ + milliseconds(999));
  EXPECT_EQ(Written(), "");
}

TEST_F(ProgressTest, ALongRunIsShownAndTheLineTakenAway) {
  {
    Progress progress(fd_.get(), true, start_);
    progress.Show(2, 9, "a\x1b", start_ + milliseconds(1000));
    EXPECT_EQ(Written(), "judging 2 of 9: a\\x1b");
    progress.Show(3, 9, "b", start_ + milliseconds(1100));
    EXPECT_EQ(Written(), "judging 2 of 9: a\\x1b");
  }
  EXPECT_EQ(Written(), "judging 2 of 9: a\\x1b\r\x1b[K");
}

TEST_F(ProgressTest, ItIsSilentWhereThereIsNoTerminal) {
  Progress progress(fd_.get(), false, start_);
  progress.Show(2, 9, "a", start_ + milliseconds(5000));
  EXPECT_EQ(Written(), "");
}

}  // namespace
}  // namespace loadgate
