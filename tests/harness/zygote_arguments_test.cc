#include "harness/sandbox/zygote_arguments.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace loadgate::sandbox {
namespace {

// Runs `check` in a process whose descriptor kControl is a socket, or is
// closed.
bool InChild(bool socket, const std::function<bool()>& check) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(kControl);
    std::array<int, 2> ends = {-1, -1};
    if (socket) {
      ::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends.data());
      ::dup2(ends[0], kControl);
    }
    ::_exit(check() ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status == 0;
}

std::optional<ZygoteOptions> Parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "loadgate-worker");
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  return ParseZygoteArguments(pointers);
}

TEST(ZygoteArgumentsTest, OptionsComeBack) {
  EXPECT_TRUE(InChild(true, [] {
    for (const Policy policy : kPolicies) {
      for (const bool without : {false, true}) {
        ZygoteOptions options;
        options.policy = policy;
        options.without_landlock = without;
        const auto parsed = Parse(ZygoteArguments(options));
        if (!parsed.has_value() || parsed->policy != policy ||
            parsed->without_landlock != without || parsed->version.empty()) {
          return false;
        }
      }
    }
    return true;
  }));
}

TEST(ZygoteArgumentsTest, OtherArgumentsAreRefused) {
  EXPECT_TRUE(InChild(true, [] {
    return !Parse({}).has_value() && !Parse({"--policy=off"}).has_value() &&
           !Parse({"--policy=release", "x"}).has_value() &&
           !Parse({"--policy=release", "--without-seccomp"}).has_value();
  }));
}

TEST(ZygoteArgumentsTest, StartedByHandThereIsNoSocket) {
  EXPECT_TRUE(
      InChild(false, [] { return !Parse({"--policy=release"}).has_value(); }));
}

}  // namespace
}  // namespace loadgate::sandbox
