// How a fuzz target says that a property does not hold.

#ifndef LOADGATE_FUZZ_SUPPORT_PROPERTY_H_
#define LOADGATE_FUZZ_SUPPORT_PROPERTY_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// InputBytes views what the engine hands a target.
inline ByteSpan InputBytes(const uint8_t* data, size_t size) {
  return std::as_bytes(std::span(data, size));
}

// Require does nothing if `broken`, which says what is not as it must be, is
// empty. Otherwise it prints that, with `which` of the things that the target
// made of its input broke it, and ends the process: to every engine a crash.
inline void Require(const std::string& broken, const char* which = "") {
  if (broken.empty()) return;
  std::fprintf(stderr, "broken property%s%s: %s\n", *which == '\0' ? "" : ", ",
               which, broken.c_str());
  std::abort();
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_FUZZ_SUPPORT_PROPERTY_H_
