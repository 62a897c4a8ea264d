// The handler that RapidJSON calls while it reads a safetensors header.
//
// Source: the safetensors README, "Format".
//
// It keeps a small state instead of a tree: which part of the header the next
// value belongs to. A value that has no place there is reported, and what it
// holds is passed over; so are unknown fields. Nothing is stored but tensors
// and metadata, as offsets.
//
// A name is hashed when it is read and looked up when its entry ends: by then
// the memory of its place in the table is there.

#ifndef LOADGATE_FORMATS_SAFETENSORS_SAX_H_
#define LOADGATE_FORMATS_SAFETENSORS_SAX_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json_keys.h"
#include "formats/json_stream.h"
#include "formats/json_text.h"
#include "formats/safetensors_entry.h"
#include "loadgate/finding.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_file.h"

namespace loadgate {

class SafetensorsSax {
 public:
  // Source is the header's text. `file_start` are the file's first bytes, of
  // which the stream's begin at `origin`; `rewritten` knows the numbers that
  // are not there any more. All of them outlive the handler.
  struct Source {
    const JsonStream& stream;
    std::string_view file_start;
    uint64_t origin = 0;
    const RewrittenNumbers& rewritten;
  };

  // SafetensorsSax notes into `*tables` what the stream yields.
  SafetensorsSax(const Source& source, const Limits& limits,
                 const HashKey& hash_key, SafetensorsTables* tables,
                 FindingSink* sink);

  // The events of RapidJSON's Handler. They return false where reading on makes
  // no sense.
  bool Null();
  bool Bool(bool value);
  bool Int(int value);
  bool Uint(unsigned value) { return Uint64(value); }
  bool Int64(int64_t value);
  bool Uint64(uint64_t value) {
    // Headers may be full of these: no call for them.
    if (part_ != Part::kShape && part_ != Part::kDataOffsets) {
      return Number(value);
    }
    entry_->AddNumber(*field_, value);
    return true;
  }
  bool Double(double value);
  bool RawNumber(const char* text, unsigned length, bool copy);
  bool String(const char* text, unsigned length, bool copy);
  bool StartObject();
  bool Key(const char* text, unsigned length, bool copy);
  bool EndObject(unsigned members);
  bool StartArray();
  bool EndArray(unsigned elements);

  // End is told that no event follows, whether or not the header was whole.
  void End();

  // over_limit returns whether the reading stopped at one of the limits.
  bool over_limit() const { return over_limit_; }

 private:
  // What the next event belongs to.
  enum class Part : uint8_t {
    kStart,        // The header itself.
    kTop,          // The value of a key of the header: an entry or metadata.
    kEntry,        // The value of a field of an entry.
    kShape,        // A number of a shape,
    kDataOffsets,  // or of data_offsets.
    kMetadata,     // The value of a key of __metadata__.
    kIgnored,      // A value that is passed over.
  };

  bool Scalar(std::string_view kind, uint64_t offset);
  bool Number(std::optional<uint64_t> value);
  bool Container(std::string_view kind);
  void Ignore();
  bool LeaveIgnored();
  bool MisplacedTop(std::string_view kind, uint64_t offset);
  bool MisplacedField(std::string_view kind, uint64_t offset);
  bool TopKey(std::string_view name, SafetensorsTables::Text text);
  void EntryKey(std::string_view name, SafetensorsTables::Text text);
  bool MetadataKey(std::string_view name, SafetensorsTables::Text text);
  void CheckName(std::string_view name, uint64_t offset);
  void AddKey(SafetensorsTables::Text text);
  void PopKeys();
  bool CheckLimit(std::string_view what, size_t count, uint64_t limit,
                  Code code, uint64_t offset);
  void ReportKeyTwice(const RepeatedKey& key);
  void AddName();
  void FinishEntry(uint64_t offset);
  std::string Where() const;
  SafetensorsTables::Text LastString(unsigned length) const;
  uint64_t Here() const { return origin_ + stream_.Tell(); }
  // Calls `what` for the message if there is room for it.
  template <typename What>
  void Report(Code code, uint64_t offset, What&& what);

  const JsonStream& stream_;
  std::string_view text_;
  uint64_t origin_;
  const RewrittenNumbers& rewritten_;
  uint64_t most_tensors_;
  uint64_t most_pairs_;
  HashKey hash_key_;
  SafetensorsTables* tables_;
  FindingSink* sink_;

  Part part_ = Part::kStart;
  Part part_before_ignored_ = Part::kStart;
  size_t ignored_depth_ = 0;
  bool in_metadata_ = false;
  std::optional<uint64_t> metadata_at_;  // Its key.
  std::optional<EntryBuilder> entry_;
  SafetensorsTables::Text name_;  // The entry's, and its hash.
  uint32_t name_hash_ = 0;
  bool name_waits_ = false;  // It is still to be added to the tables.
  bool entry_is_new_ = true;
  std::optional<EntryBuilder::Field> field_;
  size_t entry_number_ = 0;
  size_t pair_number_ = 0;
  bool over_limit_ = false;
  SafetensorsTables::Text key_;
  std::vector<JsonKeys> keys_;  // One for each open object, reused.
  size_t open_objects_ = 0;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_SAFETENSORS_SAX_H_
