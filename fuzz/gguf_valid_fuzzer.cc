// False rejections of GGUF files: the input is the choices of a generator.
//
// The generator makes only files that the specification allows. One that the
// reader, or the naive reader, does not accept is a fault of theirs, or of the
// generator; its recipe is printed.

#include <cstddef>
#include <string>

#include "craft/recipe.h"
#include "fuzz/mutator/file_mutator.h"
#include "fuzz/support/property.h"
#include "tests/support/gguf_feeding.h"
#include "tests/support/gguf_properties.h"

namespace {

constexpr size_t kMaxSize = 4096;

bool IsAccepted(loadgate::ByteSpan file) {
  return loadgate::testing_support::ReadGguf(file).verdict ==
         loadgate::Verdict::kAccept;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string file = loadgate::mutator::ValidGguf(
      loadgate::testing_support::InputBytes(data, size), kMaxSize);
  const loadgate::ByteSpan bytes = loadgate::AsBytes(file);
  std::string broken = loadgate::testing_support::BrokenGgufProperty(bytes);
  if (broken.empty() && !IsAccepted(bytes)) broken = "it is not accepted";
  if (!broken.empty()) broken += "\n" + loadgate::craft::Disassemble(bytes);
  loadgate::testing_support::Require(broken, "a valid file");
  return 0;
}

// Covered elsewhere: files that the specification does not allow, and those of
// other forms than the generator's (the reader's own target).
