// The GGUF reader: the input is a file.
//
// Reads it whole, in pieces, byte by byte if it is small, and without knowing
// its size, and has the naive reader judge it: this is the differential target
// of the format. What must hold is in tests/support/gguf_properties.h. The hash
// key is fixed, so an input always does the same.

#include "fuzz/support/property.h"
#include "tests/support/gguf_properties.h"

using loadgate::testing_support::BrokenGgufProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenGgufProperty(InputBytes(data, size)));
  return 0;
}

// Covered elsewhere: files over 4 KiB and their limits (tests of the reader),
// I/O and header windows (tests of judge), typed look-ups (tests of GgufFile),
// limits on probes (probes_fuzzer).
