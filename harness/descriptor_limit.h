// How many files the process may have open, and how many jobs that is enough
// for.

#ifndef HARNESS_DESCRIPTOR_LIMIT_H_
#define HARNESS_DESCRIPTOR_LIMIT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace loadgate {

// JobsThatFit returns how many of `jobs` a process may do at once that may have
// `descriptors` files open: at least one.
size_t JobsThatFit(size_t jobs, uint64_t descriptors);

// FitJobs raises the process's limit as far as it may and is of use, and lowers
// `*jobs` to what that is enough for. It returns what to tell the user, or
// nothing where no job had to go.
std::optional<std::string> FitJobs(size_t* jobs);

}  // namespace loadgate

#endif  // HARNESS_DESCRIPTOR_LIMIT_H_
