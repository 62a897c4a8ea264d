// False rejections of safetensors files: the input is the choices of a
// generator.
//
// The generator makes only files that the specification allows. One that the
// reader, or the naive reader, does not accept is a fault of theirs, or of the
// generator; its recipe is printed.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "craft/recipe.h"
#include "fuzz/mutator/file_mutator.h"
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
      std::as_bytes(std::span(data, size)), kMaxSize);
  const loadgate::ByteSpan bytes = loadgate::AsBytes(file);
  const std::string broken =
      loadgate::testing_support::BrokenSafetensorsProperty(bytes);
  if (IsAccepted(bytes) && broken.empty()) return 0;
  std::fprintf(stderr, "a valid file is not accepted: %s\n%s", broken.c_str(),
               loadgate::craft::Disassemble(bytes).c_str());
  std::abort();
}

// Covered elsewhere: files that the specification does not allow, and those of
// other forms than the generator's (the reader's own target).
