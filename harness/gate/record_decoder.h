// ReplyDecoder: a worker's reply, from bytes to records, for the broker.
//
// The worker may be in the hands of the file that it reads, so any bytes can
// come. The decoder takes those that form a reply (reply_format.h) to what was
// asked, in the order of record.h, within the limits; anything else is a fault.
// What a good reply says can still be a lie about this one input.

#ifndef HARNESS_GATE_RECORD_DECODER_H_
#define HARNESS_GATE_RECORD_DECODER_H_

#include <cstdint>

#include "harness/gate/frame_stream.h"
#include "harness/gate/record.h"
#include "harness/gate/reply_format.h"
#include "harness/gate/reply_order.h"
#include "harness/gate/reply_state.h"
#include "loadgate/bytes.h"

namespace loadgate {

// ReplyDecoder decodes one reply. Bytes may come in any pieces: the records
// that are delivered and the state depend on the bytes alone. It keeps at most
// one frame, and names of facts, in memory; both are bounded.
//
//   ReplyDecoder decoder(kCheckReply, sink);
//   while (there are bytes) if (IsFault(decoder.Feed(bytes))) break;
//   if (decoder.Finish() == ReplyState::kEnded) ...
class ReplyDecoder : private FrameTaker {
 public:
  // ReplyDecoder(limits, sink) will give `sink` each record as it becomes
  // whole. `sink` may not call the decoder.
  ReplyDecoder(const ReplyLimits& limits, RecordSink sink);

  // Feed takes the next bytes and returns the state behind them. A fault stays:
  // from then on no record is delivered, and all bytes are ignored.
  ReplyState Feed(ByteSpan bytes) { return stream_.Feed(bytes); }

  // Finish says that no byte will follow. It returns kEnded or a fault, never
  // kGoingOn: kNoReply where no byte came, kCutShort where the end is missing.
  ReplyState Finish() { return stream_.Finish(); }

  // state returns what Feed or Finish returned last.
  ReplyState state() const { return stream_.state(); }

 private:
  ReplyState CheckType(uint8_t type) const override;
  ReplyState Take(uint8_t type, ByteSpan payload) override;

  RecordSink sink_;
  ReplyOrder order_;
  FrameStream stream_;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_RECORD_DECODER_H_
