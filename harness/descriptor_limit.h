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

// RaiseDescriptorLimit raises the process's limit as far as it may and may be
// of use, and returns what it is then: directories that the user names are open
// together, and so are all files of a set.
uint64_t RaiseDescriptorLimit();

// FitJobs does that, and lowers `*jobs` to what the limit is enough for. It
// returns what to tell the user, or nothing where no job had to go.
std::optional<std::string> FitJobs(size_t* jobs);

}  // namespace loadgate

#endif  // HARNESS_DESCRIPTOR_LIMIT_H_
