// Feeding a GGUF file to the reader, whole or in pieces.
//
// Needs the readers alone, so that fuzz targets can link it.

#ifndef LOADGATE_TESTS_SUPPORT_GGUF_FEEDING_H_
#define LOADGATE_TESTS_SUPPORT_GGUF_FEEDING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/limits.h"

namespace loadgate::testing_support {

// GgufReading is what came of reading one file, its probes included.
struct GgufReading {
  ReadStatus status = ReadStatus::kNeedBytes;
  Verdict verdict = Verdict::kUndecided;
  std::vector<Finding> findings;
  uint64_t omitted = 0;
  uint64_t items_read = 0;
  // What the reader did between two pieces that it must not, or empty.
  std::string fault;
  // The file as far as it was read. It views `header` when it was read in
  // pieces, else the bytes that were given: move a reading, do not copy it.
  std::optional<GgufFile> file;
  std::vector<std::byte> header;
};

// ReadGguf reads `file` in place, in one call. The result views it.
GgufReading ReadGguf(ByteSpan file, const Limits& limits = {});

// Pieces says how many header bytes are there next, when `present` are there
// now. What it says is cut to what is possible, and is at least one more.
using Pieces = std::function<uint64_t(uint64_t present)>;

// OneByteAtATime, and pieces of random length up to `longest`, the same for the
// same seed.
Pieces OneByteAtATime();
Pieces RandomPieces(uint64_t seed, uint64_t longest);

// Feeding is how a file arrives. While the size is not known it becomes known
// when the reader asks for it, or when the bytes are at their end.
struct Feeding {
  Pieces pieces;
  bool size_known = true;
  Limits limits = {};
};

// ReadGgufInPieces reads `file` as it arrives. At every step the header lies in
// memory of its own; the memory of the step before is overwritten and freed.
GgufReading ReadGgufInPieces(ByteSpan file, const Feeding& feeding);

// ReadingText returns all that can be told of a reading as text: two readings
// of one file are the same if their texts are.
std::string ReadingText(const GgufReading& reading);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_GGUF_FEEDING_H_
