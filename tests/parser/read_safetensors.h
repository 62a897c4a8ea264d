// SafetensorsReader on bytes in memory.

#ifndef LOADGATE_TESTS_PARSER_READ_SAFETENSORS_H_
#define LOADGATE_TESTS_PARSER_READ_SAFETENSORS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/limits.h"
#include "loadgate/safetensors_file.h"
#include "loadgate/safetensors_reader.h"
#include "tests/parser/read_gguf.h"
#include "tests/support/matchers.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {

// SafetensorsReading is what became of one read. `file` owns its bytes.
struct SafetensorsReading {
  ReadResult result;
  Verdict verdict = Verdict::kUndecided;
  std::vector<Finding> findings;
  SafetensorsFile file;

  std::vector<Place> places() const { return PlacesOf(findings); }
};

// ReadSafetensors reads a header, of a file of `size` bytes, in one go.
inline SafetensorsReading ReadSafetensors(ByteSpan header,
                                          std::optional<uint64_t> size,
                                          const Limits& limits = {}) {
  FindingSink sink(limits);
  SafetensorsReader reader(limits, {});
  const ReadResult result = reader.Read(header, size, &sink);
  return {result, sink.verdict(), sink.Findings(),
          std::move(reader).TakePartial(header)};
}

// The same of a whole file, and of one that is `json` and `data_bytes` zeros.
inline SafetensorsReading ReadSafetensors(const SafetensorsBytes& file,
                                          const Limits& limits = {}) {
  const std::vector<std::byte> bytes = file.bytes();
  return ReadSafetensors(bytes, bytes.size(), limits);
}
inline SafetensorsReading ReadSafetensors(std::string_view json,
                                          uint64_t data_bytes) {
  return ReadSafetensors(
      SafetensorsBytes{.json = std::string(json), .data_bytes = data_bytes});
}

// CodesIn returns the codes of the findings that are at least warnings.
inline std::vector<Code> CodesIn(const SafetensorsReading& reading) {
  std::vector<Code> codes;
  for (const Finding& finding : reading.findings) {
    if (finding.severity != Severity::kNote) codes.push_back(finding.code);
  }
  return codes;
}

// CodesOf reads a file and returns those codes.
inline std::vector<Code> CodesOf(std::string_view json, uint64_t data_bytes) {
  return CodesIn(ReadSafetensors(json, data_bytes));
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_READ_SAFETENSORS_H_
