// The places behind a GGUF header that rules must see: the input is a file.
//
// Lists them within limits that are just enough, and too small, and checks
// them. What must hold is in tests/support/probe_properties.h. A safetensors
// file has no such places: each byte behind its header belongs to a tensor.

#include "fuzz/support/property.h"
#include "tests/support/probe_properties.h"

using loadgate::testing_support::BrokenProbeProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenProbeProperty(InputBytes(data, size)));
  return 0;
}

// Covered elsewhere: the limits as they are, 4,096 places and 1 MiB, and tails
// that are longer than what is looked at (tests of padding and the tail).
