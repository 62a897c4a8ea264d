// FrameFields: the fields of a frame's payload, read with the Cursor that reads
// model files.

#ifndef HARNESS_GATE_FRAME_FIELDS_H_
#define HARNESS_GATE_FRAME_FIELDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/gate/reply_state.h"
#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate {

// FrameFields reads fields until one is at fault; from then on it yields zeros
// and empty texts.
class FrameFields {
 public:
  explicit FrameFields(ByteSpan payload) : cursor_(payload) {}

  // ok returns whether no field was at fault so far.
  bool ok() const { return fault_ == ReplyState::kGoingOn; }

  // Fail notes a fault. The first one stays.
  void Fail(ReplyState fault) {
    if (ok()) fault_ = fault;
  }

  // Number reads a number, Flag a byte 0 or 1, MaybeNumber a flag and, after a
  // 1, a number.
  template <Scalar T>
  T Number() {
    T value = 0;
    if (ok() && !cursor_.Read(&value)) Fail(ReplyState::kPayloadTooShort);
    return value;
  }

  bool Flag() {
    const auto byte = Number<uint8_t>();
    if (byte > 1) Fail(ReplyState::kNotCanonical);
    return byte == 1;
  }

  template <Scalar T = uint64_t>
  std::optional<T> MaybeNumber() {
    if (!Flag()) return std::nullopt;
    return Number<T>();
  }

  // Count reads how many things follow, of at least `smallest` bytes each.
  uint32_t Count(uint32_t most, size_t smallest) {
    const auto count = Number<uint32_t>();
    if (count > most) Fail(ReplyState::kCountTooHigh);
    if (count > cursor_.remaining() / smallest) {
      Fail(ReplyState::kPayloadTooShort);
    }
    return ok() ? count : 0;
  }

  // Text reads a text of at most `most` bytes, Rest all that is left.
  std::string Text(uint32_t most) {
    const auto length = Number<uint32_t>();
    if (length > most) Fail(ReplyState::kTextTooLong);
    ByteSpan bytes;
    if (ok() && !cursor_.ReadBytes(length, &bytes)) {
      Fail(ReplyState::kPayloadTooShort);
    }
    return std::string(AsText(bytes));
  }

  std::string Rest() {
    ByteSpan bytes;
    if (ok() && !cursor_.ReadBytes(cursor_.remaining(), &bytes)) {
      Fail(ReplyState::kPayloadTooShort);
    }
    return std::string(AsText(bytes));
  }

  // End returns the first fault, kPayloadTooLong where bytes are left, or
  // kGoingOn.
  ReplyState End() {
    if (!cursor_.empty()) Fail(ReplyState::kPayloadTooLong);
    return fault_;
  }

 private:
  Cursor cursor_;
  ReplyState fault_ = ReplyState::kGoingOn;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_FRAME_FIELDS_H_
