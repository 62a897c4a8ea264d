#include "harness/gate/record_decoder.h"

#include <utility>

#include "harness/gate/record_payload.h"

namespace loadgate {

ReplyDecoder::ReplyDecoder(const ReplyLimits& limits, RecordSink sink)
    : sink_(std::move(sink)),
      order_(limits),
      stream_({.records = limits.records,
               .bytes = limits.bytes,
               .end = static_cast<uint8_t>(FrameType::kEnd)},
              *this) {}

ReplyState ReplyDecoder::CheckType(uint8_t type) const {
  return order_.CheckType(type);
}

ReplyState ReplyDecoder::Take(uint8_t type, ByteSpan payload) {
  const auto known = static_cast<FrameType>(type);
  Record record;
  ReplyState state = DecodePayload(known, payload, &record);
  if (!IsFault(state)) state = order_.Take(known, record);
  if (!IsFault(state)) sink_(record);
  return state;
}

}  // namespace loadgate
