// Encoding records, for the worker. reply_format.h has the form.

#ifndef HARNESS_GATE_RECORD_ENCODER_H_
#define HARNESS_GATE_RECORD_ENCODER_H_

#include <string>

#include "harness/gate/record.h"

namespace loadgate {

// EncodeRecord appends the frames of `record` to `*out`. It takes any record
// and never makes a frame over the cap. What does not fit is cut or split:
//
//   a key, tensor name or shape   its front part; the rest is counted in
//                                 `key_left`, `name_left`, `shape_left`
//   a finding's texts, a word     its front part, ending in "..."
//   an ArrayChunk                 several frames; a string may be divided over
//                                 them, which then join; none for no values
//
// Text is cut between characters where it is UTF-8. Any other record is one
// frame that decodes to the same record. It must not be given the name of a
// shard that is empty or longer than kMaxShardName.
void EncodeRecord(const Record& record, std::string* out);

}  // namespace loadgate

#endif  // HARNESS_GATE_RECORD_ENCODER_H_
