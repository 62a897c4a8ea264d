// Cursor: the one place where a wanted length meets the bytes that remain.
//
// A Cursor is a span that shrinks from the front as it is read. It never adds
// to an offset in order to compare: exactly one private function, `Take`, asks
// whether the wanted length is more than what remains, and every read goes
// through it. What holds for all functions, said once:
//
//  * They return false when too few bytes remain. A failed read moves nothing
//    and writes nothing, compound reads (a length and what it counts) included.
//  * Lengths are uint64_t, so a declared length is passed as it was read and
//    never narrowed first, on 32-bit hosts too.
//  * Views that come out (`ByteSpan`, `std::string_view`, another Cursor) point
//    into the bytes the Cursor was made from and live as long as those do.
//  * Numbers are little endian unless another order is named.
//
// A structure whose size is known is read through a sub-cursor of exactly that
// size (`ReadSub`), so that nothing in it can reach past it.
//
// A Cursor is a small value: copy it to look ahead, assign it back to commit.

#ifndef LOADGATE_CURSOR_H_
#define LOADGATE_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "loadgate/bytes.h"
#include "loadgate/check.h"

namespace loadgate {

class Cursor {
 public:
  // Cursor() is an empty cursor at offset 0: every read but one of nothing
  // fails.
  constexpr Cursor() = default;

  // Cursor(bytes, origin) stands before the first of `bytes`, which is byte
  // `origin` of the file. The origin serves `offset()` alone.
  explicit Cursor(ByteSpan bytes, uint64_t origin = 0)
      : bytes_(bytes), end_(origin + bytes.size()) {
    LG_CHECK(end_ >= origin);
  }

  // offset returns the place in the file of the next byte, for messages.
  uint64_t offset() const { return end_ - bytes_.size(); }

  // remaining returns how many bytes are left.
  size_t remaining() const { return bytes_.size(); }

  // empty returns whether no byte is left.
  bool empty() const { return bytes_.empty(); }

  // rest views the bytes that are left without reading them.
  ByteSpan rest() const { return bytes_; }

  // Read loads one number of type T in `order`.
  template <Scalar T>
  [[nodiscard]] bool Read(T* out, ByteOrder order = ByteOrder::kLittle) {
    ByteSpan taken;
    if (!Take(sizeof(T), &taken)) return false;
    *out = Load<T>(taken.first<sizeof(T)>(), order);
    return true;
  }

  // ReadU8 to ReadF64 read one number of the width their names say. The widths
  // are named, not deduced, where a format's field is read: a change of the
  // variable's type must not change how many bytes are consumed.
  [[nodiscard]] bool ReadU8(uint8_t* out) { return Read(out); }
  [[nodiscard]] bool ReadI8(int8_t* out) { return Read(out); }
  [[nodiscard]] bool ReadU16(uint16_t* out,
                             ByteOrder order = ByteOrder::kLittle) {
    return Read(out, order);
  }
  [[nodiscard]] bool ReadI16(int16_t* out,
                             ByteOrder order = ByteOrder::kLittle) {
    return Read(out, order);
  }
  [[nodiscard]] bool ReadU32(uint32_t* out,
                             ByteOrder order = ByteOrder::kLittle) {
    return Read(out, order);
  }
  [[nodiscard]] bool ReadI32(int32_t* out,
                             ByteOrder order = ByteOrder::kLittle) {
    return Read(out, order);
  }
  [[nodiscard]] bool ReadU64(uint64_t* out,
                             ByteOrder order = ByteOrder::kLittle) {
    return Read(out, order);
  }
  [[nodiscard]] bool ReadI64(int64_t* out,
                             ByteOrder order = ByteOrder::kLittle) {
    return Read(out, order);
  }
  [[nodiscard]] bool ReadF32(float* out, ByteOrder order = ByteOrder::kLittle) {
    return Read(out, order);
  }
  [[nodiscard]] bool ReadF64(double* out,
                             ByteOrder order = ByteOrder::kLittle) {
    return Read(out, order);
  }

  // ReadBytes reads `length` bytes as a view.
  [[nodiscard]] bool ReadBytes(uint64_t length, ByteSpan* out) {
    return Take(length, out);
  }

  // ReadSub reads `length` bytes as a Cursor of exactly that size, whose
  // offsets are those of the file.
  [[nodiscard]] bool ReadSub(uint64_t length, Cursor* out) {
    const uint64_t origin = offset();
    ByteSpan taken;
    if (!Take(length, &taken)) return false;
    *out = Cursor(taken, origin);
    return true;
  }

  // Skip passes over `length` bytes.
  [[nodiscard]] bool Skip(uint64_t length) {
    ByteSpan ignored;
    return Take(length, &ignored);
  }

  // ReadPrefixed reads a length of type Length in `order`, then that many
  // bytes as a view. When either is not whole, neither is read.
  template <std::unsigned_integral Length>
  [[nodiscard]] bool ReadPrefixed(ByteSpan* out,
                                  ByteOrder order = ByteOrder::kLittle) {
    Cursor ahead = *this;
    Length length = 0;
    ByteSpan taken;
    if (!ahead.Read(&length, order) || !ahead.Take(length, &taken)) {
      return false;
    }
    *this = ahead;
    *out = taken;
    return true;
  }

  // ReadString reads a string as GGUF stores one: a u64 length, then that many
  // bytes, without a terminator. The bytes are not looked at.
  [[nodiscard]] bool ReadString(std::string_view* out,
                                ByteOrder order = ByteOrder::kLittle) {
    ByteSpan text;
    if (!ReadPrefixed<uint64_t>(&text, order)) return false;
    *out = AsText(text);
    return true;
  }

  // Peek loads the next number of type T without passing it.
  template <Scalar T>
  [[nodiscard]] bool Peek(T* out, ByteOrder order = ByteOrder::kLittle) const {
    return Cursor(*this).Read(out, order);
  }

  // PeekBytes views the next `length` bytes without passing them.
  [[nodiscard]] bool PeekBytes(uint64_t length, ByteSpan* out) const {
    return Cursor(*this).Take(length, out);
  }

 private:
  // Take is the bounds check. Everything above calls it; nothing else compares.
  [[nodiscard]] bool Take(uint64_t length, ByteSpan* out) {
    if (length > bytes_.size()) return false;
    *out = bytes_.first(static_cast<size_t>(length));
    bytes_ = bytes_.subspan(static_cast<size_t>(length));
    return true;
  }

  ByteSpan bytes_;
  uint64_t end_ = 0;  // File offset just past the last of bytes_.
};

}  // namespace loadgate

#endif  // LOADGATE_CURSOR_H_
