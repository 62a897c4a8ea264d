// The descriptors that a worker has, and no other.
//
// They are moved to these numbers before the filter is loaded, so that the
// filter can name them.

#ifndef HARNESS_POLICY_DESCRIPTORS_H_
#define HARNESS_POLICY_DESCRIPTORS_H_

namespace loadgate::sandbox {

// What a worker reads: kFirstInput and, for a set of n files, those behind it,
// up to kFirstInput + n - 1.
inline constexpr int kFirstInput = 3;

// The pipe for its reply: standard output, to which nothing else is written.
inline constexpr int kReply = 1;

// Where the C library says why it gives up. It is closed.
inline constexpr int kStandardError = 2;

// The most inputs that one worker is given: as many shards as a set may have.
inline constexpr int kMostInputs = 1024;

}  // namespace loadgate::sandbox

#endif  // HARNESS_POLICY_DESCRIPTORS_H_
