// The assembler: the input is a recipe, or any other text or bytes.
//
// What must hold of it is in tests/support/craft_properties.h. A recipe of a
// few bytes may ask for a file of any size, so the size it may have is small.

#include "fuzz/support/property.h"
#include "loadgate/bytes.h"
#include "tests/support/craft_properties.h"

using loadgate::testing_support::BrokenAssemblyProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr uint64_t kMostBytes = uint64_t{1} << 16;
  Require(BrokenAssemblyProperty(loadgate::AsText(InputBytes(data, size)),
                                 kMostBytes));
  return 0;
}

// Covered elsewhere: that a file's own recipe gives it back (the targets named
// craft), files over 64 KiB (tests of craft).
