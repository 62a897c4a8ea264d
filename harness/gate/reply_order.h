// ReplyOrder: which record may follow those before it.
//
// Those who gather and print records rely on it: no JSON key comes twice, no
// value without its key, no verdict without a judgement.

#ifndef HARNESS_GATE_REPLY_ORDER_H_
#define HARNESS_GATE_REPLY_ORDER_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "harness/gate/record.h"
#include "harness/gate/reply_format.h"
#include "harness/gate/reply_state.h"

namespace loadgate {

// ReplyOrder follows one reply.
class ReplyOrder {
 public:
  explicit ReplyOrder(const ReplyLimits& limits) : limits_(limits) {}

  // CheckType returns kGoingOn if a record of `type` may come next, else the
  // fault. It takes any byte and changes nothing.
  ReplyState CheckType(uint8_t type) const;

  // Take takes a record whose type CheckType has let through. It returns
  // kEnded for the end, kGoingOn for another, else the fault.
  ReplyState Take(FrameType type, const Record& record);

 private:
  // Whether what has to stand in front of a record of `type` does.
  bool FollowsItsHead(FrameType type) const;
  // What is wrong with a record beside those before it, if anything is.
  ReplyState Check(const SummaryFact& fact);
  ReplyState Check(const FileRecord& file);
  ReplyState Check(const KeyValueRecord& pair);
  ReplyState Check(const ArrayChunk& chunk);
  ReplyState Check(const TensorRecord& tensor);
  ReplyState Check(const ShardNameRecord& name);
  ReplyState Check(const Finding& finding);
  ReplyState Check(const EndRecord& end);
  template <typename T>
  ReplyState Check(const T&) {
    return ReplyState::kGoingOn;
  }
  // What is wrong with the file that is said to hold something.
  ReplyState CheckHolder(std::optional<uint32_t> file) const;

  ReplyLimits limits_;
  uint8_t place_ = 0;  // Of the last record.
  bool has_digest_ = false;
  bool has_format_ = false;
  bool in_pair_ = false;      // The last record was a pair or a chunk of one.
  uint64_t values_left_ = 0;  // How many values that pair can still have.
  uint64_t text_left_ = 0;    // `left` of the text that ended the last chunk.
  uint64_t findings_ = 0;
  uint32_t names_ = 0;
  uint32_t next_file_ = 0;  // The lowest number that a FileRecord may have.
  std::string group_;       // Of the last fact.
  std::set<std::pair<std::string, std::string>> facts_;  // Groups and names.
};

}  // namespace loadgate

#endif  // HARNESS_GATE_REPLY_ORDER_H_
