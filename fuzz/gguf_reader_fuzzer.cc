// The GGUF reader: the input is a file.
//
// Reads it whole, in pieces, byte by byte if it is small, and without knowing
// its size, and has the naive reader judge it. What must hold is in
// tests/support/gguf_properties.h; a property that does not is printed and
// ends the run. The hash key is fixed, so an input always does the same.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "tests/support/gguf_properties.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string broken = loadgate::testing_support::BrokenGgufProperty(
      std::as_bytes(std::span(data, size)));
  if (!broken.empty()) {
    std::fprintf(stderr, "broken property: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}

// Covered elsewhere: files over 4 KiB and their limits (tests of the reader),
// I/O and header windows (tests of judge), typed look-ups (tests of GgufFile).
