#include "harness/gate/record_decoder.h"

#include <algorithm>
#include <utility>

#include "harness/gate/record_payload.h"
#include "loadgate/check.h"
#include "loadgate/cursor.h"

namespace loadgate {

ReplyDecoder::ReplyDecoder(const ReplyLimits& limits, RecordSink sink)
    : limits_(limits), sink_(std::move(sink)), order_(limits) {}

ReplyState ReplyDecoder::Feed(ByteSpan bytes) {
  while (!bytes.empty() && !IsFault(state_)) {
    if (frame_.empty()) state_ = CheckFirst(AsText(bytes).front());
    if (IsFault(state_)) break;
    const ByteSpan next =
        bytes.first(std::min(bytes.size(), wanted_ - frame_.size()));
    frame_.insert(frame_.end(), next.begin(), next.end());
    bytes = bytes.subspan(next.size());
    if (frame_.size() < wanted_) break;
    if (wanted_ == kFrameHeaderBytes) state_ = TakeHeader();
    if (frame_.size() == wanted_ && !IsFault(state_)) state_ = TakePayload();
  }
  return state_;
}

ReplyState ReplyDecoder::Finish() {
  if (state_ == ReplyState::kGoingOn) {
    const bool nothing = bytes_ == 0 && frame_.empty();
    state_ = nothing ? ReplyState::kNoReply : ReplyState::kCutShort;
  }
  return state_;
}

ReplyState ReplyDecoder::CheckFirst(char byte) const {
  const auto type = static_cast<uint8_t>(byte);
  if (state_ == ReplyState::kEnded) {
    return type == static_cast<uint8_t>(FrameType::kEnd)
               ? ReplyState::kSecondEnd
               : ReplyState::kByteAfterEnd;
  }
  const ReplyState state = order_.CheckType(type);
  if (IsFault(state)) return state;
  if (records_ >= limits_.records) return ReplyState::kTooManyRecords;
  return kFrameHeaderBytes > limits_.bytes - bytes_ ? ReplyState::kTooManyBytes
                                                    : ReplyState::kGoingOn;
}

ReplyState ReplyDecoder::TakeHeader() {
  Cursor cursor(frame_);
  uint8_t type = 0;
  uint32_t length = 0;
  LG_CHECK(cursor.ReadU8(&type) && cursor.ReadU32(&length));
  if (length > kMaxPayload) return ReplyState::kFrameTooLong;
  if (length > limits_.bytes - bytes_ - kFrameHeaderBytes) {
    return ReplyState::kTooManyBytes;
  }
  type_ = static_cast<FrameType>(type);
  wanted_ = kFrameHeaderBytes + length;
  return state_;
}

ReplyState ReplyDecoder::TakePayload() {
  const ByteSpan payload = ByteSpan(frame_).subspan(kFrameHeaderBytes);
  Record record;
  ReplyState state = DecodePayload(type_, payload, &record);
  if (!IsFault(state)) state = order_.Take(type_, record);
  if (IsFault(state)) return state;
  bytes_ += wanted_;
  ++records_;
  wanted_ = kFrameHeaderBytes;
  frame_.clear();
  sink_(record);
  return state;
}

}  // namespace loadgate
