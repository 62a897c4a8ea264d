// Whether the files of a set agree: the input is a bundle.
//
// Reads every file, judges those that are accepted as sets, and has the naive
// judge do so too. What must hold is in tests/support/set_judge_properties.h.

#include "craft/file_set.h"
#include "fuzz/support/property.h"
#include "tests/support/set_judge_properties.h"

using loadgate::testing_support::BrokenSetJudgeProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenSetJudgeProperty(
      loadgate::craft::BundleFromBytes(InputBytes(data, size)).files));
  return 0;
}

// Covered elsewhere: the index by itself (index_reader_fuzzer), files alone
// (targets of the readers), what a finding says (tests of the sets).
