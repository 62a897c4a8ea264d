// CraftDecoder: a worker's answer, from bytes to what it made, for the broker.
//
// The worker may be in the hands of what it reads, so any bytes can come. The
// decoder takes those that form a reply (craft_reply.h) to what was asked,
// within the limits; anything else is a fault. What a good reply holds can
// still be another file than was asked for, under any name.

#ifndef HARNESS_GATE_CRAFT_DECODER_H_
#define HARNESS_GATE_CRAFT_DECODER_H_

#include <cstdint>

#include "harness/gate/craft_reply.h"
#include "harness/gate/frame_stream.h"
#include "harness/gate/reply_state.h"
#include "loadgate/bytes.h"

namespace loadgate {

// CraftDecoder decodes one reply. Bytes may come in any pieces. Memory is what
// has come of the result, and one frame.
class CraftDecoder : private FrameTaker {
 public:
  explicit CraftDecoder(const CraftLimits& limits);

  // Feed takes the next bytes and returns the state behind them. A fault stays.
  ReplyState Feed(ByteSpan bytes) { return stream_.Feed(bytes); }

  // Finish says that no byte will follow. It returns kEnded or a fault.
  ReplyState Finish() { return stream_.Finish(); }

  // state returns what Feed or Finish returned last.
  ReplyState state() const { return stream_.state(); }

  // TakeResult returns the result once Finish has returned kEnded. Before, and
  // after a fault, it aborts: half a result is none.
  CraftResult TakeResult() &&;

 private:
  ReplyState CheckType(uint8_t type) const override;
  ReplyState Take(uint8_t type, ByteSpan payload) override;
  ReplyState TakeFile(CraftFrame type, ByteSpan payload);
  ReplyState TakeBytes(ByteSpan payload);
  ReplyState TakeFailure(ByteSpan payload);
  void Owe(uint64_t bytes);

  const CraftLimits limits_;
  CraftResult result_;
  CraftPhase phase_ = CraftPhase::kNothing;
  uint64_t left_;      // How many bytes more all files may have.
  uint64_t owed_ = 0;  // How many bytes the last file still has to come.
  FrameStream stream_;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_CRAFT_DECODER_H_
