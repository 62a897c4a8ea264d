// The recognition of files that are no models: the input is a file.
//
// Asks what the file is, whole and by its front, and whether it went through a
// tool for text; its first line is taken for a file's name. What must hold is
// in tests/support/other_file_properties.h; a property that does not is printed
// and ends the run.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "tests/support/other_file_properties.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string broken = loadgate::testing_support::BrokenOtherFileProperty(
      std::as_bytes(std::span(data, size)));
  if (!broken.empty()) {
    std::fprintf(stderr, "broken property: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}

// Covered elsewhere: when recognition is asked, and what becomes of a reader's
// findings (tests of recognition).
