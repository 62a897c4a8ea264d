// The Cursor: the input is a program of reads, a newline, and the bytes that it
// reads.
//
// Every step is taken twice, by the Cursor and by an index that compares in 128
// bits. The language, and what must hold, is in
// tests/support/cursor_properties.h.

#include "fuzz/support/property.h"
#include "tests/support/cursor_properties.h"

using loadgate::testing_support::BrokenCursorProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenCursorProperty(loadgate::AsText(InputBytes(data, size))));
  return 0;
}

// Covered elsewhere: what the readers do with it (their own targets).
