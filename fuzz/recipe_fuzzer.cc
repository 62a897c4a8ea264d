// The assembler: the input is a recipe, or any other text or bytes.
//
// What must hold of it is in tests/support/craft_properties.h; a property that
// does not is printed and ends the run. A recipe of a few bytes may ask for a
// file of any size, so the size it may have is small.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "loadgate/bytes.h"
#include "tests/support/craft_properties.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr uint64_t kMostBytes = uint64_t{1} << 16;
  const std::string broken = loadgate::testing_support::BrokenAssemblyProperty(
      loadgate::AsText(std::as_bytes(std::span(data, size))), kMostBytes);
  if (!broken.empty()) {
    std::fprintf(stderr, "broken property: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}

// Covered elsewhere: that a file's own recipe gives it back (the targets named
// craft), files over 64 KiB (tests of craft).
