// The model and the recipe of a GGUF file: the input is a file.
//
// Reads it into a model that can lie, and takes it apart into a recipe; then
// does the same with the file that its model gives when it is set right. What
// must hold is in tests/support/craft_properties.h; a property that does not is
// printed and ends the run.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "craft/gguf_model.h"
#include "tests/support/craft_properties.h"

namespace {

constexpr uint64_t kMostData = 256;

void Check(loadgate::ByteSpan file, const char* which) {
  const std::string broken =
      loadgate::testing_support::BrokenGgufCraftProperty(file);
  if (broken.empty()) return;
  std::fprintf(stderr, "broken property, %s: %s\n", which, broken.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const loadgate::ByteSpan file = std::as_bytes(std::span(data, size));
  Check(file, "the input as it is");
  loadgate::craft::GgufModel model = loadgate::craft::GgufFromBytes(file);
  loadgate::craft::Fix({.most_data = kMostData}, &model);
  const std::string mended = loadgate::craft::GgufToBytes(model);
  if (mended != loadgate::AsText(file)) {
    Check(loadgate::AsBytes(mended), "the input set right");
  }
  return 0;
}

// Covered elsewhere: files over 4 KiB (tests of craft, and of the files beside
// the project), recipes that nobody's file has (recipe_fuzzer).
