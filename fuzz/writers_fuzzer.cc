// The writers: the input is orders to a writer of each format.
//
// What they take is a file that our readers accept and that comes out the same
// when it is written again, as a whole and in shards; what they refuse has
// changed nothing. The language of the orders is in
// tests/support/writer_properties.h.

#include "fuzz/support/property.h"
#include "tests/support/writer_properties.h"

using loadgate::testing_support::BrokenWriterProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenWriterProperty(InputBytes(data, size)));
  return 0;
}

// Covered elsewhere: files, descriptors and crashes (tests of the writers).
