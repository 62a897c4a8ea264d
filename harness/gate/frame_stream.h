// FrameStream: bytes of a reply, in any pieces, cut into frames.

#ifndef HARNESS_GATE_FRAME_STREAM_H_
#define HARNESS_GATE_FRAME_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/gate/reply_format.h"
#include "harness/gate/reply_state.h"
#include "loadgate/bytes.h"

namespace loadgate {

// FrameTaker knows the frames of one kind of reply.
class FrameTaker {
 public:
  FrameTaker() = default;
  FrameTaker(const FrameTaker&) = delete;
  FrameTaker& operator=(const FrameTaker&) = delete;
  virtual ~FrameTaker() = default;

  // CheckType returns kGoingOn if a frame of `type` may come next, else the
  // fault. It takes any byte and changes nothing.
  virtual ReplyState CheckType(uint8_t type) const = 0;

  // Take takes a whole frame whose type CheckType has let through. It returns
  // kEnded for the end, kGoingOn for another, else the fault.
  virtual ReplyState Take(uint8_t type, ByteSpan payload) = 0;
};

// FrameCaps is how much may come: frames, and bytes of all frames with their
// headers; and which type the end has.
struct FrameCaps {
  uint64_t records = 0;
  uint64_t bytes = 0;
  uint8_t end = 0;
};

// FrameStream follows one reply. It keeps at most one frame in memory, and only
// as much of it as has come.
class FrameStream {
 public:
  // `taker` outlives the stream, and may not call it.
  FrameStream(const FrameCaps& caps, FrameTaker& taker)
      : caps_(caps), taker_(taker) {}

  // Feed takes the next bytes and returns the state behind them. A fault stays:
  // from then on nothing is taken, and all bytes are ignored.
  ReplyState Feed(ByteSpan bytes);

  // Finish says that no byte will follow. It returns kEnded or a fault, never
  // kGoingOn: kNoReply where no byte came, kCutShort where the end is missing.
  ReplyState Finish();

  // state returns what Feed or Finish returned last.
  ReplyState state() const { return state_; }

 private:
  // What is wrong with a frame that begins with `byte`, if anything is.
  ReplyState CheckFirst(char byte) const;
  // Each takes what is whole in `frame_` and returns the state behind it.
  ReplyState TakeHeader();
  ReplyState TakePayload();

  FrameCaps caps_;
  FrameTaker& taker_;
  ReplyState state_ = ReplyState::kGoingOn;
  uint64_t bytes_ = 0;    // Of frames that were taken.
  uint64_t records_ = 0;  // How many those were.
  // The frame that is coming: its bytes so far, and how many it has as far as
  // that is known.
  std::vector<std::byte> frame_;
  size_t wanted_ = kFrameHeaderBytes;
  uint8_t type_ = 0;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_FRAME_STREAM_H_
