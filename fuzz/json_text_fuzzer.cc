// Reading JSON in place, behind the pass that makes it safe: the input is a
// text.
//
// Prepares it and reads it, once for its events and twice as a safetensors
// header, and has the naive JSON parser read it too. What must hold is in
// tests/support/json_text_properties.h.

#include "fuzz/support/property.h"
#include "tests/support/json_text_properties.h"

using loadgate::testing_support::BrokenJsonTextProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenJsonTextProperty(loadgate::AsText(InputBytes(data, size))));
  return 0;
}

// Covered elsewhere: what the values of a header mean, and limits on tensors
// and pairs (safetensors_reader_fuzzer, tests of the reader).
