#include "harness/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>

#include "loadgate/unique_fd.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::TempDir;

TEST(OutputTest, EverythingIsWrittenInOrder) {
  TempDir dir;
  const std::string path = dir.PathOf("out");
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  Output output(fd.get());
  std::string all;
  for (int i = 0; i < 10000; ++i) {
    const std::string line = std::to_string(i) + "\n";
    output.Sink()(line);
    all += line;
  }
  const std::string large(100000, 'x');
  output.Write(large);
  all += large;
  EXPECT_EQ(output.error(), 0);
  EXPECT_EQ(output.Finish(1), 1);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), all);
}

TEST(OutputTest, AFailedWriteIsExitCodeTwoWhateverTheVerdict) {
  const UniqueFd fd(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  Output output(fd.get());
  output.Write("accept");
  EXPECT_TRUE(output.ok());
  EXPECT_EQ(output.Finish(0), 2);
  EXPECT_FALSE(output.ok());
  EXPECT_EQ(output.error(), ENOSPC);
}

TEST(OutputTest, AFailedWriteOfALargeTextIsRemembered) {
  const UniqueFd fd(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  Output output(fd.get());
  output.Write(std::string(1 << 16, 'x'));
  EXPECT_EQ(output.error(), ENOSPC);
}

TEST(OutputTest, AFailureIsNotForgotten) {
  Output output(-1);
  output.Write("x");
  output.Flush();
  EXPECT_FALSE(output.ok());
  EXPECT_EQ(output.Finish(0), 2);
}

TEST(OutputTest, BadUsageIsExitCodeTwo) {
  EXPECT_EQ(UsageError("check", "that was wrong"), 2);
}

TEST(OutputTest, AFileGetsNoColour) {
  const UniqueFd fd(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  EXPECT_FALSE(WantsColor(fd.get()));
}

}  // namespace
}  // namespace loadgate
