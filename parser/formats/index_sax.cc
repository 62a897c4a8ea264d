#include "formats/index_sax.h"

#include <utility>

#include "base/message.h"
#include "loadgate/check.h"
#include "loadgate/shard_name.h"

namespace loadgate {
namespace {

constexpr std::string_view kWeightMap = "weight_map";
constexpr std::string_view kMetadata = "metadata";
constexpr std::string_view kTotalSize = "total_size";

}  // namespace

IndexSax::IndexSax(const JsonStream& stream, std::string_view text,
                   const RewrittenNumbers& rewritten, const Limits& limits,
                   const HashKey& hash_key, SafetensorsIndexTables* tables,
                   FindingSink* sink)
    : stream_(stream),
      text_(text),
      rewritten_(rewritten),
      most_tensors_(limits.safetensors_tensors),
      most_shards_(limits.shards),
      hash_key_(hash_key),
      tables_(tables),
      sink_(sink),
      shard_index_(hash_key) {}

std::string IndexSax::Where() const {
  switch (part_) {
    case Part::kWeightMap:
      return Message({"weight_map[", Quoted(TextAt(key_)), "]"});
    case Part::kMetadata:
      return Message({"metadata[", Quoted(TextAt(key_)), "]"});
    default:
      return "index";
  }
}

template <typename What>
void IndexSax::Report(Code code, uint64_t offset, What&& what) {
  sink_->Report(code, offset, [&] { return FindingText{Where(), what()}; });
}

// Reports what reading ends at.
bool IndexSax::Refuse(Code code, uint64_t offset, const std::string& what) {
  is_refused_ = true;
  Report(code, offset, [&] { return what; });
  return false;
}

IndexSax::Text IndexSax::LastString(unsigned length) const {
  return {.offset = static_cast<uint32_t>(stream_.string_begin()),
          .length = length};
}

// --- Values ---------------------------------------------------------------

bool IndexSax::Null() { return Scalar("null", Here() - 4); }

bool IndexSax::Bool(bool value) {
  return Scalar("a bool", Here() - (value ? 4 : 5));
}

// Only "-0" comes as an Int: every other number that is not a plain size was
// overwritten with it.
bool IndexSax::Int(int) { return OddNumber(); }
bool IndexSax::Int64(int64_t) { return OddNumber(); }

// Numbers of these forms do not reach the reader.
bool IndexSax::Double(double) { LG_CHECK(false); }
bool IndexSax::RawNumber(const char*, unsigned, bool) { LG_CHECK(false); }

bool IndexSax::Uint64(uint64_t value) {
  const uint64_t offset = Here() - Number(value).size();
  if (part_ != Part::kMetadata || TextAt(key_) != kTotalSize) {
    return Scalar("a number", offset);
  }
  tables_->total_size = value;
  tables_->total_size_offset = offset;
  return true;
}

bool IndexSax::OddNumber() {
  const uint64_t offset = Here() - kRewrittenNumber.size();
  const std::string_view number = rewritten_.At(static_cast<size_t>(offset));
  if (number.empty()) return Scalar("a number", offset);
  return Scalar(Message({"the number ", Quoted(number)}), offset);
}

bool IndexSax::String(const char*, unsigned length, bool) {
  const Text text = LastString(length);
  if (part_ == Part::kWeightMap) return AddPair(text);
  return Scalar("a string", text.offset - 1);
}

// A scalar that is not what its place asks for, or that is passed over.
bool IndexSax::Scalar(std::string_view kind, uint64_t offset) {
  switch (part_) {
    case Part::kStart:
      return Refuse(Code::kIndexNotAnObject, offset,
                    Message({"The index is ", kind, "."}));
    case Part::kTop:
      return Misplaced(kind, offset);
    case Part::kWeightMap:
      Report(Code::kIndexShardNotAString, offset, [&] {
        return Message({"The value is ", kind, "."});
      });
      return true;
    case Part::kMetadata:
      if (TextAt(key_) == kTotalSize) {
        Report(Code::kIndexTotalSize, offset, [&] {
          return Message({"total_size is ", kind, "."});
        });
      }
      return true;
    case Part::kIgnored:
      return true;
  }
  LG_CHECK(false);
}

// The value of a key of the index that is no object.
bool IndexSax::Misplaced(std::string_view kind, uint64_t offset) {
  if (top_ == TopKey::kWeightMap) {
    Report(Code::kIndexWeightMapNotAnObject, offset, [&] {
      return Message({"weight_map is ", kind, "."});
    });
  } else if (top_ == TopKey::kMetadata) {
    Report(Code::kIndexMetadataNotAnObject, offset, [&] {
      return Message({"metadata is ", kind, "."});
    });
  }
  return true;
}

// --- Containers -----------------------------------------------------------

// An object or array in a place where none belongs, or in a value that is
// passed over: it is passed over with all it holds.
bool IndexSax::Container(std::string_view kind) {
  if (part_ == Part::kIgnored) {
    ++ignored_depth_;
    return true;
  }
  if (!Scalar(kind, Here())) return false;
  part_before_ignored_ = part_;
  part_ = Part::kIgnored;
  ignored_depth_ = 1;
  return true;
}

bool IndexSax::LeaveIgnored() {
  if (part_ != Part::kIgnored) return false;
  if (--ignored_depth_ == 0) part_ = part_before_ignored_;
  return true;
}

bool IndexSax::StartObject() {
  if (open_objects_ == keys_.size()) keys_.emplace_back(hash_key_);
  ++open_objects_;
  if (part_ == Part::kStart) {
    part_ = Part::kTop;
    return true;
  }
  if (part_ == Part::kTop && top_ != TopKey::kOther) {
    part_ = top_ == TopKey::kWeightMap ? Part::kWeightMap : Part::kMetadata;
    return true;
  }
  return Container("an object");
}

bool IndexSax::EndObject(unsigned) {
  PopKeys();
  if (!LeaveIgnored()) part_ = Part::kTop;
  return true;
}

bool IndexSax::StartArray() { return Container("an array"); }

bool IndexSax::EndArray(unsigned) {
  LG_CHECK(LeaveIgnored());
  return true;
}

void IndexSax::End(bool whole) {
  while (open_objects_ > 0) PopKeys();
  part_ = Part::kTop;
  if (!whole) return;
  if (!weight_map_at_.has_value()) {
    Report(Code::kIndexWeightMapMissing, 0,
           [] { return std::string("The index has no weight_map."); });
  } else if (tables_->entries.empty()) {
    Report(Code::kIndexWeightMapEmpty, *weight_map_at_,
           [] { return std::string("weight_map names no tensor."); });
  }
}

// --- Keys and pairs -------------------------------------------------------

bool IndexSax::Key(const char*, unsigned length, bool) {
  const Text text = LastString(length);
  const std::string_view name = TextAt(text);
  if (part_ == Part::kTop) {
    top_ = name == kWeightMap  ? TopKey::kWeightMap
           : name == kMetadata ? TopKey::kMetadata
                               : TopKey::kOther;
    if (top_ == TopKey::kWeightMap) weight_map_at_ = text.offset - 1;
  } else if (part_ != Part::kIgnored) {
    key_ = text;
  }
  keys_[open_objects_ - 1].Add(
      text_, text.offset, text.length,
      [&](const RepeatedKey& key) { ReportKeyTwice(key); });
  return true;
}

// The innermost object ends.
void IndexSax::PopKeys() {
  keys_[--open_objects_].Finish(
      text_, [&](const RepeatedKey& key) { ReportKeyTwice(key); });
}

void IndexSax::ReportKeyTwice(const RepeatedKey& key) {
  sink_->Report(Code::kIndexKeyDuplicate, key.offset - 1, [&] {
    return FindingText{
        "index",
        Message({"The key ", Quoted(text_.substr(key.offset, key.length)),
                 " stands already at offset ", Number(key.first - 1), "."})};
  });
}

bool IndexSax::AddPair(Text shard) {
  if (tables_->entries.size() >= most_tensors_) {
    return Refuse(Code::kLimitTensors, key_.offset - 1,
                  Message({"There are more than ",
                           Count(most_tensors_, "tensor"), ", the limit."}));
  }
  const std::optional<uint32_t> number = ShardNumber(shard);
  if (!number.has_value()) return false;
  tables_->entries.push_back({.tensor = key_, .shard = *number});
  return true;
}

// The number of the shard that is named at `shard`, which is a new one where it
// was not named before; nullopt where there are too many.
std::optional<uint32_t> IndexSax::ShardNumber(Text shard) {
  const std::string_view raw = TextAt(shard);
  const std::string_view name = PassDotSlash(raw);
  const auto cut = static_cast<uint32_t>(raw.size() - name.size());
  std::vector<SafetensorsIndexTables::Shard>& shards = tables_->shards;
  if (cut == 0 && last_shard_ < shards.size() &&
      TextAt(shards[last_shard_].name) == name) {
    return last_shard_;
  }
  const auto next = static_cast<uint32_t>(shards.size());
  const auto known = shard_index_.Insert(
      name, next, [&](uint32_t i) { return TextAt(shards[i].name); });
  last_shard_ = known.value_or(next);
  if (cut > 0) {
    Report(Code::kIndexShardDotSlash, shard.offset - 1, [&] {
      return Message({"The name is ", Quoted(raw), "."});
    });
  }
  if (known.has_value()) return known;
  if (shards.size() >= most_shards_) {
    Refuse(Code::kLimitShards, shard.offset - 1,
           Message({"There are more than ", Count(most_shards_, "shard"),
                    ", the limit."}));
    return std::nullopt;
  }
  const auto fault = FindShardNameFault(name);
  shards.push_back(
      {.name = {.offset = shard.offset + cut, .length = shard.length - cut},
       .quote = shard.offset - 1,
       .is_plain = !fault.has_value()});
  if (fault.has_value()) {
    Report(fault->code, shard.offset - 1, [&] { return fault->what; });
  }
  return next;
}

}  // namespace loadgate
