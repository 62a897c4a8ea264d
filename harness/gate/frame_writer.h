// FrameWriter: a frame of a reply, as reply_format.h has it, on its way out.

#ifndef HARNESS_GATE_FRAME_WRITER_H_
#define HARNESS_GATE_FRAME_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "harness/gate/reply_format.h"
#include "loadgate/check.h"

namespace loadgate {

// PutNumber appends a number, lowest byte first; PutByte one of a byte; PutText
// a text with its length in front.
template <typename T>
void PutNumber(T value, std::string* out) {
  static_assert(std::is_unsigned_v<T>);
  for (size_t i = 0; i < sizeof(T); ++i) {
    *out += static_cast<char>(static_cast<uint8_t>(value >> (8 * i)));
  }
}

inline void PutByte(uint8_t value, std::string* out) { PutNumber(value, out); }

inline void PutText(std::string_view text, std::string* out) {
  PutNumber(static_cast<uint32_t>(text.size()), out);
  *out += text;
}

// FrameWriter is a frame whose payload is appended to `*out` while it lives.
class FrameWriter {
 public:
  template <typename Type>
  FrameWriter(Type type, std::string* out) : out_(*out) {
    PutByte(static_cast<uint8_t>(type), &out_);
    length_at_ = out_.size();
    PutNumber(uint32_t{0}, &out_);
  }
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;

  ~FrameWriter() {
    const size_t length = out_.size() - length_at_ - sizeof(uint32_t);
    LG_CHECK(length <= kMaxPayload);
    std::string bytes;
    PutNumber(static_cast<uint32_t>(length), &bytes);
    out_.replace(length_at_, bytes.size(), bytes);
  }

 private:
  std::string& out_;
  size_t length_at_ = 0;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_FRAME_WRITER_H_
