// False rejections of safetensors files: the input is the choices of a
// generator.
//
// The generator makes only files that the specification allows. One that the
// reader, or the naive reader, does not accept is a fault of theirs, or of the
// generator; its recipe is printed.

#include <cstddef>
#include <string>

#include "craft/recipe.h"
#include "fuzz/mutator/file_mutator.h"
#include "fuzz/support/property.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_reader.h"
#include "tests/support/safetensors_properties.h"

namespace {

constexpr size_t kMaxSize = 4096;

bool IsAccepted(loadgate::ByteSpan file) {
  loadgate::FindingSink sink;
  loadgate::SafetensorsReader reader(loadgate::Limits{}, loadgate::HashKey{});
  reader.Read(file, file.size(), &sink);
  return sink.verdict() == loadgate::Verdict::kAccept;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string file = loadgate::mutator::ValidSafetensors(
      loadgate::testing_support::InputBytes(data, size), kMaxSize);
  const loadgate::ByteSpan bytes = loadgate::AsBytes(file);
  std::string broken =
      loadgate::testing_support::BrokenSafetensorsProperty(bytes);
  if (broken.empty() && !IsAccepted(bytes)) broken = "it is not accepted";
  if (!broken.empty()) broken += "\n" + loadgate::craft::Disassemble(bytes);
  loadgate::testing_support::Require(broken, "a valid file");
  return 0;
}

// Covered elsewhere: files that the specification does not allow, and those of
// other forms than the generator's (the reader's own target).
