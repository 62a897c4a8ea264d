// What is inside a frame, read with the Cursor that reads model files.

#ifndef HARNESS_GATE_RECORD_PAYLOAD_H_
#define HARNESS_GATE_RECORD_PAYLOAD_H_

#include "harness/gate/record.h"
#include "harness/gate/reply_format.h"
#include "harness/gate/reply_state.h"
#include "loadgate/bytes.h"

namespace loadgate {

// DecodePayload reads the payload of a frame of `type`, which must be one of
// kFrameRules. It returns kGoingOn and the record in `*out`; or the first fault
// of its fields, and leaves `*out` alone. Memory is at most a small constant
// times the bytes of `payload`.
ReplyState DecodePayload(FrameType type, ByteSpan payload, Record* out);

}  // namespace loadgate

#endif  // HARNESS_GATE_RECORD_PAYLOAD_H_
