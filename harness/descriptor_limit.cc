#include "harness/descriptor_limit.h"

#include <sys/resource.h>

#include <algorithm>

#include "absl/strings/str_format.h"

namespace loadgate {
namespace {

// An input, its directory, and both ends of the pipe that is on its way to a
// worker; and beside the jobs the streams, the zygote and what is being walked.
constexpr uint64_t kOfAJob = 4;
constexpr uint64_t kBeside = 48;

}  // namespace

size_t JobsThatFit(size_t jobs, uint64_t descriptors) {
  const uint64_t left = descriptors - std::min(descriptors, kBeside);
  const uint64_t most = std::max<uint64_t>(left / kOfAJob, 1);
  return static_cast<size_t>(std::min<uint64_t>(jobs, most));
}

std::optional<std::string> FitJobs(size_t* jobs) {
  rlimit limit{};
  if (*jobs == 1 || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return std::nullopt;
  }
  const rlim_t wanted = *jobs * kOfAJob + kBeside;
  if (limit.rlim_cur < wanted && limit.rlim_cur < limit.rlim_max) {
    rlimit raised = limit;
    raised.rlim_cur = std::min(wanted, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  const size_t fit = JobsThatFit(*jobs, limit.rlim_cur);
  if (fit == *jobs) return std::nullopt;
  std::string told = absl::StrFormat(
      "--jobs %u: %u instead, since a process may have no more than %u files "
      "open here; ulimit -n raises that",
      *jobs, fit, limit.rlim_cur);
  *jobs = fit;
  return told;
}

}  // namespace loadgate
