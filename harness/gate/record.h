// Records: what a worker says about one input.
//
// Everything above the worker, the reports included, is made of these and of
// nothing else, so that the worker can become a process of its own without any
// of them noticing. The kinds are a closed list. All text in a record is raw,
// as the file holds it: whoever prints it escapes it, once.
//
// The order of a reply is: one FormatRecord, at most one HeaderRecord,
// SummaryFacts, then for `inspect` KeyValueRecords (each followed by its
// ArrayChunks), TensorRecords and RegionRecords, then Findings, then one
// EndRecord, which comes last. No two facts have one group and name, and no
// fact without a group has the name of one.
//
// A set of files has no HeaderRecord: behind the facts it has FileRecords, at
// most one a file, in the order of their numbers. The reply about an index that
// is asked for names has neither facts nor contents: between the HeaderRecord
// and the Findings come its ShardNameRecords.
//
// A worker that could not be locked down replies nothing: the broker hears of
// it from the zygote.

#ifndef HARNESS_GATE_RECORD_H_
#define HARNESS_GATE_RECORD_H_

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "loadgate/finding.h"

namespace loadgate {

// FormatRecord says what the input was taken for.
struct FormatRecord {
  // The format's name as reports print it, such as "gguf" or "unknown".
  std::string format = "unknown";
  // The size in bytes, of a set that of all its files; nullopt for a stream
  // that was not read to its end.
  std::optional<uint64_t> size;
  // The size that it should have, where that is known and another.
  std::optional<uint64_t> expected_size = std::nullopt;

  friend bool operator==(const FormatRecord&, const FormatRecord&) = default;
};

// HeaderRecord says what the verdict is about: exactly the first `bytes` bytes
// of the input, which have this SHA-256.
struct HeaderRecord {
  uint64_t bytes = 0;
  std::array<uint8_t, 32> sha256 = {};

  friend bool operator==(const HeaderRecord&, const HeaderRecord&) = default;
};

// FileRecord says what the verdict on a set is about in one of its files:
// exactly the first `bytes` bytes of that file, which have this SHA-256.
struct FileRecord {
  uint32_t number = 0;  // Its place among the files of the request, from 0.
  uint64_t size = 0;    // Of the file, in bytes.
  uint64_t bytes = 0;
  std::array<uint8_t, 32> sha256 = {};

  friend bool operator==(const FileRecord&, const FileRecord&) = default;
};

// ShardNameRecord is the name of a file that an index lists, of 1 to
// kMaxShardName bytes. Names come in the order of the index, so that the number
// of one is its place.
struct ShardNameRecord {
  std::string name;

  friend bool operator==(const ShardNameRecord&,
                         const ShardNameRecord&) = default;
};

// SummaryFact is one fact of the format for the report's "summary". Facts of
// one `group` come one after another and form an object of that name; facts
// without a group stand at the top.
struct SummaryFact {
  std::string group;
  std::string name;
  std::variant<uint64_t, std::string> value;

  friend bool operator==(const SummaryFact&, const SummaryFact&) = default;
};

// TextPiece is a string value or the front part of one. `left` counts the bytes
// that follow it in the file; they come in the next chunk, or not at all when
// the string is cut.
struct TextPiece {
  std::string bytes;
  uint64_t left = 0;

  friend bool operator==(const TextPiece&, const TextPiece&) = default;
};

// ScalarValue is one metadata value, or one element of an array.
using ScalarValue =
    std::variant<uint64_t, int64_t, float, double, bool, TextPiece>;

// KeyValueRecord is one pair without its value, which follows in ArrayChunks.
struct KeyValueRecord {
  std::string key;
  std::string type;  // In words: "u32", "array of 3 string".
  bool is_array = false;
  uint64_t count = 1;   // Elements of an array, 1 for any other value.
  uint64_t offset = 0;  // Where in the file the pair begins.
  uint64_t bytes = 0;   // How long its value is.
  // How many bytes of the key follow those of `key` and are not sent.
  uint64_t key_left = 0;
  // The number of the file that holds it; nullopt for a file that stands alone.
  std::optional<uint32_t> file = std::nullopt;

  friend bool operator==(const KeyValueRecord&,
                         const KeyValueRecord&) = default;
};

// ArrayChunk carries values of the last KeyValueRecord: all of them, or the
// first few where the rest is left out.
struct ArrayChunk {
  std::vector<ScalarValue> values;
  // Whether the first of `values` goes on with the text that ended the chunk
  // before, whose `left` was not 0.
  bool joins = false;

  friend bool operator==(const ArrayChunk&, const ArrayChunk&) = default;
};

// TensorRecord is one tensor.
struct TensorRecord {
  std::string name;
  // Its name, its number if that has no name, or "" where neither is known.
  std::string type;
  // As stored; nullopt where it could not be read.
  std::optional<std::vector<uint64_t>> shape;
  uint64_t info_offset = 0;  // Where in the file its description begins.
  // Where in the file its data begins and how long it is; nullopt where that
  // could not be worked out.
  std::optional<uint64_t> data_offset;
  std::optional<uint64_t> bytes;
  // How many bytes of the name, and dimensions of the shape, follow those above
  // and are not sent.
  uint64_t name_left = 0;
  uint64_t shape_left = 0;
  // The number of the file that holds it; nullopt for a file that stands alone.
  std::optional<uint32_t> file = std::nullopt;

  friend bool operator==(const TensorRecord&, const TensorRecord&) = default;
};

// RegionRecord is a part of the file: "header", "padding", "data" or "tail",
// from byte `begin` up to but without byte `end`. A file cut short ends before.
struct RegionRecord {
  std::string kind;
  uint64_t begin = 0;
  uint64_t end = 0;

  friend bool operator==(const RegionRecord&, const RegionRecord&) = default;
};

// EndRecord closes a reply. Without it there is no verdict.
struct EndRecord {
  Verdict verdict = Verdict::kUndecided;
  // How many findings there were beyond those that were sent.
  uint64_t omitted = 0;

  friend bool operator==(const EndRecord&, const EndRecord&) = default;
};

// Record is any of them.
using Record = std::variant<FormatRecord, HeaderRecord, SummaryFact, FileRecord,
                            KeyValueRecord, ArrayChunk, TensorRecord,
                            RegionRecord, ShardNameRecord, Finding, EndRecord>;

// RecordSink takes records in the order of the reply.
using RecordSink = std::function<void(const Record&)>;

}  // namespace loadgate

#endif  // HARNESS_GATE_RECORD_H_
