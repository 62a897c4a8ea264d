// Encoding what was made, for the worker. craft_reply.h has the form.

#ifndef HARNESS_GATE_CRAFT_ENCODER_H_
#define HARNESS_GATE_CRAFT_ENCODER_H_

#include <functional>
#include <string_view>

#include "harness/gate/craft_reply.h"

namespace loadgate {

// EncodeCraftResult hands the reply to `sink`, in pieces of at most a frame.
// Texts that are too long are cut, and fields that a failure of that kind does
// not have are left out. A result that is no failure and no set has one file.
void EncodeCraftResult(const CraftResult& result,
                       const std::function<void(std::string_view)>& sink);

// FitsCraftReply returns whether `result` is within `limits`.
bool FitsCraftReply(const CraftResult& result, const CraftLimits& limits);

}  // namespace loadgate

#endif  // HARNESS_GATE_CRAFT_ENCODER_H_
