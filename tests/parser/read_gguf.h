// GgufReader on bytes in memory.

#ifndef LOADGATE_TESTS_PARSER_READ_GGUF_H_
#define LOADGATE_TESTS_PARSER_READ_GGUF_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/check.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/limits.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {

// Place is a finding's code and offset.
using Place = std::pair<Code, uint64_t>;

inline std::vector<Place> PlacesOf(const std::vector<Finding>& findings) {
  std::vector<Place> places;
  for (const Finding& finding : findings) {
    places.emplace_back(finding.code, finding.offset);
  }
  return places;
}

// Reading is what became of one read. `file` views the bytes that were read.
struct Reading {
  ReadResult result;
  std::vector<Finding> findings;
  uint64_t items = 0;
  GgufFile file;

  std::vector<Place> places() const { return PlacesOf(findings); }
};

// ReadGguf reads a header, of a file of `size` bytes, in one go.
inline Reading ReadGguf(ByteSpan header, std::optional<uint64_t> size,
                        const Limits& limits = {}) {
  FindingSink sink(limits);
  GgufReader reader(limits, {});
  const ReadResult result = reader.Read(header, size, &sink);
  const uint64_t items = reader.items_read();
  return {result, sink.Findings(), items,
          std::move(reader).TakePartial(header)};
}

// The same of a whole file.
inline Reading ReadGguf(const GgufBytes& file, const Limits& limits = {}) {
  return ReadGguf(file.bytes(), file.size(), limits);
}

// MessageOf returns the message of the first finding of `code`, which must be
// there.
inline std::string MessageOf(const Reading& reading, Code code) {
  for (const Finding& finding : reading.findings) {
    if (finding.code == code) return finding.message;
  }
  ADD_FAILURE() << "no finding " << CodeName(code);
  return {};
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_READ_GGUF_H_
