// Whether the readers accept a file, as one call.

#ifndef LOADGATE_TESTS_MUTATOR_ACCEPTED_H_
#define LOADGATE_TESTS_MUTATOR_ACCEPTED_H_

#include <string>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_reader.h"
#include "tests/support/gguf_feeding.h"

namespace loadgate::mutator {

inline bool GgufIsAccepted(const std::string& file) {
  return testing_support::ReadGguf(AsBytes(file)).verdict == Verdict::kAccept;
}

inline bool SafetensorsIsAccepted(const std::string& file) {
  FindingSink sink;
  SafetensorsReader reader(Limits{}, HashKey{});
  reader.Read(AsBytes(file), file.size(), &sink);
  return sink.verdict() == Verdict::kAccept;
}

}  // namespace loadgate::mutator

#endif  // LOADGATE_TESTS_MUTATOR_ACCEPTED_H_
