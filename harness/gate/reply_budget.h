// Which findings still fit a reply.

#ifndef HARNESS_GATE_REPLY_BUDGET_H_
#define HARNESS_GATE_REPLY_BUDGET_H_

#include <cstdint>
#include <vector>

#include "harness/gate/record.h"
#include "harness/gate/reply_format.h"
#include "loadgate/finding.h"

namespace loadgate {

// KeepWhatFits takes out of `*findings` those for which a reply of `limits` has
// no room beside the `bytes_sent` bytes of frames before them and `*end`, and
// counts them in `end->omitted`. Errors are kept first, then what left the
// input undecided, then warnings, then notes; what is kept stays in its order.
// The verdict is not touched: it was taken from all findings.
void KeepWhatFits(const ReplyLimits& limits, uint64_t bytes_sent,
                  std::vector<Finding>* findings, EndRecord* end);

}  // namespace loadgate

#endif  // HARNESS_GATE_REPLY_BUDGET_H_
