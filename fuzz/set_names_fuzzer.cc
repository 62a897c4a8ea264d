// Which files of a directory are a model together: the input is their names.
//
// What must hold is in tests/support/set_names_properties.h.

#include "fuzz/support/property.h"
#include "loadgate/bytes.h"
#include "tests/support/set_names_properties.h"

using loadgate::AsText;
using loadgate::testing_support::BrokenSetNamesProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenSetNamesProperty(AsText(InputBytes(data, size))));
  return 0;
}

// Covered elsewhere: names in an index (index_reader_fuzzer), what is in the
// files (set_judge_fuzzer).
