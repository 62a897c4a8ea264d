// The reader of a checkpoint's index: the input is a text.
//
// Reads it under two hash keys and has the naive reader judge it. What must
// hold is in tests/support/index_properties.h.

#include "fuzz/support/property.h"
#include "tests/support/index_properties.h"

using loadgate::testing_support::BrokenIndexProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenIndexProperty(loadgate::AsText(InputBytes(data, size))));
  return 0;
}

// Covered elsewhere: limits (tests of the reader), and the shards that an index
// names (set_craft_fuzzer makes such sets).
