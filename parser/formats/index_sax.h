// The handler that RapidJSON calls while it reads the index of a checkpoint.
//
// Source: docs/formats/sets.md, "The index". It keeps which part of the index
// the next value belongs to, and passes over what has no place there: an index
// may hold anything beside weight_map and metadata.

#ifndef LOADGATE_FORMATS_INDEX_SAX_H_
#define LOADGATE_FORMATS_INDEX_SAX_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json_keys.h"
#include "formats/json_stream.h"
#include "formats/json_text.h"
#include "loadgate/finding.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_index.h"

namespace loadgate {

class IndexSax {
 public:
  // IndexSax notes into `*tables` what `stream`, which reads `text` in place,
  // yields. `rewritten` knows the numbers that are not there any more. All of
  // them outlive the handler.
  IndexSax(const JsonStream& stream, std::string_view text,
           const RewrittenNumbers& rewritten, const Limits& limits,
           const HashKey& hash_key, SafetensorsIndexTables* tables,
           FindingSink* sink);

  // The events of RapidJSON's Handler. They return false where reading on makes
  // no sense.
  bool Null();
  bool Bool(bool value);
  bool Int(int value);
  bool Uint(unsigned value) { return Uint64(value); }
  bool Int64(int64_t value);
  bool Uint64(uint64_t value);
  bool Double(double value);
  bool RawNumber(const char* text, unsigned length, bool copy);
  bool String(const char* text, unsigned length, bool copy);
  bool StartObject();
  bool Key(const char* text, unsigned length, bool copy);
  bool EndObject(unsigned members);
  bool StartArray();
  bool EndArray(unsigned elements);

  // End is told that no event follows. `whole` says whether the text was read
  // to its end: then it misses what is missing.
  void End(bool whole);

  // is_refused returns whether what was read is no index: not an object, or
  // more than the limits allow.
  bool is_refused() const { return is_refused_; }

 private:
  using Text = SafetensorsIndexTables::Text;

  // What the next event belongs to.
  enum class Part : uint8_t {
    kStart,      // The index itself.
    kTop,        // The value of a key of the index,
    kWeightMap,  // of a key of weight_map,
    kMetadata,   // of a key of metadata.
    kIgnored,    // A value that is passed over.
  };
  enum class TopKey : uint8_t { kWeightMap, kMetadata, kOther };

  bool Scalar(std::string_view kind, uint64_t offset);
  bool OddNumber();
  bool Misplaced(std::string_view kind, uint64_t offset);
  bool Container(std::string_view kind);
  bool LeaveIgnored();
  void PopKeys();
  void ReportKeyTwice(const RepeatedKey& key);
  bool AddPair(Text shard);
  std::optional<uint32_t> ShardNumber(Text shard);
  bool Refuse(Code code, uint64_t offset, const std::string& what);
  // Calls `what` for the message if there is room for it.
  template <typename What>
  void Report(Code code, uint64_t offset, What&& what);
  std::string Where() const;
  std::string_view TextAt(Text at) const {
    return text_.substr(at.offset, at.length);
  }
  Text LastString(unsigned length) const;
  uint64_t Here() const { return stream_.Tell(); }

  const JsonStream& stream_;
  std::string_view text_;
  const RewrittenNumbers& rewritten_;
  uint64_t most_tensors_;
  uint64_t most_shards_;
  HashKey hash_key_;
  SafetensorsIndexTables* tables_;
  FindingSink* sink_;

  Part part_ = Part::kStart;
  Part part_before_ignored_ = Part::kStart;
  size_t ignored_depth_ = 0;
  TopKey top_ = TopKey::kOther;
  std::optional<uint64_t> weight_map_at_;  // Its key.
  Text key_;  // The last of weight_map or metadata.
  NameIndex shard_index_;
  // The shard of the pair before, which is mostly that of the next one too.
  uint32_t last_shard_ = 0;
  std::vector<JsonKeys> keys_;  // One for each open object, reused.
  size_t open_objects_ = 0;
  bool is_refused_ = false;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_INDEX_SAX_H_
