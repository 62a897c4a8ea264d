// The GGUF reader with canaries: the input is a file.

#include <cstddef>
#include <cstdint>
#include <span>

#include "bench/mutator/recorder.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/limits.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static loadgate::bench::Recorder* const recorder =
      new loadgate::bench::Recorder("Gguf");
  const loadgate::Limits limits;
  loadgate::FindingSink sink(limits);
  loadgate::GgufReader reader(limits, {});
  reader.Read(std::as_bytes(std::span(data, size)), size, &sink);
  recorder->Executed();
  return 0;
}
