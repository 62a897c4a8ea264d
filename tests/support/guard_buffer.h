// GuardBuffer: bytes whose end is the end of what may be read.

#ifndef LOADGATE_TESTS_SUPPORT_GUARD_BUFFER_H_
#define LOADGATE_TESTS_SUPPORT_GUARD_BUFFER_H_

#include <cstddef>

#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// GuardBuffer copies bytes so that the last one lies against a page without
// access: reading one byte past the end faults, in every build and without a
// sanitizer's help. The copy is read-only, so a write faults as well. Reading
// before the first byte faults only where the buffer begins on a page.
class GuardBuffer {
 public:
  // GuardBuffer takes a copy; `bytes` is not needed afterwards. It may be
  // empty: then bytes() begins, and ends, at the guard page.
  explicit GuardBuffer(ByteSpan bytes);
  ~GuardBuffer();

  GuardBuffer(const GuardBuffer&) = delete;
  GuardBuffer& operator=(const GuardBuffer&) = delete;

  // bytes returns the copy, which lives as long as the buffer. Its data() is
  // not null.
  ByteSpan bytes() const { return bytes_; }

 private:
  void* mapping_ = nullptr;
  size_t mapping_size_ = 0;
  ByteSpan bytes_;
};

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_GUARD_BUFFER_H_
