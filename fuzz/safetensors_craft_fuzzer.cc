// The model and the recipe of a safetensors file: the input is a file.
//
// Reads it into a model that can lie, and takes it apart into a recipe; then
// does the same with the file that its model gives when it is set right. What
// must hold is in tests/support/craft_properties.h.

#include <string>

#include "craft/safetensors_model.h"
#include "fuzz/support/property.h"
#include "tests/support/craft_properties.h"

using loadgate::testing_support::BrokenSafetensorsCraftProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr uint64_t kMostData = 256;
  const loadgate::ByteSpan file = InputBytes(data, size);
  Require(BrokenSafetensorsCraftProperty(file), "the input as it is");
  loadgate::craft::SafetensorsModel model =
      loadgate::craft::SafetensorsFromBytes(file);
  loadgate::craft::Fix({.most_data = kMostData}, &model);
  const std::string mended = loadgate::craft::SafetensorsToBytes(model);
  if (mended != loadgate::AsText(file)) {
    Require(BrokenSafetensorsCraftProperty(loadgate::AsBytes(mended)),
            "the input set right");
  }
  return 0;
}

// Covered elsewhere: files over 4 KiB (tests of craft, and of the files beside
// the project), recipes that nobody's file has (recipe_fuzzer).
