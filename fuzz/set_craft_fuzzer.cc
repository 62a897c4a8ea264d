// The model and the recipe of a set of files: the input is a bundle.
//
// Reads it into a model that can lie, and takes it apart into the recipes of a
// bundle and of its files; then does the same with the set that its model gives
// when it is set right. What must hold is in tests/support/set_properties.h.

#include <string>

#include "craft/set_model.h"
#include "fuzz/support/property.h"
#include "tests/support/set_properties.h"

using loadgate::testing_support::BrokenSetCraftProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr uint64_t kMostData = 256;
  const loadgate::ByteSpan bundle = InputBytes(data, size);
  Require(BrokenSetCraftProperty(bundle), "the input as it is");
  loadgate::craft::SetModel set = loadgate::craft::SetFromBytes(bundle);
  loadgate::craft::Fix({.most_data = kMostData}, &set);
  const std::string mended = loadgate::craft::SetToBytes(set);
  if (mended != loadgate::AsText(bundle)) {
    Require(BrokenSetCraftProperty(loadgate::AsBytes(mended)),
            "the input set right");
  }
  return 0;
}

// Covered elsewhere: that each switch of Fix sets right its own field and no
// other (tests of craft), directories (tests of asm and disasm).
