// Reports: the input is a script of what a worker replies.
//
// Gathers the replies and prints them in every form, for people and programs,
// and reads what was printed. The script's language is in
// tests/support/report_script.h, what must hold in
// tests/support/report_properties.h. The only target that links Abseil: it is
// about the gate, not about readers.

#include "fuzz/support/property.h"
#include "tests/support/report_properties.h"

using loadgate::testing_support::BrokenReportProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenReportProperty(loadgate::AsText(InputBytes(data, size))));
  return 0;
}

// Covered elsewhere: what workers reply (tests of the worker), the order of
// their records, which writers rely on, and texts over 4 KiB (tests of
// inspect).
