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

SetupResult LimitWorker(const WorkerLimits& limits, int inputs) {
  const auto descriptors = static_cast<rlim_t>(kFirstInput + inputs);
  // SIGXCPU at the soft limit says what happened; a second later SIGKILL.
  const Row rows[] = {
      {RLIMIT_DATA, limits.data_bytes, limits.data_bytes},
      {RLIMIT_STACK, limits.stack_bytes, limits.stack_bytes},
      {RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1},
      {RLIMIT_NOFILE, descriptors, descriptors},
      {RLIMIT_FSIZE, 0, 0},
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
