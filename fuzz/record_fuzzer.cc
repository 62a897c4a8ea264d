// Records on their way from a worker: the input is a line that says what was
// asked, and the bytes of a reply; or a script of replies.
//
// Decodes the bytes in pieces and at once, encodes what comes of them, and
// gathers it as the broker does. The first line, and what must hold, is in
// tests/support/record_properties.h.

#include "fuzz/support/property.h"
#include "tests/support/record_properties.h"

using loadgate::testing_support::BrokenRecordProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenRecordProperty(loadgate::AsText(InputBytes(data, size))));
  return 0;
}

// Covered elsewhere: texts and chunks over their caps (tests of the encoder),
// which name a fault has (tests of the decoder), and what is printed of records
// (report_fuzzer).
