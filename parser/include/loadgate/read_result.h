// ReadResult: what a reader answers when it is given bytes of a header.

#ifndef LOADGATE_READ_RESULT_H_
#define LOADGATE_READ_RESULT_H_

#include <cstdint>

namespace loadgate {

// ReadStatus is how far a reader has come.
enum class ReadStatus : uint8_t {
  // More of the header is wanted: at least ReadResult::need bytes of it.
  kNeedBytes,
  // The header is whole, but rules about the file's end wait for its size.
  kNeedSize,
  // The header is whole and breaks no rule of severity error.
  kParsed,
  // Something was found: an error, or a limit that keeps the file undecided.
  kFindings,
};

// ReadResult is the answer, and for kNeedBytes the number of bytes wanted,
// counted from the file's start. It is more than were given, and not more than
// the file has if its size is known.
struct ReadResult {
  ReadStatus status = ReadStatus::kNeedBytes;
  uint64_t need = 0;
};

}  // namespace loadgate

#endif  // LOADGATE_READ_RESULT_H_
