// The model and the recipe of a set of files: the input is a bundle.
//
// Reads it into a model that can lie, and takes it apart into the recipes of a
// bundle and of its files; then does the same with the set that its model gives
// when it is set right. What must hold is in tests/support/set_properties.h; a
// property that does not is printed and ends the run.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "craft/set_model.h"
#include "tests/support/set_properties.h"

namespace {

constexpr uint64_t kMostData = 256;

void Check(loadgate::ByteSpan bundle, const char* which) {
  const std::string broken =
      loadgate::testing_support::BrokenSetCraftProperty(bundle);
  if (broken.empty()) return;
  std::fprintf(stderr, "broken property, %s: %s\n", which, broken.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const loadgate::ByteSpan bundle = std::as_bytes(std::span(data, size));
  Check(bundle, "the input as it is");
  loadgate::craft::SetModel set = loadgate::craft::SetFromBytes(bundle);
  loadgate::craft::Fix({.most_data = kMostData}, &set);
  const std::string mended = loadgate::craft::SetToBytes(set);
  if (mended != loadgate::AsText(bundle)) {
    Check(loadgate::AsBytes(mended), "the input set right");
  }
  return 0;
}

// Covered elsewhere: that each switch of Fix sets right its own field and no
// other (tests of craft), directories (tests of asm and disasm).
