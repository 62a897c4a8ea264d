// Policies and their filters: the input is a policy, a system call, and a
// program for the evaluator.
//
// The filter's answer is compared with a reading of the policy's rows; the
// layout, and what must hold, is in tests/support/filter_properties.h.

#include "fuzz/support/property.h"
#include "tests/support/filter_properties.h"

using loadgate::testing_support::BrokenFilterProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenFilterProperty(InputBytes(data, size)));
  return 0;
}

// Covered elsewhere: every number and the whole space of arguments
// (tests/harness/filter_test.cc); whether the kernel does the same (the tests
// of the sandbox).
