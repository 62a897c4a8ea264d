#include "harness/gate/frame_stream.h"

#include <algorithm>

#include "loadgate/check.h"
#include "loadgate/cursor.h"

namespace loadgate {

ReplyState FrameStream::Feed(ByteSpan bytes) {
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

ReplyState FrameStream::Finish() {
  if (state_ == ReplyState::kGoingOn) {
    const bool nothing = bytes_ == 0 && frame_.empty();
    state_ = nothing ? ReplyState::kNoReply : ReplyState::kCutShort;
  }
  return state_;
}

ReplyState FrameStream::CheckFirst(char byte) const {
  const auto type = static_cast<uint8_t>(byte);
  if (state_ == ReplyState::kEnded) {
    return type == caps_.end ? ReplyState::kSecondEnd
                             : ReplyState::kByteAfterEnd;
  }
  const ReplyState state = taker_.CheckType(type);
  if (IsFault(state)) return state;
  if (records_ >= caps_.records) return ReplyState::kTooManyRecords;
  return kFrameHeaderBytes > caps_.bytes - bytes_ ? ReplyState::kTooManyBytes
                                                  : ReplyState::kGoingOn;
}

ReplyState FrameStream::TakeHeader() {
  Cursor cursor(frame_);
  uint32_t length = 0;
  LG_CHECK(cursor.ReadU8(&type_) && cursor.ReadU32(&length));
  if (length > kMaxPayload) return ReplyState::kFrameTooLong;
  if (length > caps_.bytes - bytes_ - kFrameHeaderBytes) {
    return ReplyState::kTooManyBytes;
  }
  wanted_ = kFrameHeaderBytes + length;
  return state_;
}

ReplyState FrameStream::TakePayload() {
  const ReplyState state =
      taker_.Take(type_, ByteSpan(frame_).subspan(kFrameHeaderBytes));
  if (IsFault(state)) return state;
  bytes_ += wanted_;
  ++records_;
  wanted_ = kFrameHeaderBytes;
  frame_.clear();
  return state;
}

}  // namespace loadgate
