// The recognition of files that are no models: the input is a file.
//
// Asks what the file is, whole and by its front, and whether it went through a
// tool for text; its first line is taken for a file's name. What must hold is
// in tests/support/other_file_properties.h.

#include "fuzz/support/property.h"
#include "tests/support/other_file_properties.h"

using loadgate::testing_support::BrokenOtherFileProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenOtherFileProperty(InputBytes(data, size)));
  return 0;
}

// Covered elsewhere: when recognition is asked, and what becomes of a reader's
// findings (tests of recognition).
