#include "harness/worker_options.h"

#include <unistd.h>

#include <climits>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "absl/strings/str_format.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

constexpr std::chrono::milliseconds kMostTime = std::chrono::hours(24);

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

// The folder of the running program, with a slash at its end, or "" if the
// kernel does not say: without /proc.
std::string OwnFolder() {
  std::vector<char> path(PATH_MAX);
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) return "";
  const std::string_view own(path.data(), static_cast<size_t>(length));
  if (!own.starts_with('/')) return "";
  return std::string(own.substr(0, own.rfind('/') + 1));
}

void UseWorker(std::string_view name, ZygoteSpec* zygote) {
  zygote->program = WorkerProgram(name);
  zygote->worker = name;
}

}  // namespace

std::optional<std::chrono::milliseconds> ReadDuration(std::string_view text) {
  uint64_t unit = 0;
  if (text.ends_with("ms")) {
    unit = 1;
    text.remove_suffix(2);
  } else if (text.ends_with('s')) {
    unit = 1000;
    text.remove_suffix(1);
  } else if (text.ends_with('m')) {
    unit = 60'000;
    text.remove_suffix(1);
  }
  const bool digits =
      !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  const std::optional<uint64_t> number = ParseNumber(text);
  const auto most = static_cast<uint64_t>(kMostTime.count());
  if (unit == 0 || !digits || !number.has_value() || *number == 0 ||
      *number > most / unit) {
    return std::nullopt;
  }
  return std::chrono::milliseconds(*number * unit);
}

std::optional<std::string> ReadWorkerOptions(const ParsedLine& line,
                                             WorkerSettings* settings) {
  const std::string sandbox = line.Last("sandbox").value_or("require");
  if (sandbox == "best-effort") {
    settings->zygote.without_landlock = true;
  } else if (sandbox == "trace") {
    settings->zygote.policy = sandbox::Policy::kTrace;
  } else if (sandbox != "require") {
    return absl::StrFormat(
        "--sandbox is require, best-effort or trace, not '%s'",
        Escaped(sandbox));
  }
  const std::optional<std::string> timeout = line.Last("timeout");
  if (!timeout.has_value()) return std::nullopt;
  const auto duration = ReadDuration(*timeout);
  if (!duration.has_value()) {
    return absl::StrFormat(
        "--timeout needs a number above 0 with ms, s or m behind it, up to a "
        "day, not '%s'",
        Escaped(*timeout));
  }
  settings->timeout = *duration;
  settings->timeout_for_streams = true;
  return std::nullopt;
}

std::string WorkerProgram(std::string_view name) {
  const std::string folder = OwnFolder();
  // A name alone would be one in the working directory.
  if (folder.empty()) return "";
  const std::string beside = folder + std::string(name);
  if (!folder.ends_with("/" LG_BIN_NAME "/")) return beside;
  const std::string installed =
      std::filesystem::path(folder + LG_BIN_TO_WORKERS + std::string(name))
          .lexically_normal();
  const bool there = ::access(beside.c_str(), F_OK) == 0 &&
                     ::access(installed.c_str(), F_OK) != 0;
  return there ? beside : installed;
}

WorkerSettings DefaultWorkerSettings() {
  WorkerSettings settings;
  UseWorker(sandbox::kJudgingWorker, &settings.zygote);
  if (kSanitized) settings.zygote.policy = sandbox::Policy::kSanitizer;
  return settings;
}

WorkerSettings DefaultCraftSettings() {
  WorkerSettings settings = DefaultWorkerSettings();
  UseWorker(sandbox::kCraftWorker, &settings.zygote);
  settings.limits.data_bytes = uint64_t{4} << 30;
  settings.limits.cpu_seconds = 60;
  settings.timeout = std::chrono::minutes(2);
  return settings;
}

}  // namespace loadgate
