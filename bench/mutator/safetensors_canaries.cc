// The safetensors reader with canaries: the input is a file.

#include <cstddef>
#include <cstdint>
#include <span>

#include "bench/mutator/recorder.h"
#include "loadgate/finding.h"
#include "loadgate/limits.h"
#include "loadgate/safetensors_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static loadgate::bench::Recorder* const recorder =
      new loadgate::bench::Recorder("Safetensors");
  const loadgate::Limits limits;
  loadgate::FindingSink sink(limits);
  loadgate::SafetensorsReader reader(limits, {});
  reader.Read(std::as_bytes(std::span(data, size)), size, &sink);
  recorder->Executed();
  return 0;
}
