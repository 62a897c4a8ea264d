#include "harness/sandbox/worker_limits.h"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>

#include "harness/policy/descriptors.h"

namespace loadgate::sandbox {
namespace {

struct Row {
  decltype(RLIMIT_DATA) resource;
  rlim_t soft;
  rlim_t hard;
};

}  // namespace

SetupResult LimitWorker(const WorkerLimits& limits, Policy policy,
                        size_t inputs) {
  const bool sanitizer = policy == Policy::kSanitizer;
  const auto descriptors = static_cast<rlim_t>(kFirstInput) + inputs;
  const auto unless_sanitizer = [sanitizer](rlim_t most) {
    return sanitizer ? RLIM_INFINITY : most;
  };
  // What a developer is told may go to a file.
  const rlim_t file_bytes = IsBoundary(policy) ? 0 : RLIM_INFINITY;
  // SIGXCPU at the soft limit says what happened; a second later SIGKILL.
  const Row rows[] = {
      {RLIMIT_DATA, unless_sanitizer(limits.data_bytes),
       unless_sanitizer(limits.data_bytes)},
      {RLIMIT_STACK, unless_sanitizer(limits.stack_bytes),
       unless_sanitizer(limits.stack_bytes)},
      {RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1},
      {RLIMIT_NOFILE, unless_sanitizer(descriptors),
       unless_sanitizer(descriptors)},
      {RLIMIT_FSIZE, file_bytes, file_bytes},
      {RLIMIT_CORE, 0, 0},
      {RLIMIT_NPROC, 0, 0},
      {RLIMIT_MEMLOCK, 0, 0},
      {RLIMIT_MSGQUEUE, 0, 0},
  };
  for (const Row& row : rows) {
    // A limit that is lower already is kept: it could not be raised.
    struct rlimit now = {};
    if (::getrlimit(row.resource, &now) != 0) {
      return SetupFailure{SetupStep::kLimits, errno};
    }
    const struct rlimit wanted = {std::min(row.soft, now.rlim_max),
                                  std::min(row.hard, now.rlim_max)};
    if (::setrlimit(row.resource, &wanted) != 0) {
      return SetupFailure{SetupStep::kLimits, errno};
    }
  }
  return std::nullopt;
}

}  // namespace loadgate::sandbox
