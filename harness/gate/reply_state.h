// ReplyState: how far the decoding of a reply has come, or why it stopped.

#ifndef HARNESS_GATE_REPLY_STATE_H_
#define HARNESS_GATE_REPLY_STATE_H_

#include <cstdint>
#include <string_view>

namespace loadgate {

// ReplyState is one of two good states or a fault of reply_faults.def, which
// is the one place where those are named.
enum class ReplyState : uint8_t {
  kGoingOn,  // Every byte so far is of a good reply, and more are to come.
  kEnded,    // The end record came, once and last.
#define LG_REPLY_FAULT(symbol, text) symbol,
#include "harness/gate/reply_faults.def"
#undef LG_REPLY_FAULT
};

// IsFault returns whether `state` is none of the good ones.
constexpr bool IsFault(ReplyState state) {
  return state != ReplyState::kGoingOn && state != ReplyState::kEnded;
}

// ReplyStateText returns what the reply has, in words that end a sentence such
// as "The worker's reply has ...": "a text longer than its field may be". Of a
// good state it is empty.
constexpr std::string_view ReplyStateText(ReplyState state) {
  switch (state) {
    case ReplyState::kGoingOn:
    case ReplyState::kEnded:
      break;
#define LG_REPLY_FAULT(symbol, text) \
  case ReplyState::symbol:           \
    return text;
#include "harness/gate/reply_faults.def"
#undef LG_REPLY_FAULT
  }
  return {};
}

}  // namespace loadgate

#endif  // HARNESS_GATE_REPLY_STATE_H_
