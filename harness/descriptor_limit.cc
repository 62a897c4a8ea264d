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

// What the limit is raised to, if it may be: directories that the user names
// are open together, and a set's job has all its files open.
constexpr rlim_t kWanted = 65536;

}  // namespace

size_t JobsThatFit(size_t jobs, uint64_t descriptors) {
  const uint64_t left = descriptors - std::min(descriptors, kBeside);
  const uint64_t most = std::max<uint64_t>(left / kOfAJob, 1);
  return static_cast<size_t>(std::min<uint64_t>(jobs, most));
}

uint64_t RaiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return UINT64_MAX;
  if (limit.rlim_cur < kWanted && limit.rlim_cur < limit.rlim_max) {
    rlimit raised = limit;
    raised.rlim_cur = std::min(kWanted, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur;
}

std::optional<std::string> FitJobs(size_t* jobs) {
  const uint64_t descriptors = RaiseDescriptorLimit();
  const size_t fit = JobsThatFit(*jobs, descriptors);
  if (fit == *jobs) return std::nullopt;
  std::string told = absl::StrFormat(
      "--jobs %u: %u instead, since a process may have no more than %u files "
      "open here; ulimit -n raises that",
      *jobs, fit, descriptors);
  *jobs = fit;
  return told;
}

}  // namespace loadgate
