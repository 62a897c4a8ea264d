// Reread: whether the bytes that a worker judged are those of the file.
//
// The worker states a digest of what it read. The same bytes are read once more
// and hashed, which is no parsing; if the digests differ, either the file
// changed unseen, or the worker is in the hands of its file and lies.

#ifndef HARNESS_REREAD_H_
#define HARNESS_REREAD_H_

#include <optional>

#include "harness/gate/record.h"
#include "loadgate/finding.h"
#include "loadgate/intake.h"
#include "loadgate/limits.h"

namespace loadgate {

// FindOtherBytes returns a finding if the bytes that a worker says it read are
// not those of the file, or are more than one under `limits` reads. A stream
// cannot be read again, and a worker that says nothing gives nothing to
// compare.
std::optional<Finding> FindOtherBytes(
    const OpenedInput& input, const Limits& limits,
    const std::optional<HeaderRecord>& header);

// WithoutDigest returns the finding about a worker that accepts and does not
// say what it read.
Finding WithoutDigest();

}  // namespace loadgate

#endif  // HARNESS_REREAD_H_
