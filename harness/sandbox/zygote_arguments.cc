#include "harness/sandbox/zygote_arguments.h"

#include <sys/stat.h>

#include <string_view>

#include "loadgate/version.h"

namespace loadgate::sandbox {
namespace {

constexpr std::string_view kWithoutLandlock = "--without-landlock";
constexpr std::string_view kPolicy = "--policy=";

bool IsSocket(int fd) {
  struct stat state = {};
  return ::fstat(fd, &state) == 0 && S_ISSOCK(state.st_mode);
}

std::optional<Policy> PolicyOfName(std::string_view name) {
  for (const Policy policy : kPolicies) {
    if (PolicyName(policy) == name) return policy;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> ZygoteArguments(const ZygoteOptions& options) {
  std::vector<std::string> arguments = {
      std::string(kPolicy) + std::string(PolicyName(options.policy))};
  if (options.without_landlock) arguments.emplace_back(kWithoutLandlock);
  return arguments;
}

std::optional<ZygoteOptions> ParseZygoteArguments(
    std::span<char* const> arguments) {
  if (arguments.size() < 2 || !IsSocket(kControl)) return std::nullopt;
  ZygoteOptions options = {.version = Version()};
  for (const char* argument : arguments.subspan(1)) {
    std::string_view text = argument;
    if (text == kWithoutLandlock) {
      options.without_landlock = true;
    } else if (text.starts_with(kPolicy)) {
      const auto policy = PolicyOfName(text.substr(kPolicy.size()));
      if (!policy.has_value()) return std::nullopt;
      options.policy = *policy;
    } else {
      return std::nullopt;
    }
  }
  return options;
}

}  // namespace loadgate::sandbox
